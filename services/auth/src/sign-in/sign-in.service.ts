import type { PasskeyLoginDto } from '@inner-weather/contracts/accounts/passkeys.dto';
import type { LoginDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { Injectable } from '@nestjs/common';
import { passwordMatches } from '../accounts/passwords.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AuthConfig } from '../config.js';
import { PasskeyVerificationService } from '../passkeys/passkey-verification.service.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { LoginLimitsService } from './login-limits.service.js';
import { type Recognition, RecognitionService } from './recognition.service.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

/**
 * Throws `forbidden` where people sign in and up only at a provider. A password still proves whose an account is: to
 * connect it, and for changes in the settings.
 */
export function assertPasswordLogin({ PASSWORD_LOGIN }: Pick<AuthConfig, 'PASSWORD_LOGIN'>): void {
  if (PASSWORD_LOGIN === 'off') {
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.password_login_off));
  }
}

/** An account whose credentials are right. */
interface Verified {
  user: User;
  recognition: Recognition;
}

/** Whether the user could use a passkey instead of a code. Absent: a passkey would not do. */
type HasPasskey = (user: User) => Promise<boolean>;

/** Logging in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: LoginLimitsService,
    private readonly recognition: RecognitionService,
    private readonly secondFactor: SecondFactorService,
    private readonly passkeys: PasskeysService,
    private readonly passkeyVerification: PasskeyVerificationService,
    private readonly completion: SignInCompletionService,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Throws `forbidden` where no one logs in with a password, `invalid_credentials`, the same for a wrong email and a wrong password, and `rate_limited`. After the right
   * password it throws what SecondFactorService.checkLogin throws.
   */
  async logIn(credentials: LoginDto, client: ClientInfo): Promise<SessionGrant> {
    assertPasswordLogin(this.config);
    const hasPasskey: HasPasskey = (user) => this.passkeys.canLogIn(user);
    const { user, recognition } = await this.recognised(credentials, client, hasPasskey);
    return this.completion.completeSignIn(user, client, recognition);
  }

  /**
   * No code is asked for: the authenticator has verified the user, so a passkey is two factors. Throws what
   * PasskeyVerificationService.check throws.
   */
  async logInByPasskey(answer: PasskeyLoginDto, client: ClientInfo): Promise<SessionGrant> {
    const user = await this.passkeyVerification.check(answer, client.address);
    const recognition = await this.recognition.recognise(String(user._id), client);
    return this.completion.completeSignIn(user, client, recognition, 'passkey');
  }

  /** The account of these credentials, without a session. Throws what `logIn` throws. */
  async verify(credentials: LoginDto, client: ClientInfo): Promise<User> {
    return (await this.recognised(credentials, client)).user;
  }

  private async recognised(
    credentials: LoginDto,
    client: ClientInfo,
    hasPasskey?: HasPasskey,
  ): Promise<Verified> {
    const { email, password, code } = credentials;
    const user = await this.users.findByEmail(email);
    const recognition = await this.recognition.recognise(user ? String(user._id) : undefined, client);
    const attempt = { email, address: client.address, ...recognition };
    await this.limits.countLogin(attempt);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      return this.verifyWithLostAddress(credentials, client, hasPasskey);
    }
    await this.limits.forgetLogin(attempt);
    await this.secondFactor.checkLogin(user, code, hasPasskey);
    return { user, recognition };
  }

  /**
   * For an account whose email another account has proved: its user can still log in with that email, and so keeps
   * all entries. Takes the same time where there is no such account. The attempt stays counted as failed, because
   * a user who knows this password must not get unlimited guesses at the password of the other account.
   */
  private async verifyWithLostAddress(
    { email, password, code }: LoginDto,
    client: ClientInfo,
    hasPasskey?: HasPasskey,
  ): Promise<Verified> {
    const user = await this.users.findLost(email);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      throw new DomainError('invalid_credentials', problem(ACCOUNT_PROBLEMS.login_invalid));
    }
    await this.secondFactor.checkLogin(user, code, hasPasskey);
    return { user, recognition: await this.recognition.recognise(String(user._id), client) };
  }
}
