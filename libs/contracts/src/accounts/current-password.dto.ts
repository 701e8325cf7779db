import { IsCurrentPassword } from '../validation/fields.js';
import { MayBeAbsent } from '../validation/validators.js';
import { Doc } from '../validation/documented.js';

/** Proves once more that a signed-in person owns the account: by the password, if it has one. */
export class CurrentPasswordDto {
  @Doc('Required if the account has a password. If it has none, the person confirms at a provider first.', {
    format: 'password',
  })
  @MayBeAbsent()
  @IsCurrentPassword()
  currentPassword?: string;
}
