import { type Counted, Counters } from '@inner-weather/platform/limits/counters';
import { networkOf } from '@inner-weather/platform/limits/network';
import { type LimitPolicy, tellRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { type Quota, quotaOf, toUndone } from '../limits/quota.js';
import { QuotasService } from '../limits/quotas.service.js';
import { LOGIN_ATTEMPTS, LoginAttemptsService, type LoginSubject } from './login-attempts.service.js';
import type { Recognition } from '../recognition/recognition.service.js';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;

/** Sign-ups with one email from one network within an hour. */
const SIGNUPS_PER_EMAIL = 10;

const FAILED_LOGINS = { words: 'failed logins', windowMs: QUARTER_MS };

/**
 * Of one account from one network, over all browsers, that worked or not. Never taken back: whoever knows the password
 * gets in this often, and no more, since each login without a cookie makes another known browser.
 */
const ALL_LOGINS: LimitPolicy = { name: 'logins', words: 'logins', quota: 100, windowMs: QUARTER_MS };

/** Each strike halves the attempts; more than these make no difference. */
const STRIKES_MAX = 8;

/** The names of the counters that begin with an email, and go with its account. */
export const LOGIN_COUNTERS = [LOGIN_ATTEMPTS, 'login-account'];

/** Who tries to log in, and from where. */
export interface LoginAttempt extends Recognition {
  email: string;
  address: string;
}

/**
 * Bounds sign-ups and the guessing of passwords. What a stranger does elsewhere never keeps a person out: failures count
 * for account and network together, and failures from everywhere do not stop a network from which the account has logged
 * in before. A browser with which the account has logged in has a quota of its own, so that its person gets in whatever
 * others do, and a thief of its cookie gets no more attempts than that.
 */
@Injectable()
export class SignInLimitsService {
  constructor(
    private readonly quotas: QuotasService,
    private readonly attempts: LoginAttemptsService,
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `rate_limited` when this network has signed up too often, in all or with this email. */
  async countSignUp(email: string, address: string): Promise<void> {
    const { SIGNUPS_PER_HOUR } = this.config;
    const network = networkOf(address);
    await this.quotas.take([
      quotaOf('signup', 'sign-ups from your address', SIGNUPS_PER_HOUR, HOUR_MS, network),
      quotaOf('signup-email', 'sign-ups with this email', SIGNUPS_PER_EMAIL, HOUR_MS, [email, network]),
    ]);
  }

  /**
   * Call it before the password is compared. The attempt counts as failed until `forgetLogin`, so that many attempts at
   * once get no further than the same number one after the other. Throws `rate_limited` after too many failures; the
   * refused attempt does not count. Each time somebody comes back after a refusal they have half as many attempts, for
   * a day.
   */
  async countLogin(attempt: LoginAttempt): Promise<void> {
    if (this.quotas.isOff) return;
    const subject = subjectOf(attempt);
    const shared = this.sharedQuotasOf(attempt);
    const [{ failed, all, strikes }, counted] = await Promise.all([
      this.attempts.begin(subject),
      this.quotas.count(shared),
    ]);
    const own = { policy: this.ownPolicyOf(strikes), count: failed };
    const used = [own, ...counted, { policy: ALL_LOGINS, count: all }];
    const over = used.find(({ policy, count }) => count > policy.quota);
    const told = over ?? own;
    tellRateLimit(told.policy, told.count);
    if (!over) return;
    await Promise.all([
      this.attempts.refuse(subject, over === own && strikes < STRIKES_MAX),
      ...(shared.length > 0 ? [this.counters.undo(shared.map(toUndone))] : []),
    ]);
    throw tooMany(over.policy);
  }

  /** The password was right: its person has all attempts again. */
  async forgetLogin(attempt: LoginAttempt): Promise<void> {
    if (this.quotas.isOff) return;
    const shared = this.sharedQuotasOf(attempt).map(toUndone);
    await this.counters.undo([this.attempts.forgotten(subjectOf(attempt)), ...shared]);
  }

  /** Of account and network together, or of the known browser. */
  private ownPolicyOf(strikes: number): LimitPolicy {
    const quota = Math.max(1, Math.floor(this.config.FAILED_LOGINS_PER_15_MIN / 2 ** strikes));
    return { ...FAILED_LOGINS, name: 'login', quota };
  }

  /** Those that count for more than this account and network. A known browser has none. */
  private sharedQuotasOf({ device, network: knownNetwork, address, email }: LoginAttempt): Quota[] {
    const {
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN: ofNetwork,
      FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN: ofAccount,
    } = this.config;
    if (device) return [];
    const { words, windowMs } = FAILED_LOGINS;
    const network = quotaOf('login-address', words, ofNetwork, windowMs, networkOf(address));
    if (knownNetwork) return [network];
    return [network, quotaOf('login-account', words, ofAccount, windowMs, email)];
  }
}

/** The account, and the known browser or else the network. */
function subjectOf({ email, address, device }: LoginAttempt): LoginSubject {
  const ofNetwork: Counted = [email, networkOf(address)];
  return device ? { ofWhom: [email, `device ${device._id}`], ofNetwork } : { ofWhom: ofNetwork };
}
