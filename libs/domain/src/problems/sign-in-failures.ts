import { defineMessages } from '@inner-weather/languages/messages';

/** Why a sign-in at a provider failed, and what its administrator can do: for the administrator's page and the log. */
export const SIGN_IN_FAILURES = defineMessages('signInFailure', {
  sign_in_unreachable:
    'It does not answer this server. Check issuer and discovery in OIDC_PROVIDERS, and that auth reaches that address.',
  sign_in_certificate:
    'Its certificate is not trusted, has expired or is for another name. For an authority of your own, set TRUSTED_AUTHORITIES.',
  sign_in_issuer_differs:
    'It calls itself by another address than issuer in OIDC_PROVIDERS. Copy issuer from its /.well-known/openid-configuration, with or without a slash at the end, as it is there.',
  sign_in_client_refused:
    'It refuses this journal. Check clientId, clientSecret and clientAuthentication in OIDC_PROVIDERS.',
  sign_in_scope_unknown:
    'It does not give a scope to this journal. Allow the scope there, or leave it out of scopes in OIDC_PROVIDERS.',
  sign_in_shared_secret:
    'It signs ID tokens with the client secret (HS256), which is not accepted. Choose a signing key there: in Authentik, "Signing Key" of the provider.',
  sign_in_encrypted:
    'It encrypts ID tokens, which this journal cannot read. Turn that off there: in Authentik, "Encryption Key" of the provider stays empty.',
  sign_in_key_unknown:
    'It signs ID tokens with a key that it does not publish under jwks_uri. Restart it after a change of keys, and check that a proxy does not keep its old keys.',
  sign_in_algorithm:
    'It signs ID tokens in a way that it does not announce or that is not known here. Choose RS256, ES256, ES384 or EdDSA there.',
  sign_in_clock: 'Its clock and the one of this server differ. Set both by the network (NTP).',
  sign_in_auth_time:
    'It did not ask the person again, or does not say when it did. It has to follow prompt=login and send auth_time in the ID token.',
  sign_in_answer_too_large:
    'It sends more than 512 KiB. Leave out what this journal does not need, such as a picture.',
  sign_in_userinfo:
    'Its userinfo address did not answer as it should. People are asked for what is missing. The claims can also be put into the ID token.',
  sign_in_groups_missing:
    'It does not send the claim in groupsClaim, so no role begins or ends by it. Check groupsClaim and scopes in OIDC_PROVIDERS, and the mapping of groups there.',
  sign_in_refused: 'The sign-in did not work. The log of auth has the reason.',
});

export type SignInFailure = keyof typeof SIGN_IN_FAILURES;
