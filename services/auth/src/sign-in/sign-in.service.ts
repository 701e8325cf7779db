import type { LoginDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import { passwordMatches } from '../accounts/passwords.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { LoginLimitsService } from './login-limits.service.js';
import { RecognitionService } from './recognition.service.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

/** Logging in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: LoginLimitsService,
    private readonly recognition: RecognitionService,
    private readonly secondFactor: SecondFactorService,
    private readonly completion: SignInCompletionService,
  ) {}

  /**
   * Throws `invalid_credentials`, the same for a wrong email and a wrong password, and `rate_limited`. After the right
   * password it throws what SecondFactorService.checkLogin throws.
   */
  async logIn(credentials: LoginDto, client: ClientInfo): Promise<SessionGrant> {
    const { email, password, code } = credentials;
    const user = await this.users.findByEmail(email);
    const recognition = await this.recognition.recognise(user ? String(user._id) : undefined, client);
    const attempt = { email, address: client.address, ...recognition };
    await this.limits.countLogin(attempt);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      return this.logInWithLostAddress(credentials, client);
    }
    await this.limits.forgetLogin(attempt);
    await this.secondFactor.checkLogin(user, code);
    return this.completion.completeSignIn(user, client, recognition);
  }

  /**
   * For an account whose email another account has proved: its user can still log in with that email, and so keeps
   * all entries. Takes the same time where there is no such account. The attempt stays counted as failed, because
   * a user who knows this password must not get unlimited guesses at the password of the other account.
   */
  private async logInWithLostAddress(
    { email, password, code }: LoginDto,
    client: ClientInfo,
  ): Promise<SessionGrant> {
    const user = await this.users.findLost(email);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.login_invalid));
    }
    await this.secondFactor.checkLogin(user, code);
    const recognition = await this.recognition.recognise(String(user._id), client);
    return this.completion.completeSignIn(user, client, recognition);
  }
}
