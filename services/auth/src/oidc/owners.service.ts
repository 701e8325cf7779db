import type { BeginOidcRequest } from '@inner-weather/contracts/rpc/oidc';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { BegunFlow } from './flows.repository.js';
import { RefusedSignIn } from './provider/providers.service.js';

/** The account and the session of a person who went to a provider while signed in here. */
export type Owner = NonNullable<BegunFlow['signedIn']>;

/** Whether people who are signed in own the account that they change by way of a provider. */
@Injectable()
export class OwnersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /** A session alone must not give an account another way to sign in: a stolen one would then last for ever. */
  async check(
    { purpose, currentPassword, code }: BeginOidcRequest['begin'],
    userId: string | undefined,
    sessionId: string | undefined,
  ): Promise<Owner> {
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

  /** The account of an owner who comes back. Throws RefusedSignIn if the session or the credentials have ended meanwhile. */
  async getConnecting(owner: Owner): Promise<User> {
    const user = await this.users.find(owner.userId);
    if (user?.credentialsVersion !== owner.credentialsVersion)
      throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
    await this.assertOpen(owner);
    return user;
  }

  /** Notes that the owner of a session has confirmed at a provider that it is them. */
  async noteConfirmed({ userId, sessionId }: Owner): Promise<void> {
    await this.users.noteConfirmed(userId, sessionId);
  }

  /** Throws RefusedSignIn. */
  async assertOpen({ userId, sessionId }: Owner): Promise<void> {
    if ((await this.sessions.find(sessionId))?.userId === userId) return;
    throw new RefusedSignIn(ACCOUNT_PROBLEMS.sign_in_expired);
  }
}
