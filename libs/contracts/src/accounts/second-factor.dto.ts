import { CurrentPasswordDto } from './current-password.dto.js';
import { IsCode } from '../validation/fields.js';
import { COUNT, Doc, TIME_OR_NULL } from '../validation/documented.js';

/** POST /user/me/second-factor: creates a secret, which takes effect once a code confirms it. */
export class BeginSecondFactorDto extends CurrentPasswordDto {}

/** POST /user/me/second-factor/confirmation. */
export class ConfirmSecondFactorDto {
  @Doc('The six-digit code that the authenticator app shows for the new secret.', { example: '123456' })
  @IsCode()
  code: string;
}

/** POST /user/me/second-factor/removal and /recovery-codes. */
export class SecondFactorProofDto extends BeginSecondFactorDto {
  @Doc('A six-digit code from the authenticator app, or a recovery code. Each code can be used once.', {
    example: '123456',
  })
  @IsCode()
  code: string;
}

/** GET /user/me/second-factor. */
export class SecondFactorDto {
  @Doc('Whether a login requires a code after the password.')
  active: boolean;

  @Doc('When the second factor was turned on. Null if it is off.', TIME_OR_NULL)
  activeSince: string | null;

  @Doc('The number of unused recovery codes.', COUNT)
  recoveryCodesLeft: number;
}

/** The secret for an authenticator app. It is not shown again. */
export class NewSecondFactorDto {
  @Doc('160 random bits in base32 (RFC 4648), for manual entry.')
  secret: string;

  @Doc(
    'The secret as an otpauth:// URI for a QR code. Codes are TOTP (RFC 6238) with SHA-1, 6 digits and a period of 30 seconds.',
  )
  uri: string;
}

/** Recovery codes. They are not shown again. */
export class RecoveryCodesDto {
  @Doc('The recovery codes. Each can be used once instead of a code from the authenticator app.', {
    type: [String],
  })
  recoveryCodes: string[];
}
