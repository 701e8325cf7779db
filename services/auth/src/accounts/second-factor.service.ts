import type {
  ConfirmSecondFactorDto,
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorProofDto,
} from '@inner-weather/contracts/second-factor.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from './current-password.service.js';
import { LimitsService } from './limits.service.js';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import type { SecondFactor } from './second-factor.schema.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SessionsService } from './sessions.service.js';
import { isTotpCode, newTotpSecret, stepOfCode, totpUri } from './totp.js';
import type { User } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

/** A code of an app beside the password, for who wants one. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly sessions: SessionsService,
    private readonly limits: LimitsService,
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
   * Makes a secret, to be confirmed within an hour. Throws `second_factor_active`, `invalid_credentials`,
   * `rate_limited`, `unauthenticated`.
   */
  async begin(userId: string, currentPassword: string): Promise<NewSecondFactorDto> {
    const { email } = await this.askForPassword(userId, currentPassword);
    const secret = newTotpSecret();
    if (!(await this.factors.begin(userId, secret))) {
      throw new DomainError('second_factor_active', 'A second factor is on already. Turn it off first.');
    }
    return { secret, uri: totpUri(secret, email) };
  }

  /**
   * Turns it on by a first code, and ends every other session: they came in by the password alone. Throws
   * `not_found` where no secret waits, `invalid_credentials`.
   */
  async confirm(
    userId: string,
    sessionId: string,
    { code }: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    const factor = await this.factors.findPending(userId);
    if (!factor) throw nothingToConfirm();
    const step = stepOfCode(await this.factors.secretOf(factor), withoutBlanks(code));
    if (step === undefined) throw wrongCode();
    const recoveryCodes = newRecoveryCodes();
    if (!(await this.factors.activate(factor, step, recoveryCodes.map(hashOfRecoveryCode)))) {
      throw nothingToConfirm();
    }
    await this.sessions.closeAll(userId, sessionId);
    return { recoveryCodes };
  }

  /** Turns it off, and ends every other session. Throws `not_found`, `invalid_credentials`, `rate_limited`. */
  async remove(userId: string, sessionId: string, proof: SecondFactorProofDto): Promise<void> {
    await this.askForBoth(userId, proof);
    await this.factors.delete(userId);
    await this.sessions.closeAll(userId, sessionId);
  }

  /** The codes from before are no good any more. Throws `not_found`, `invalid_credentials`, `rate_limited`. */
  async renewRecoveryCodes(userId: string, proof: SecondFactorProofDto): Promise<RecoveryCodesDto> {
    await this.askForBoth(userId, proof);
    const recoveryCodes = newRecoveryCodes();
    await this.factors.replaceRecoveryCodes(userId, recoveryCodes.map(hashOfRecoveryCode));
    return { recoveryCodes };
  }

  /**
   * The second step of a login, for whoever knew the password. Throws `second_factor_required` where a code is
   * missing, `invalid_credentials` for a wrong or used one, `rate_limited`.
   */
  async checkLogin(userId: string, code: string | undefined): Promise<void> {
    const factor = await this.factors.findActive(userId);
    if (!factor) return;
    if (code === undefined) {
      throw new DomainError('second_factor_required', [{ msg: 'Your code is needed, too', field: 'code' }]);
    }
    await this.useCode(factor, code);
  }

  private async askForPassword(userId: string, currentPassword: string): Promise<User> {
    const user = await this.users.find(userId);
    if (!user) throw new DomainError('unauthenticated', 'This account does not exist any more.');
    await this.currentPassword.check(user, currentPassword);
    return user;
  }

  private async askForBoth(userId: string, { currentPassword, code }: SecondFactorProofDto): Promise<void> {
    await this.askForPassword(userId, currentPassword);
    const factor = await this.factors.findActive(userId);
    if (!factor) throw new DomainError('not_found', 'There is no second factor.');
    await this.useCode(factor, code);
  }

  /**
   * Six digits are guesses that count. A recovery code is beyond guessing, so that it lets a person in even while
   * somebody who knows the password uses up all guesses.
   */
  private async useCode(factor: SecondFactor, given: string): Promise<void> {
    const userId = factor._id;
    const code = withoutBlanks(given);
    if (!isTotpCode(code)) {
      if (!(await this.factors.useRecoveryCode(userId, hashOfRecoveryCode(code)))) throw wrongCode();
      return;
    }
    await this.limits.countGuess('second-factor', userId);
    const step = stepOfCode(await this.factors.secretOf(factor), code);
    if (step === undefined || !(await this.factors.useStep(userId, step))) throw wrongCode();
    await this.limits.forgetGuesses('second-factor', userId);
  }
}

/** Apps show codes as `123 456`. */
const withoutBlanks = (code: string): string => code.replace(/\s/g, '');

const wrongCode = () =>
  new DomainError('invalid_credentials', [
    { msg: 'This code is wrong or has been used. Take the next one', field: 'code' },
  ]);

const nothingToConfirm = () =>
  new DomainError('not_found', 'There is nothing to confirm any more. Begin again, please.');
