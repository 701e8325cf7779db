import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { CurrentPasswordDto } from './current-password.dto.js';
import { IsNotBlank, MaxLength } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** POST /user/me/second-factor: creates a secret, which takes effect once a code confirms it. */
export class BeginSecondFactorDto extends CurrentPasswordDto {}

/** POST /user/me/second-factor/confirmation. */
export class ConfirmSecondFactorDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description: 'The six-digit code that the authenticator app shows for the new secret.',
  })
  @MaxLength(LIMITS.codeMax, says(ACCOUNT_PROBLEMS.code_invalid))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.code_empty))
  @IsString(says(ACCOUNT_PROBLEMS.code_text))
  code: string;
}

/** POST /user/me/second-factor/removal and /recovery-codes. */
export class SecondFactorProofDto extends BeginSecondFactorDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description:
      'A six-digit code from the authenticator app, or a recovery code. Each code can be used once.',
  })
  @MaxLength(LIMITS.codeMax, says(ACCOUNT_PROBLEMS.code_invalid))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.code_empty))
  @IsString(says(ACCOUNT_PROBLEMS.code_text))
  code: string;
}

/** GET /user/me/second-factor. */
export class SecondFactorDto {
  @ApiProperty({ description: 'Whether a login requires a code after the password.' })
  active: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the second factor was turned on. Null if it is off.',
  })
  activeSince: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of unused recovery codes.' })
  recoveryCodesLeft: number;
}

/** The secret for an authenticator app. It is not shown again. */
export class NewSecondFactorDto {
  @ApiProperty({ description: '160 random bits in base32 (RFC 4648), for manual entry.' })
  secret: string;

  @ApiProperty({
    description:
      'The secret as an otpauth:// URI for a QR code. Codes are TOTP (RFC 6238) with SHA-1, 6 digits and a period of 30 seconds.',
  })
  uri: string;
}

/** Recovery codes. They are not shown again. */
export class RecoveryCodesDto {
  @ApiProperty({
    type: [String],
    description: 'The recovery codes. Each can be used once instead of a code from the authenticator app.',
  })
  recoveryCodes: string[];
}
