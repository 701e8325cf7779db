import type {
  ConfirmSecondFactorDto,
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorProofDto,
} from '@inner-weather/contracts/accounts/second-factor.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { GuessLimitsService } from '../accounts/guess-limits.service.js';
import { isProved } from '../accounts/address.js';
import { AuthConfig } from '../config.js';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import type { SecondFactor } from './second-factor.schema.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { isTotpCode, newTotpSecret, stepOfCode, totpUri } from './totp.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** Second factors: codes of an authenticator app, which a login asks for after the password if the user turned it on. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly credentials: CredentialsService,
    private readonly guesses: GuessLimitsService,
    private readonly config: AuthConfig,
  ) {}

  async describe(userId: string): Promise<SecondFactorDto> {
    const factor = await this.factors.findActive(userId);
    return {
      active: factor !== null,
      activeSince: factor?.activeSince?.toISOString() ?? null,
      recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
    };
  }

  /**
   * Creates a secret, which has to be confirmed within an hour. Throws `second_factor_active`, `invalid_credentials`,
   * `rate_limited`, `unauthenticated`, `forbidden` while the address is not proved.
   */
  async begin(
    userId: string,
    sessionId: string | undefined,
    currentPassword: string | undefined,
  ): Promise<NewSecondFactorDto> {
    this.assertEmailProved(await this.users.get(userId));
    const user = await this.askForPassword(userId, sessionId, currentPassword);
    const secret = newTotpSecret();
    if (!(await this.factors.begin(userId, secret, user.credentialsVersion))) {
      throw new DomainError('second_factor_active', problem(ACCOUNT_PROBLEMS.second_factor_on));
    }
    return { secret, uri: totpUri(secret, user.email) };
  }

  /**
   * Turns it on by a first code, and ends every other session, since those were opened by the password alone. Throws
   * `not_found` where no secret is pending that was created under the current credentials, `invalid_credentials`,
   * `rate_limited`, `forbidden` while the address is not proved.
   */
  async confirm(
    userId: string,
    sessionId: string,
    { code }: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    const user = await this.users.get(userId);
    this.assertEmailProved(user);
    const factor = await this.factors.findUnconfirmed(userId);
    if (factor?.credentialsVersion !== user.credentialsVersion) throw nothingToConfirm();
    await this.guesses.count('second-factor', userId);
    const step = stepOfCode(await this.factors.secretOf(factor), withoutBlanks(code));
    if (step === undefined) throw wrongCode();
    await this.guesses.forget('second-factor', userId);
    await this.credentials.claim(user, sessionId);
    const recoveryCodes = newRecoveryCodes();
    if (!(await this.factors.activate(factor, step, recoveryCodes.map(hashOfRecoveryCode)))) {
      throw nothingToConfirm();
    }
    // Once more: a login that began after the claim may have been verified before the second factor was on.
    await this.credentials.endSessions(userId, sessionId);
    return { recoveryCodes };
  }

  /** Turns it off, and ends every other session. Throws `not_found`, `invalid_credentials`, `rate_limited`. */
  async remove(userId: string, sessionId: string, proof: SecondFactorProofDto): Promise<void> {
    const { user, factor } = await this.askForBoth(userId, sessionId, proof);
    await this.credentials.claim(user, sessionId);
    await this.factors.remove(factor);
  }

  /** The old codes stop working. Throws `not_found`, `invalid_credentials`, `rate_limited`. */
  async renewRecoveryCodes(
    userId: string,
    sessionId: string,
    proof: SecondFactorProofDto,
  ): Promise<RecoveryCodesDto> {
    const { user, factor } = await this.askForBoth(userId, sessionId, proof);
    await this.credentials.claim(user, 'all');
    const recoveryCodes = newRecoveryCodes();
    if (!(await this.factors.replaceRecoveryCodes(factor, recoveryCodes.map(hashOfRecoveryCode)))) {
      throw noFactor();
    }
    return { recoveryCodes };
  }

  /**
   * The second step of a login, after the right password. Throws `second_factor_required` where a code is missing,
   * `invalid_credentials` for a wrong or used one, `rate_limited`.
   * @param hasPasskey whether the user could use a passkey instead, which the refusal then says
   */
  async checkLogin(
    user: User,
    code: string | undefined,
    hasPasskey: (user: User) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    const factor = await this.factors.findActive(String(user._id));
    if (!factor) return;
    if (code === undefined) {
      const { code_wanted, code_or_passkey_wanted } = ACCOUNT_PROBLEMS;
      throw new DomainError('second_factor_required', {
        ...problem((await hasPasskey(user)) ? code_or_passkey_wanted : code_wanted),
        field: 'code',
      });
    }
    await this.useCode(factor, code);
  }

  /** For housekeeping: removes what a deleted account left behind. */
  removeLeftovers(): Promise<void> {
    return this.factors.removeLeftovers();
  }

  /** An account whose email is not proved must not lock out the owner of that email by a second factor. */
  private assertEmailProved(user: User): void {
    if (!this.config.SMTP_URL || isProved(user)) return;
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.email_unconfirmed));
  }

  private async askForPassword(
    userId: string,
    sessionId: string | undefined,
    currentPassword: string | undefined,
  ): Promise<User> {
    const user = await this.users.get(userId);
    await this.currentPassword.check(user, currentPassword, sessionId);
    return user;
  }

  private async askForBoth(
    userId: string,
    sessionId: string,
    { currentPassword, code }: SecondFactorProofDto,
  ) {
    const user = await this.askForPassword(userId, sessionId, currentPassword);
    const factor = await this.factors.findActive(userId);
    if (!factor) throw noFactor();
    await this.useCode(factor, code);
    return { user, factor };
  }

  /**
   * Six digits can be guessed, so each attempt counts. A recovery code cannot, so none counts: it lets the user
   * in even while an attacker who knows the password uses up all attempts.
   */
  private async useCode(factor: SecondFactor, input: string): Promise<void> {
    const userId = factor._id;
    const code = withoutBlanks(input);
    if (!isTotpCode(code)) {
      if (!(await this.factors.useRecoveryCode(userId, hashOfRecoveryCode(code)))) throw wrongCode();
      return;
    }
    await this.guesses.count('second-factor', userId);
    const step = stepOfCode(await this.factors.secretOf(factor), code);
    if (step === undefined || !(await this.factors.useStep(userId, step))) throw wrongCode();
    await this.guesses.forget('second-factor', userId);
  }
}

/** Apps show codes as `123 456`. */
const withoutBlanks = (code: string): string => code.replace(/\s/g, '');

const wrongCode = () =>
  new DomainError('invalid_credentials', { ...problem(ACCOUNT_PROBLEMS.code_wrong), field: 'code' });

const noFactor = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_second_factor));

const nothingToConfirm = () => new DomainError('not_found', problem(ACCOUNT_PROBLEMS.set_up_expired));
