import type {
  BeginOidcRequest,
  BegunOidc,
  FinishedOidc,
  FinishOidcRequest,
} from '@inner-weather/contracts/rpc/oidc';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { ConnectionsService } from './connections.service.js';
import { type BegunFlow, FlowsRepository } from './flows.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { OidcProvider } from '../oidc-provider.js';
import { OidcLimitsService } from './oidc-limits.service.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import type { ProviderIdentity } from './provider-identity.js';
import { ProvidersService, RefusedSignIn } from './providers.service.js';

/** The page that asks a person who is new here for what is missing. */
const PENDING_PAGE = '/join';

type SignedIn = NonNullable<BegunFlow['signedIn']>;

/** Sends people to a provider and receives them when they come back. */
@Injectable()
export class OidcService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly flows: FlowsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly limits: OidcLimitsService,
    private readonly signIns: OidcSignInService,
    private readonly connections: ConnectionsService,
    private readonly registration: RegistrationService,
    private readonly users: UsersRepository,
    private readonly addresses: AddressesRepository,
    private readonly sessions: SessionsRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /**
   * Throws `not_found`, `unavailable` when the provider does not answer, `rate_limited`; for `connect` also what the
   * checks of password and code throw, for both others than `sign-in` `unauthenticated` without a session.
   */
  async begin({
    provider: id,
    begin,
    browser,
    userId,
    sessionId,
    client,
  }: BeginOidcRequest): Promise<BegunOidc> {
    const provider = this.providers.get(id);
    await this.limits.countBegin(client.address);
    const { purpose, returnTo, invitation } = begin;
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const signedIn = purpose === 'sign-in' ? undefined : await this.checkOwner(begin, userId, sessionId);
    const url = await this.providers.authorizationUrl(provider, { ...secrets, purpose });
    const { secret } = await this.flows.insert(
      {
        step: 'begun',
        provider: id,
        purpose,
        ...secrets,
        ...(returnTo !== undefined && { returnTo }),
        ...(invitation !== undefined && { invitation }),
        ...(signedIn && { signedIn }),
      },
      browser,
    );
    return { url, flow: secret };
  }

  /** Never throws for what a provider or a browser sends: the page that is shown next says what is wrong. */
  async finish({ provider: id, flow: secret = '', query, client }: FinishOidcRequest): Promise<FinishedOidc> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const flow = await this.flows.take('begun', { secret, id: state });
    const page = (flow?.purpose !== 'sign-in' && flow?.returnTo) || '/login';
    try {
      await this.limits.countFinish(client.address);
      if (!flow) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
      const provider = this.providers.find(id);
      // Each provider has a callback of its own, so that the answer of one is never taken for that of another.
      if (!provider || flow.provider !== id) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_failed);
      const identity = await this.providers.redeem(provider, flow, query);
      return await this.arrive(provider, flow, identity, { client, secret });
    } catch (error) {
      if (error instanceof RefusedSignIn) return { page, problem: codeOf(error) };
      throw error;
    }
  }

  private arrive(
    provider: OidcProvider,
    flow: BegunFlow,
    identity: ProviderIdentity,
    browser: { client: ClientInfo; secret: string },
  ): Promise<FinishedOidc> {
    const { signedIn, purpose } = flow;
    if (!signedIn) return this.signIn(provider, flow, identity, browser);
    return purpose === 'connect'
      ? this.connect(flow, signedIn, identity)
      : this.confirm(flow, signedIn, identity);
  }

  private async signIn(
    provider: OidcProvider,
    { returnTo, invitation }: BegunFlow,
    identity: ProviderIdentity,
    { client, secret }: { client: ClientInfo; secret: string },
  ): Promise<FinishedOidc> {
    const grant = await this.signIns.signIn(identity, client);
    if (grant) return { page: returnTo ?? '/journal', grant };
    const { email, isEmailVerified } = identity;
    const holder = email !== undefined && isEmailVerified ? await this.addresses.findHolder(email) : null;
    if (!holder) await this.assertMaySignUp(provider, invitation);
    const { id } = await this.flows.insert(
      {
        step: 'pending',
        identity,
        hasAccount: holder !== null,
        ...(invitation !== undefined && { invitation }),
        ...(returnTo !== undefined && { returnTo }),
      },
      secret,
    );
    return { page: `${PENDING_PAGE}?id=${id}`, flow: secret };
  }

  /**
   * The words are the same for everyone who is not connected. They must not tell whether an account has the address: the
   * provider has not verified it. But its user learns how to connect the two.
   */
  private async assertMaySignUp(provider: OidcProvider, invitation: string | undefined): Promise<void> {
    if (provider.signUp) {
      try {
        return await this.registration.assertMaySignUp(invitation);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }
    const { mode, passwordLogin } = await this.registration.describe();
    const { identity_unknown, identity_unknown_invite, sign_up_closed, invitation_wanted } = ACCOUNT_PROBLEMS;
    const [closed, invite] = passwordLogin
      ? [identity_unknown, identity_unknown_invite]
      : [sign_up_closed, invitation_wanted];
    throw new RefusedSignIn(!provider.signUp || mode === 'closed' ? closed : invite);
  }

  private async connect(
    { returnTo = '/settings' }: BegunFlow,
    { userId, sessionId, credentialsVersion }: SignedIn,
    identity: ProviderIdentity,
  ): Promise<FinishedOidc> {
    const user = await this.users.find(userId);
    // The session or the credentials may have ended while the person was at the provider.
    if (user?.credentialsVersion !== credentialsVersion || !(await this.isOpen(userId, sessionId))) {
      throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
    }
    await this.connections.connect(user, identity);
    return { page: returnTo };
  }

  private async confirm(
    { returnTo = '/settings' }: BegunFlow,
    { userId, sessionId }: SignedIn,
    identity: ProviderIdentity,
  ): Promise<FinishedOidc> {
    if (!(await this.isOpen(userId, sessionId))) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
    const known = await this.identities.find(identity.id);
    if (known?.userId !== userId) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_other);
    await this.users.noteConfirmed(userId, sessionId);
    return { page: returnTo };
  }

  private async isOpen(userId: string, sessionId: string): Promise<boolean> {
    return (await this.sessions.find(sessionId))?.userId === userId;
  }

  /** A session alone must not give an account another way to sign in: a stolen one would then last for ever. */
  private async checkOwner(
    { purpose, currentPassword, code }: BeginOidcRequest['begin'],
    userId: string | undefined,
    sessionId: string | undefined,
  ): Promise<SignedIn> {
    if (userId === undefined || sessionId === undefined) {
      throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.sign_in_first));
    }
    const user = await this.users.get(userId);
    if (purpose === 'connect') {
      await this.currentPassword.check(user, currentPassword, sessionId);
      if (user.passwordHash) await this.secondFactor.checkLogin(user, code);
    }
    return { userId, sessionId, credentialsVersion: user.credentialsVersion };
  }
}

const codeOf = ({ problem: message }: RefusedSignIn): string => problem(message).code;
