import { LIMITS } from '@inner-weather/domain/limits';
import { IsCode, IsEmailAddress, IsPassword } from '../validation/fields.js';
import { MayBeAbsent } from '../validation/validators.js';
import { Doc } from '../validation/documented.js';

/** POST /login. */
export class LoginDto {
  @Doc({ example: 'ana@example.org' })
  @IsEmailAddress()
  email: string;

  @Doc({ format: 'password' })
  @IsPassword('password', LIMITS.passwordMinLogin)
  password: string;

  @Doc(
    'Required if the account has a second factor. A six-digit code from the authenticator app, or a recovery code.',
    { example: '123456' },
  )
  @MayBeAbsent()
  @IsCode()
  code?: string;
}

/** POST /login and POST /user/new. */
export class TokenDto {
  @Doc('An RS256 JWT that contains `user`. Send it in the header `x-auth-token`. It is valid for 12 hours.')
  token: string;
}
