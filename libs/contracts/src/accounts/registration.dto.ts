import type { Language } from '@inner-weather/languages/languages';
import { IsChosenPlace, IsEmailAddress, IsLine, IsPassword, IsToken } from '../validation/fields.js';
import { LIMITS } from '@inner-weather/domain/limits';
import { IsLanguage, MayBeAbsent } from '../validation/validators.js';
import { Doc, NULLABLE, TIME } from '../validation/documented.js';

/** Who may sign up: `open` is anyone, `invite` only people with an invitation, `closed` no one. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** A provider of OpenID Connect with which people can sign in. */
export class IdentityProviderDto {
  @Doc('Stands in the addresses of its sign-in.', { example: 'house' })
  id: string;

  @Doc('Its name, for a button.', { example: 'Authentik' })
  name: string;
}

/** GET /registration. */
export class RegistrationDto {
  @Doc(
    'Who may sign up. It is `open` until the first account exists. The owner of that account is the administrator.',
    { enum: REGISTRATION_MODES },
  )
  mode: RegistrationMode;

  @Doc('Whether this installation can send password reset links by mail.')
  mail: boolean;

  @Doc('The providers with which people can sign in, in the order in which to offer them.', {
    type: [IdentityProviderDto],
  })
  providers: IdentityProviderDto[];

  @Doc('Whether people can sign in and up with a password.')
  passwordLogin: boolean;

  @Doc('The only origin at which people can sign in with a passkey. Null: they cannot do so here.', NULLABLE)
  passkeyOrigin: string | null;

  @Doc('The id of the provider to which the login page leads at once. Null: it asks first.', NULLABLE)
  autoProvider: string | null;
}

/** POST /user/new. The use case checks that both passwords are equal, since the specification gives the error text. */
export class SignUpDto {
  @Doc({ example: 'Ana' })
  @IsLine('name', LIMITS.nameMax)
  firstName: string;

  @Doc({ example: 'Silva' })
  @IsLine('last_name', LIMITS.nameMax)
  lastName: string;

  @Doc('The name of a city.', { example: 'Porto' })
  @IsLine('location', LIMITS.locationMax)
  location: string;

  @IsChosenPlace()
  place?: string;

  @Doc(
    'The language of the page, mails and insights. Without it, the one that `Accept-Language` prefers, or else English.',
    { example: 'pt-BR' },
  )
  @MayBeAbsent()
  @IsLanguage()
  language?: Language;

  @Doc({ example: 'ana@example.org' })
  @IsEmailAddress()
  email: string;

  @Doc({ format: 'password' })
  @IsPassword('password', LIMITS.passwordMinSignup)
  password: string;

  @Doc('The password, repeated.', { format: 'password' })
  @IsPassword('retry_password', LIMITS.passwordMinSignup)
  passwordVal: string;

  @Doc('The token of an invitation. Required where sign-up is by invitation only.')
  @MayBeAbsent()
  @IsToken('invitation')
  invitation?: string;

  @Doc(
    'The token from a link that was sent to this address. It proves the address. An account that holds the address but never confirmed it loses the address.',
  )
  @MayBeAbsent()
  @IsToken('email_proof')
  emailProof?: string;
}

/** An invitation that is open. */
export class InvitationDto {
  @Doc('An opaque, stable identifier. It cannot be used to sign up.')
  id: string;

  @Doc(TIME)
  createdAt: string;

  @Doc('It ends before, when the role of its administrator does.', TIME)
  expiresAt: string;

  @Doc('The name of the administrator who made it. Null: it was made by a command on the server.', NULLABLE)
  by: string | null;
}

/** POST /invitations. */
export class NewInvitationDto extends InvitationDto {
  @Doc('The token for the link `/signup#<token>`. It is not shown again and is valid for one account.')
  token: string;
}
