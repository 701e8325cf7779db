import type { PendingIdentityDto, SignInMethodsDto } from '@inner-weather/contracts/accounts/oidc.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type {
  OidcConnectionRequest,
  OidcSignUpRequest,
  PendingRequest,
  RemoveIdentityRequest,
} from '@inner-weather/contracts/rpc/oidc';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message } from '@inner-weather/languages/messages';
import { Injectable } from '@nestjs/common';
import { AccountErasersService } from '../accounts/account-erasers.service.js';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import { confirmedUntil, CurrentPasswordService } from '../accounts/current-password.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AuthConfig } from '../config.js';
import { addressTaken } from '../accounts/address.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SignUpService } from '../registration/sign-up.service.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { type PendingFlow, FlowsRepository } from './flows.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import type { ProviderIdentity } from './provider-identity.js';
import { ProvidersService, RefusedSignIn } from './providers.service.js';

/** Which accounts are connected with which identities. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly flows: FlowsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly signIns: OidcSignInService,
    private readonly users: UsersRepository,
    private readonly addresses: AddressesRepository,
    private readonly credentials: CredentialsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly logins: SignInService,
    private readonly signUps: SignUpService,
    private readonly registration: RegistrationService,
    private readonly administrator: AdministratorService,
    private readonly erasers: AccountErasersService,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `not_found`, like the next two. */
  async describePending({ flow: secret, id = '' }: PendingRequest): Promise<PendingIdentityDto> {
    const flow = await this.flows.find('pending', { secret, id });
    if (!flow) throw expired();
    const { provider, email = '', firstName, lastName } = flow.identity;
    const { name } = this.providers.get(provider);
    return { provider: { id: provider, name }, hasAccount: flow.hasAccount, email, firstName, lastName };
  }

  /**
   * Creates an account without a password. An address that the provider has verified counts as proved. Throws what
   * a sign-up throws.
   */
  async signUp({ flow: secret, id = '', user: dto, client }: OidcSignUpRequest): Promise<SessionGrant> {
    const grant = await this.flows.use('pending', { secret, id }, async ({ identity, invitation }) => {
      await this.signUps.countSignUp(dto.email, client.address);
      if (!this.providers.get(identity.provider).signUp) {
        throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.identity_unknown));
      }
      await this.registration.assertMaySignUp(invitation);
      const user = await this.create(dto, identity, invitation);
      return this.signIns.open(user, identity, client);
    });
    if (!grant) throw expired();
    return grant;
  }

  /** Connects the account of the verified address after its password and its code. Throws what a login throws. */
  async connectByPassword({
    flow: secret,
    id = '',
    proof,
    client,
  }: OidcConnectionRequest): Promise<SessionGrant> {
    const grant = await this.flows.use(
      'pending',
      { secret, id },
      async ({ identity, hasAccount }: PendingFlow) => {
        if (!hasAccount || identity.email === undefined) throw expired();
        const user = await this.logins.verify({ ...proof, email: identity.email }, client);
        try {
          return await this.signIns.open(await this.connect(user, identity), identity, client);
        } catch (error) {
          throw error instanceof RefusedSignIn ? conflict(error.problem) : error;
        }
      },
    );
    if (!grant) throw expired();
    return grant;
  }

  /** Answers the account with its new version of credentials. Throws RefusedSignIn. */
  async connect(verified: User, identity: ProviderIdentity): Promise<User> {
    const userId = String(verified._id);
    const known = await this.identities.find(identity.id);
    if (known?.userId === userId) return verified;
    if (known) throw new RefusedSignIn(ACCOUNT_PROBLEMS.identity_taken);
    const changed = await this.credentials.tryChange(verified, {}, 'all');
    if (!changed || changed === 'taken') throw new RefusedSignIn(ACCOUNT_PROBLEMS.same_moment);
    if (await this.identities.insert(userId, identity)) return changed;
    const others = await this.identities.listOf(userId);
    throw new RefusedSignIn(
      others.some(({ provider }) => provider === identity.provider)
        ? ACCOUNT_PROBLEMS.identity_second
        : ACCOUNT_PROBLEMS.identity_taken,
    );
  }

  async list(userId: string, sessionId: string): Promise<SignInMethodsDto> {
    const [user, identities] = await Promise.all([this.users.get(userId), this.identities.listOf(userId)]);
    return {
      hasPassword: user.passwordHash !== undefined,
      confirmedUntil: confirmedUntil(user, sessionId)?.toISOString() ?? null,
      providers: this.providers.list().map(({ id, name }) => {
        const identity = identities.find(({ provider }) => provider === id);
        return { id, name, connectedAt: identity?.connectedAt.toISOString() ?? null };
      }),
    };
  }

  /**
   * Ends every other session, since some may have been opened by it. Throws `not_found`, `forbidden` for the only way
   * to sign in, and what the check of the password throws.
   */
  async disconnect({ userId, sessionId, provider, proof }: RemoveIdentityRequest): Promise<void> {
    const user = await this.users.get(userId);
    const all = await this.identities.listOf(userId);
    const identity = all.find((one) => one.provider === provider);
    if (!identity) throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.identity_missing));
    const others = all.filter((one) => one !== identity && this.providers.find(one.provider));
    const { PASSWORD_LOGIN } = this.config;
    if ((!user.passwordHash || PASSWORD_LOGIN === 'off') && others.length === 0) {
      const { identity_last, identity_only } = ACCOUNT_PROBLEMS;
      throw new DomainError('forbidden', problem(PASSWORD_LOGIN === 'off' ? identity_only : identity_last));
    }
    await this.currentPassword.check(user, proof.currentPassword, sessionId);
    // Only one of two simultaneous requests gets further, so that the last two ways cannot both be removed.
    await this.credentials.claim(user, sessionId);
    await this.identities.remove(userId, identity._id);
    await this.administrator.setByGroup(userId, provider, false);
    // Once more: a sign-in that began before the removal may have opened a session after the claim.
    await this.credentials.endSessions(userId, sessionId);
  }

  private async create(
    { firstName, lastName, location, place, language, email }: OidcSignUpRequest['user'],
    identity: ProviderIdentity,
    invitation: string | undefined,
  ): Promise<User> {
    if (await this.identities.find(identity.id)) throw conflict(ACCOUNT_PROBLEMS.identity_taken);
    const chosen = { ...(place && { place }), ...(language && { language }) };
    const isVerified = identity.isEmailVerified && identity.email === email;
    // An account that has not proved the address would lose it: its user is asked to connect it instead.
    if (isVerified && (await this.addresses.findHolder(email))) throw addressTaken();
    const proof = isVerified ? { provedEmail: email } : {};
    const profile = { firstName, lastName, location, ...chosen, email, ...proof };
    const user = await this.registration.createAccount(profile, invitation, undefined);
    const userId = String(user._id);
    if (await this.identities.insert(userId, identity)) return user;
    // The same person signed up in another browser at the same moment.
    await this.erasers.erase({ userId, email });
    await this.users.remove(user._id);
    throw conflict(ACCOUNT_PROBLEMS.identity_taken);
  }
}

const expired = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.sign_in_expired));

const conflict = (message: Message) => new DomainError('forbidden', problem(message));
