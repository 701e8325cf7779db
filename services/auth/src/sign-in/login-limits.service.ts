import { type Counted, Counters } from '@inner-weather/platform/limits/counters';
import { networkOf } from '@inner-weather/platform/limits/network';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { type Quota, quotaOf, QuotasService, toUndone } from '../quotas.service.js';
import { LOGIN_ATTEMPTS, LoginAttemptsService, type LoginSubject } from './login-attempts.service.js';
import type { Recognition } from './recognition.service.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

const QUARTER_MS = 15 * 60_000;

const FAILED_LOGINS = { subject: 'failed_logins', windowMs: QUARTER_MS } as const;

/**
 * All logins to one account from one network, with any browser, successful or not. A success does not reset it: each
 * login without a cookie makes another known browser, so even a user who knows the password needs a bound.
 */
const ALL_LOGINS: LimitPolicy = { name: 'logins', subject: 'logins', quota: 100, windowMs: QUARTER_MS };

/** Each strike halves the attempts; more strikes than these make no difference. */
const STRIKES_MAX = 8;

/** The names of the counters that begin with an email. They are deleted with its account. */
const LOGIN_COUNTERS = [LOGIN_ATTEMPTS, 'login-account'];

/** An attempt to log in: to which account, and from where. */
export interface LoginAttempt extends Recognition {
  email: string;
  address: string;
}

/**
 * Limits the guessing of passwords, without locking out the account's user:
 *
 * | an attempt                                        | counts against                                         |
 * | ------------------------------------------------- | ------------------------------------------------------ |
 * | with a browser that the account has used before   | the account with this browser                          |
 * | from a network that the account has used before   | the account from this network; the network             |
 * | from anywhere else                                | the account from this network; the network; the account |
 *
 * So failures elsewhere never stop a known network or browser, and a stolen cookie gives no more attempts than others.
 */
@Injectable()
export class LoginLimitsService implements AccountEraser {
  constructor(
    private readonly quotas: QuotasService,
    private readonly attempts: LoginAttemptsService,
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  /**
   * The counters of sign-ups and mails stay until their hour is over: otherwise an attacker could fill a mailbox by creating
   * and deleting accounts.
   */
  eraseAccount({ email }: ErasedAccount): Promise<void> {
    return this.counters.forgetAll(LOGIN_COUNTERS, email);
  }

  /**
   * Call it before the password is compared. The attempt counts as failed until `forgetLogin`, so simultaneous attempts
   * get no further than the same number of consecutive ones. Throws `rate_limited` after too many failures; the refused
   * attempt does not count. Each quarter of an hour with an attempt after a refusal is a strike, which halves the
   * number of attempts for the rest of the day.
   */
  async countLogin(attempt: LoginAttempt): Promise<void> {
    if (this.quotas.isOff) return;
    const subject = subjectOf(attempt);
    const sharedQuotas = this.sharedQuotasOf(attempt);
    const [{ failed, all, strikes }, sharedUses] = await Promise.all([
      this.attempts.begin(subject),
      this.quotas.count(sharedQuotas),
    ]);
    const subjectUse = { policy: this.subjectPolicyOf(strikes), count: failed };
    const uses = [subjectUse, ...sharedUses, { policy: ALL_LOGINS, count: all }];
    const exceeded = uses.find(({ policy, count }) => count > policy.quota);
    const reported = exceeded ?? subjectUse;
    setRateLimit(reported.policy, reported.count);
    if (!exceeded) return;
    await Promise.all([
      this.attempts.refuse(subject, exceeded === subjectUse && strikes < STRIKES_MAX),
      ...(sharedQuotas.length > 0 ? [this.counters.undo(sharedQuotas.map(toUndone))] : []),
    ]);
    throw tooMany(exceeded.policy);
  }

  /** Call it after the right password: its failures are forgotten, and this attempt no longer counts as failed. */
  async forgetLogin(attempt: LoginAttempt): Promise<void> {
    if (this.quotas.isOff) return;
    const shared = this.sharedQuotasOf(attempt).map(toUndone);
    await this.counters.undo([this.attempts.failuresOf(subjectOf(attempt)), ...shared]);
  }

  /** The limit of the account from one network, or with one known browser. */
  private subjectPolicyOf(strikes: number): LimitPolicy {
    const quota = Math.max(1, Math.floor(this.config.FAILED_LOGINS_PER_15_MIN / 2 ** strikes));
    return { ...FAILED_LOGINS, name: 'login', quota };
  }

  /** The quotas that this attempt shares with other accounts or other networks. A known browser shares none. */
  private sharedQuotasOf({ device, network: knownNetwork, address, email }: LoginAttempt): Quota[] {
    const { FAILED_LOGINS_PER_ADDRESS_PER_15_MIN, FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN } = this.config;
    if (device) return [];
    const { subject, windowMs } = FAILED_LOGINS;
    const ofNetwork = quotaOf(
      'login-address',
      subject,
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN,
      windowMs,
      networkOf(address),
    );
    if (knownNetwork) return [ofNetwork];
    return [
      ofNetwork,
      quotaOf('login-account', subject, FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN, windowMs, email),
    ];
  }
}

/** The account with its known browser, or otherwise from its network. */
function subjectOf({ email, address, device }: LoginAttempt): LoginSubject {
  const ofNetwork: Counted = [email, networkOf(address)];
  return device ? { ofWhom: [email, `device ${device._id}`], ofNetwork } : { ofWhom: ofNetwork };
}
