import { PickType } from '@nestjs/swagger';
import { IsCurrentPassword, IsToken } from '../validation/fields.js';
import { Doc } from '../validation/documented.js';

/** GET /user/me/email-proof: whether the person has confirmed their email address. */
export class EmailProofDto {
  @Doc('Whether addresses must be confirmed. True if this installation sends mail.')
  needed: boolean;

  @Doc('The email address of the account.', { format: 'email' })
  email: string;

  @Doc(
    'Whether the address is confirmed. An unconfirmed address receives no other mail, and no second factor can be turned on.',
  )
  proved: boolean;

  @Doc(
    'Whether another account has confirmed this address. It still works for the login, but the account needs a new address.',
  )
  lost: boolean;

  @Doc('The new address of the account, until it is confirmed. Null if there is none.', {
    format: 'email',
    nullable: true,
  })
  newEmail: string | null;

  @Doc('Whether a link that is still valid was sent to the address to be confirmed.')
  sent: boolean;
}

/** PUT /email-proofs: from a browser that is not signed in. */
export class ProveEmailDto {
  @Doc('The token from the link. It is valid for one day and can be used once.')
  @IsToken('token')
  token: string;

  @Doc('The password of the account.', { format: 'password' })
  @IsCurrentPassword()
  currentPassword: string;
}

/** PUT /user/me/email-proof. */
export class ProveOwnEmailDto extends PickType(ProveEmailDto, ['token']) {}
