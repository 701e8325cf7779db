import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { Injectable } from '@nestjs/common';
import { AccountErasersService } from '../accounts/account-erasers.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { type Recognition, RecognitionService } from './recognition.service.js';

/** The last step of a login and of a sign-up: remembers the browser and opens the session. */
@Injectable()
export class SignInCompletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly recognition: RecognitionService,
    private readonly sessions: SessionsService,
    private readonly erasers: AccountErasersService,
  ) {}

  /**
   * If the credentials have changed since they were verified, no session is opened. If the account was deleted since,
   * this also erases what it has just written. Throws `invalid_credentials` in both cases.
   * @param user the account as it was when its credentials were verified
   * @param recognition how the account was recognised before; empty for a new account
   * @param by whose proof of identity it was: a provider is asked again when the session ends
   */
  async completeSignIn(
    user: User,
    client: ClientInfo,
    recognition: Recognition,
    by: 'password' | 'passkey' | 'provider' = 'password',
  ): Promise<SessionGrant> {
    const userId = String(user._id);
    const device = await this.recognition.remember(userId, client, recognition);
    const grant = await this.sessions.open(user, client, by !== 'provider');
    if (grant) return { ...grant, device };
    if (!(await this.users.find(userId))) await this.erasers.erase({ userId, email: user.email });
    throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.login_invalid));
  }
}
