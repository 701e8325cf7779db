import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { SIGN_IN_FAILURES, type SignInFailure } from '@inner-weather/domain/problems/sign-in-failures';
import type { Message } from '@inner-weather/languages/messages';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { Injectable, Logger } from '@nestjs/common';
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import { AuthConfig } from '../../config.js';
import type { BegunFlow } from '../flows.repository.js';
import type { OidcProvider } from '../../oidc-provider.js';
import { configurationOf } from './configuration.js';
import { failureOf, isAboutAnother } from './failure.js';
import { publicAddress } from './fetch.js';
import { isInGroup } from './groups.js';
import {
  type Claims,
  emailOf,
  identityIdOf,
  isEnough,
  namesOf,
  type ProviderIdentity,
  toldBy,
} from './identity.js';

/** Milliseconds for which the metadata of a provider are used before they are fetched again. */
const METADATA_MS = 60 * 60_000;

/** Seconds that may lie between a person's sign-in at the provider and the confirmation that it counts for. */
const CONFIRMED_WITHIN_S = 5 * 60;

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

  constructor(
    private readonly config: AuthConfig,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.declareEach(
      'sign_in',
      config.OIDC_PROVIDERS.map(({ name }) => name),
    );
    for (const { id, discovery: inside } of config.OIDC_PROVIDERS) {
      if (inside?.startsWith('http:')) {
        this.logger.warn({
          provider: id,
          msg: 'this provider is asked by http, without encryption, at its discovery address',
        });
      }
    }
  }

  list(): OidcProvider[] {
    return this.config.OIDC_PROVIDERS;
  }

  /** Whether people sign in only at a provider. */
  get areOnlyWay(): boolean {
    return this.config.PASSWORD_LOGIN === 'off';
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
    const url = publicAddress(
      buildAuthorizationUrl(config, {
        response_type: 'code',
        redirect_uri: this.redirectUri(provider),
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(purpose === 'confirm' && { prompt: 'login', max_age: String(CONFIRMED_WITHIN_S) }),
      }),
      provider,
    );
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
      // Fresh, so that the keys are those of now: openid-client would not look for new ones within a minute.
      const config = await this.discover(provider);
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
      this.dependencies.succeeded('sign_in', provider.name);
      const more =
        purpose === 'sign-in' && !isEnough(provider, claims)
          ? await this.userInfo(provider, config, tokens.access_token, claims.sub)
          : {};
      return this.identityOf(provider, { ...more, ...toldBy(claims) }, claims, tokens.id_token, purpose);
    } catch (error) {
      throw this.refused(provider, error);
    }
  }

  /** The page that ends the session at the provider; null if it has none or does not answer. */
  async endSessionUrl(provider: OidcProvider, idToken: string): Promise<string | null> {
    const config = await this.configOf(provider).catch(() => undefined);
    if (!config?.serverMetadata().end_session_endpoint) return null;
    const hint = { id_token_hint: idToken, post_logout_redirect_uri: `${this.publicUrl}/` };
    return publicAddress(buildEndSessionUrl(config, hint), provider).href;
  }

  /** Rejects if the provider does not answer; the next call asks again. */
  configOf(provider: OidcProvider): Promise<Configuration> {
    const known = this.discovered.get(provider.id);
    return known && known.until > Date.now() ? known.config : this.discover(provider);
  }

  private discover(provider: OidcProvider): Promise<Configuration> {
    const config = configurationOf(provider);
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

  /** Empty if the provider does not answer as it should: then the person is asked for what is missing. */
  private async userInfo(
    provider: OidcProvider,
    config: Configuration,
    accessToken: string,
    subject: string,
  ): Promise<Claims> {
    if (!config.serverMetadata().userinfo_endpoint) return {};
    try {
      return toldBy(await fetchUserInfo(config, accessToken, subject));
    } catch (error) {
      // What it says is about another person.
      if (isAboutAnother(error)) throw error;
      this.warn(provider, 'sign_in_userinfo', error);
      return {};
    }
  }

  private identityOf(
    provider: OidcProvider,
    claims: Claims,
    { iss, sub, sid }: { iss: string; sub: string; sid?: unknown },
    idToken: string,
    purpose: BegunFlow['purpose'],
  ): ProviderIdentity {
    const { id, groupsClaim, adminGroup, trustEmail } = provider;
    const decidesRole = adminGroup !== undefined && purpose === 'sign-in';
    const isAdmin = decidesRole ? isInGroup(claims, groupsClaim, adminGroup) : undefined;
    if (decidesRole && isAdmin === undefined) this.warn(provider, 'sign_in_groups_missing');
    return {
      id: identityIdOf(iss, sub),
      provider: id,
      ...emailOf(claims, trustEmail),
      ...namesOf(claims),
      ...(isAdmin !== undefined && { isAdmin }),
      idToken,
      ...(typeof sid === 'string' && { sid }),
    };
  }

  private silent(provider: OidcProvider, error: unknown): DomainError {
    this.fail(provider, error);
    return new DomainError('unavailable', problem(ACCOUNT_PROBLEMS.provider_silent), 60);
  }

  private refused(provider: OidcProvider, error: unknown): RefusedSignIn {
    if (error instanceof RefusedSignIn) return error;
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
      return new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_cancelled);
    }
    const failure = this.fail(provider, error);
    return new RefusedSignIn(
      failure === 'sign_in_unreachable' ? ACCOUNT_PROBLEMS.provider_silent : ACCOUNT_PROBLEMS.sign_in_failed,
    );
  }

  private fail(provider: OidcProvider, error: unknown): SignInFailure {
    const failure = failureOf(error);
    this.log(provider, failure, error);
    return failure;
  }

  /** For what does not keep people from signing in. */
  private warn(provider: OidcProvider, failure: SignInFailure, error?: unknown): void {
    this.log(provider, failure, error);
    this.dependencies.succeeded('sign_in', provider.name);
  }

  /** Names and codes of the library only: messages and causes may hold tokens and what the person is called. */
  private log({ id, name: provider }: OidcProvider, failure: SignInFailure, error: unknown): void {
    this.dependencies.failed('sign_in', failure, { provider });
    const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
    const reason = typeof code === 'string' ? code : name;
    const answered = error instanceof ResponseBodyError ? error.error : undefined;
    const advice = SIGN_IN_FAILURES[failure].message;
    this.logger.warn({
      provider: id,
      failure,
      advice,
      reason,
      answered,
      msg: 'a sign-in at a provider failed',
    });
  }
}
