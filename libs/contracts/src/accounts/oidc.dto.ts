import { PickType } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsCode, IsToken } from '../validation/fields.js';
import { MayBeAbsent, says } from '../validation/validators.js';
import { CurrentPasswordDto } from './current-password.dto.js';
import { IdentityProviderDto, SignUpDto } from './registration.dto.js';
import { LoginDto } from './sign-in.dto.js';
import { Doc, TIME_OR_NULL } from '../validation/documented.js';

/**
 * Why a person is sent to a provider: to sign in or up, to connect the provider's account with the journal they are
 * signed in to, or to confirm in such a journal that it is them.
 */
export const OIDC_PURPOSES = ['sign-in', 'connect', 'confirm'] as const;

export type OidcPurpose = (typeof OIDC_PURPOSES)[number];

/** A page of the journal, with a template to begin with. Nothing that could lead to another site. */
export const OWN_PATH = /^\/[a-z][a-z0-9/-]{0,100}(\?template=[a-z0-9-]{1,36})?(#[a-z0-9-]{1,60})?$/;

/** POST /oidc/{provider}. */
export class BeginOidcDto extends CurrentPasswordDto {
  @Doc('`connect` and `confirm` need a token; `connect` also proves that the account is the sender’s.')
  @IsIn(OIDC_PURPOSES, says(ACCOUNT_PROBLEMS.purpose_unknown, { purposes: OIDC_PURPOSES.join(', ') }))
  purpose: OidcPurpose;

  @Doc('The page to which the provider’s answer leads.', { example: '/journal' })
  @MayBeAbsent()
  @Matches(OWN_PATH, says(ACCOUNT_PROBLEMS.return_path_invalid))
  returnTo?: string;

  @Doc('The token of an invitation, for a person who is new here.')
  @MayBeAbsent()
  @IsToken('invitation')
  invitation?: string;

  @Doc('For `connect`, if the account has a second factor.', { example: '123456' })
  @MayBeAbsent()
  @IsCode()
  code?: string;
}

/** The provider's page to which the browser goes, or null where there is none. */
export class ProviderPageDto {
  @Doc({ format: 'uri', nullable: true })
  url: string | null;
}

/** GET /oidc/pending: a person whom a provider vouches for, and whom no journal here is connected with yet. */
export class PendingIdentityDto {
  @Doc({ type: IdentityProviderDto })
  provider: IdentityProviderDto;

  @Doc(
    'Whether an account here has the email address that the provider has verified. Its password connects the two.',
  )
  hasAccount: boolean;

  @Doc('As the provider knows it; empty if it does not.')
  email: string;

  @Doc('As the provider knows it; empty if it does not.')
  firstName: string;

  @Doc('As the provider knows it; empty if it does not.')
  lastName: string;
}

/** POST /oidc/pending/sign-up: a new account without a password. */
export class OidcSignUpDto extends PickType(SignUpDto, [
  'firstName',
  'lastName',
  'location',
  'place',
  'language',
  'email',
]) {}

/** POST /oidc/pending/connection: the password of the account that has the verified email address. */
export class OidcConnectionDto extends PickType(LoginDto, ['password', 'code']) {}

/** A provider, and whether the account is connected with it. */
export class OwnIdentityDto extends IdentityProviderDto {
  @Doc('When the account was connected with it. Null if it is not.', TIME_OR_NULL)
  connectedAt: string | null;
}

/** GET /user/me/identities: how the person can sign in. */
export class SignInMethodsDto {
  @Doc('Whether the account has a password.')
  hasPassword: boolean;

  @Doc(
    'Until when this session may make changes that otherwise need the password, because the person has confirmed at a provider that it is them. Null if they have not.',
    TIME_OR_NULL,
  )
  confirmedUntil: string | null;

  @Doc({ type: [OwnIdentityDto] })
  providers: OwnIdentityDto[];
}
