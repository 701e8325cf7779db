import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsNotBlank, MaxLength } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** GET /user/me/email-proof: whether the person has confirmed their email address. */
export class EmailProofDto {
  @ApiProperty({ description: 'Whether addresses must be confirmed. True if this installation sends mail.' })
  needed: boolean;

  @ApiProperty({ format: 'email', description: 'The email address of the account.' })
  email: string;

  @ApiProperty({
    description:
      'Whether the address is confirmed. An unconfirmed address receives no other mail, and no second factor can be turned on.',
  })
  proved: boolean;

  @ApiProperty({
    description:
      'Whether another account has confirmed this address. It still works for the login, but the account needs a new address.',
  })
  lost: boolean;

  @ApiProperty({
    type: 'string',
    format: 'email',
    nullable: true,
    description: 'The new address of the account, until it is confirmed. Null if there is none.',
  })
  newEmail: string | null;

  @ApiProperty({
    description: 'Whether a link that is still valid was sent to the address to be confirmed.',
  })
  sent: boolean;
}

/** PUT /email-proofs: from a browser that is not signed in. */
export class ProveEmailDto {
  @ApiProperty({
    maxLength: LIMITS.tokenMax,
    description: 'The token from the link. It is valid for one day and can be used once.',
  })
  @MaxLength(LIMITS.tokenMax, says(ACCOUNT_PROBLEMS.token_invalid))
  @IsString(says(ACCOUNT_PROBLEMS.token_text))
  token: string;

  @ApiProperty({
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description: 'The password of the account.',
  })
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.current_password_wrong))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.current_password_empty))
  @IsString(says(ACCOUNT_PROBLEMS.current_password_text))
  currentPassword: string;
}

/** PUT /user/me/email-proof. */
export class ProveOwnEmailDto extends PickType(ProveEmailDto, ['token']) {}
