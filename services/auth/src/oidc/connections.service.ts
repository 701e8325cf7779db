import type { SignInMethodsDto } from '@inner-weather/contracts/accounts/oidc.dto';
import type { RemoveIdentityRequest } from '@inner-weather/contracts/rpc/oidc';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { confirmedUntil, CurrentPasswordService } from '../accounts/current-password.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import type { ProviderIdentity } from './provider/identity.js';
import { ProvidersService, RefusedSignIn } from './provider/providers.service.js';

/** Which accounts are connected with which identities. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly identities: IdentitiesRepository,
    private readonly users: UsersRepository,
    private readonly credentials: CredentialsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly administrator: AdministratorService,
  ) {}

  /**
   * The account that an identity is connected with. A sign-up that was interrupted has left an identity without an
   * account, which must not keep its owner out.
   */
  async findAccount({ id }: ProviderIdentity): Promise<User | null> {
    const known = await this.identities.find(id);
    const user = known && (await this.users.find(known.userId));
    if (known && !user) await this.identities.removeAbandoned(known);
    return user;
  }

  /** Answers the account with its new version of credentials. Throws RefusedSignIn. */
  async connect(verified: User, identity: ProviderIdentity): Promise<User> {
    const userId = String(verified._id);
    const connected = await this.findAccount(identity);
    if (connected?._id.equals(verified._id)) return verified;
    if (connected) throw new RefusedSignIn(ACCOUNT_PROBLEMS.identity_taken);
    const changed = await this.credentials.tryChange(verified, {}, 'all');
    if (!changed || changed === 'taken') throw new RefusedSignIn(ACCOUNT_PROBLEMS.same_moment);
    if (await this.identities.insert(userId, identity)) {
      // What the group of an earlier identity gave may still be noted.
      await this.administrator.setByGroup(userId, identity.provider, false);
      return changed;
    }
    const others = await this.identities.listOf(userId);
    throw new RefusedSignIn(
      others.some(({ provider }) => provider === identity.provider)
        ? ACCOUNT_PROBLEMS.identity_second
        : ACCOUNT_PROBLEMS.identity_taken,
    );
  }

  /** Throws RefusedSignIn. */
  async assertConnected(userId: string, identity: ProviderIdentity): Promise<void> {
    const known = await this.identities.find(identity.id);
    if (known?.userId !== userId) throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_other);
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
    const { areOnlyWay } = this.providers;
    if ((!user.passwordHash || areOnlyWay) && others.length === 0) {
      const { identity_last, identity_only } = ACCOUNT_PROBLEMS;
      throw new DomainError('forbidden', problem(areOnlyWay ? identity_only : identity_last));
    }
    await this.currentPassword.check(user, proof.currentPassword, sessionId);
    // Only one of two simultaneous requests gets further, so that the last two ways cannot both be removed.
    await this.credentials.claim(user, sessionId);
    await this.identities.remove(userId, identity._id);
    await this.administrator.setByGroup(userId, provider, false);
    // Once more: a sign-in that began before the removal may have opened a session after the claim.
    await this.credentials.endSessions(userId, sessionId);
  }
}
