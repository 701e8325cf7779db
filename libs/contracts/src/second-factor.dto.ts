import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { LIMITS } from './limits.js';
import { IsNotBlank } from './validators.js';

/** POST /user/me/second-factor: makes a secret, which counts once a code of it has come back. */
export class BeginSecondFactorDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.passwordMax, format: 'password' })
  @IsString({ message: 'Current password must be text' })
  @IsNotBlank('Current password')
  @MaxLength(LIMITS.passwordMax, { message: 'Current password is wrong' })
  currentPassword: string;
}

/** POST /user/me/second-factor/confirmation. */
export class ConfirmSecondFactorDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description: 'The six digits that the app shows for the new secret.',
  })
  @IsString({ message: 'Code must be text' })
  @IsNotBlank('Code')
  @MaxLength(LIMITS.codeMax, { message: 'Code is not one of ours' })
  code: string;
}

/** POST /user/me/second-factor/removal and /recovery-codes. */
export class SecondFactorProofDto extends BeginSecondFactorDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description: 'Six digits of the app, or a recovery code; each counts once.',
  })
  @IsString({ message: 'Code must be text' })
  @IsNotBlank('Code')
  @MaxLength(LIMITS.codeMax, { message: 'Code is not one of ours' })
  code: string;
}

/** GET /user/me/second-factor. */
export class SecondFactorDto {
  @ApiProperty({ description: 'Whether a login asks for a code after the password.' })
  active: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when; null where it is off.',
  })
  activeSince: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Recovery codes that have not been used.' })
  recoveryCodesLeft: number;
}

/** What an authenticator app is told. Shown this once. */
export class NewSecondFactorDto {
  @ApiProperty({ description: '160 random bits in base32 (RFC 4648), for typing.' })
  secret: string;

  @ApiProperty({
    description: 'The same as an otpauth:// address, for a QR code: TOTP (RFC 6238), SHA-1, 6 digits, 30 s.',
  })
  uri: string;
}

/** Recovery codes. Shown this once. */
export class RecoveryCodesDto {
  @ApiProperty({ type: [String], description: 'Each stands in for one code of the app, once.' })
  recoveryCodes: string[];
}
