import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message } from '@inner-weather/languages/messages';
import { Injectable, Logger } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import { AuthConfig } from '../config.js';
import type { BegunFlow } from './flows.repository.js';
import { isOnLoopback, type OidcProvider } from '../oidc-provider.js';
import {
  type Claims,
  emailOf,
  identityIdOf,
  isInGroup,
  namesOf,
  type ProviderIdentity,
} from './provider-identity.js';

/** Seconds that a provider may take for one answer. A sign-in needs up to four. */
const TIMEOUT_S = 4;

/** Milliseconds for which the metadata of a provider are used before they are fetched again. */
const METADATA_MS = 60 * 60_000;

/** Seconds that may lie between a person's sign-in at the provider and the confirmation that it counts for. */
const CONFIRMED_WITHIN_S = 5 * 60;

/** Seconds by which the provider's clock may be off. */
const CLOCK_TOLERANCE_S = 30;

/** Thrown when an answer of a provider is refused: the problem that its user is told. */
export class RefusedSignIn extends Error {
  constructor(readonly problem: Message) {
    super(problem.id);
  }
}

interface Discovered {
  config: Promise<Configuration>;
  until: number;
}

/**
 * Speaks OpenID Connect with the providers: the Authorization Code flow with PKCE, state and nonce. Their metadata are
 * fetched when they are first needed, so a provider that is down keeps nothing from starting.
 */
@Injectable()
export class ProvidersService {
  private readonly logger = new Logger(ProvidersService.name);
  /** By the id of the provider. */
  private readonly discovered = new Map<string, Discovered>();

  constructor(private readonly config: AuthConfig) {}

  list(): OidcProvider[] {
    return this.config.OIDC_PROVIDERS;
  }

  find(id: string): OidcProvider | undefined {
    return this.config.OIDC_PROVIDERS.find((provider) => provider.id === id);
  }

  /** Throws `not_found`. */
  get(id: string): OidcProvider {
    const provider = this.find(id);
    if (!provider) throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.provider_unknown));
    return provider;
  }

  /** The page of the provider where the person signs in. Throws `unavailable`. */
  async authorizationUrl(
    provider: OidcProvider,
    { state, nonce, verifier, purpose }: Pick<BegunFlow, 'state' | 'nonce' | 'verifier' | 'purpose'>,
  ): Promise<string> {
    const config = await this.configOf(provider).catch((error: unknown) => {
      throw this.silent(provider, error);
    });
    const url = buildAuthorizationUrl(config, {
      response_type: 'code',
      redirect_uri: this.redirectUri(provider),
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(purpose === 'confirm' && { prompt: 'login', max_age: String(CONFIRMED_WITHIN_S) }),
    });
    return url.href;
  }

  /**
   * Redeems the code that a provider has answered. `query`: what it added to the address of the callback. Throws
   * RefusedSignIn. Nothing of the answer is logged.
   */
  async redeem(
    provider: OidcProvider,
    { state, nonce, verifier, purpose }: Pick<BegunFlow, 'state' | 'nonce' | 'verifier' | 'purpose'>,
    query: string,
  ): Promise<ProviderIdentity> {
    try {
      const config = await this.configOf(provider);
      const address = new URL(`${this.redirectUri(provider)}?${query}`);
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(purpose === 'confirm' && { maxAge: CONFIRMED_WITHIN_S }),
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_failed);
      const more: Claims = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      return identityOf(provider, { ...more, ...claims }, claims, tokens.id_token);
    } catch (error) {
      throw this.refused(provider, error);
    }
  }

  /** The page that ends the session at the provider; null if it has none or does not answer. */
  async endSessionUrl(provider: OidcProvider, idToken: string): Promise<string | null> {
    const config = await this.configOf(provider).catch(() => undefined);
    if (!config?.serverMetadata().end_session_endpoint) return null;
    return buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.publicUrl}/`,
    }).href;
  }

  /** Rejects if the provider does not answer; the next call asks again. */
  configOf(provider: OidcProvider): Promise<Configuration> {
    const known = this.discovered.get(provider.id);
    if (known && known.until > Date.now()) return known.config;
    const config = discover(provider);
    this.discovered.set(provider.id, { config, until: Date.now() + METADATA_MS });
    config.catch(() => this.discovered.delete(provider.id));
    return config;
  }

  private get publicUrl(): string {
    return (this.config.PUBLIC_URL ?? '').replace(/\/$/, '');
  }

  private redirectUri({ id }: OidcProvider): string {
    return `${this.publicUrl}/api/oidc/${id}/callback`;
  }

  private silent(provider: OidcProvider, error: unknown): DomainError {
    this.log(provider, error);
    return new DomainError('unavailable', problem(ACCOUNT_PROBLEMS.provider_silent), 60);
  }

  private refused(provider: OidcProvider, error: unknown): RefusedSignIn {
    if (error instanceof RefusedSignIn) return error;
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
      return new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_cancelled);
    }
    this.log(provider, error);
    return new RefusedSignIn(
      isSilence(error) ? ACCOUNT_PROBLEMS.provider_silent : ACCOUNT_PROBLEMS.sign_in_failed,
    );
  }

  /** Names and codes of the library only: messages and causes may hold tokens and what the person is called. */
  private log({ id }: OidcProvider, error: unknown): void {
    const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
    const reason = typeof code === 'string' ? code : name;
    const answered = error instanceof ResponseBodyError ? error.error : undefined;
    this.logger.warn({ provider: id, reason, answered, msg: 'a sign-in at a provider failed' });
  }
}

async function discover(provider: OidcProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret, clientAuthentication } = provider;
  const authentication = !clientSecret
    ? None()
    : clientAuthentication === 'client_secret_post'
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret);
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_S };
  return discovery(new URL(issuer), clientId, metadata, authentication, {
    timeout: TIMEOUT_S,
    execute: [
      // Without it, the signature of an ID token is not checked.
      enableNonRepudiationChecks,
      ...(isOnLoopback(issuer) ? [allowInsecureRequests] : []),
    ],
  });
}

function identityOf(
  { id, groupsClaim, adminGroup }: OidcProvider,
  claims: Claims,
  { iss, sub, sid }: { iss: string; sub: string; sid?: unknown },
  idToken: string,
): ProviderIdentity {
  return {
    id: identityIdOf(iss, sub),
    provider: id,
    ...emailOf(claims),
    ...namesOf(claims),
    ...(adminGroup !== undefined && { isAdmin: isInGroup(claims, groupsClaim, adminGroup) }),
    idToken,
    ...(typeof sid === 'string' && { sid }),
  };
}

/** Whether a provider did not answer, or answered that it cannot right now. */
function isSilence(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, code, cause } = error as Partial<Record<keyof Error | 'code', unknown>>;
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || message === 'fetch failed') return true;
  if (cause instanceof Response) return cause.status >= 500;
  return isSilence(cause);
}
