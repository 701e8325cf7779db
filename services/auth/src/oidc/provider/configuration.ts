import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { isOnLoopback, type OidcProvider } from '../../oidc-provider.js';
import { fetchFrom } from './fetch.js';

/** Seconds that a provider may take for one answer. A sign-in needs up to four. */
const TIMEOUT_S = 4;

/** Seconds by which the provider's clock may be off. */
const CLOCK_TOLERANCE_S = 30;

/** Fetches the metadata of a provider. Rejects if it does not answer, or names another issuer. */
export function configurationOf(provider: OidcProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret, clientAuthentication, discovery: inside = '' } = provider;
  const authentication = !clientSecret
    ? None()
    : clientAuthentication === 'client_secret_post'
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret);
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_S };
  return discovery(new URL(issuer), clientId, metadata, authentication, {
    timeout: TIMEOUT_S,
    [customFetch]: fetchFrom(provider),
    execute: [
      // Without it, the signature of an ID token is not checked.
      enableNonRepudiationChecks,
      ...(isOnLoopback(issuer) || inside.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  });
}
