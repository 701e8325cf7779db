import { type Counted, Counters } from '@inner-weather/platform/limits/counters';
import { type LimitPolicy, tellRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { networkOf } from './network.js';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Sign-ups with one email from one network within an hour. */
const SIGNUPS_PER_EMAIL = 10;

/** Requests for a new password from one network within an hour, and mails to one address. */
const RESET_REQUESTS = 30;
const RESET_MAILS = 5;

/** What is counted of an email, and of an account, for as long as there is the account. */
const OF_LOGINS = ['login', 'login-account', 'login-refused', 'login-strikes'];
const OF_ACCOUNTS = ['current-password', 'exports', 'second-factor', 'second-factor-day', 'writes'];

/** Wrong codes of one second factor within a day. */
const CODES_PER_DAY = 50;

/** What somebody may guess at who is past the first door. */
type Guessed = 'current-password' | 'second-factor';

/** Who tries to log in, and from where. */
export interface LoginAttempt {
  email: string;
  address: string;
  /** Whether this account has come in from there before. */
  known: boolean;
}

/** A counter with its quota: what is counted, and of whom. */
interface Count {
  policy: LimitPolicy;
  ofWhom: Counted;
}

/**
 * Bounds guessing, in the database, so that every replica counts together. What a stranger does elsewhere never keeps
 * a person out: failures count for account and network together, and where an account has come in from before, only
 * those count.
 */
@Injectable()
export class LimitsService {
  constructor(
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `rate_limited` when this network has signed up too often, in all or with this email. */
  async countSignUp(email: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.take([
      {
        policy: policyOf('signup', 'sign-ups from your address', this.config.SIGNUPS_PER_HOUR, HOUR_MS),
        ofWhom: network,
      },
      {
        policy: policyOf('signup-email', 'sign-ups with this email', SIGNUPS_PER_EMAIL, HOUR_MS),
        ofWhom: [email, network],
      },
    ]);
  }

  /** Throws `rate_limited` when this network has asked for too many new passwords, in all or for this email. */
  async countResetRequest(email: string, address: string): Promise<void> {
    const network = networkOf(address);
    const words = 'requests for a new password';
    await this.take([
      { policy: policyOf('reset-request', words, RESET_REQUESTS, HOUR_MS), ofWhom: network },
      {
        policy: policyOf('reset-request-email', words, RESET_MAILS, HOUR_MS),
        ofWhom: [email, network],
      },
    ]);
  }

  /** Whether one more link may be sent to this email: nobody fills another person's mailbox. */
  async mayMail(email: string): Promise<boolean> {
    if (this.config.RATE_LIMITS === 'off') return true;
    return (await this.counters.add('reset-mail', email, HOUR_MS)) <= RESET_MAILS;
  }

  /** Guesses at links. Throws `rate_limited`. */
  async countReset(address: string): Promise<void> {
    const policy = policyOf('reset', 'new passwords', RESET_REQUESTS, HOUR_MS);
    await this.take([{ policy, ofWhom: networkOf(address) }]);
  }

  /**
   * To be asked before the password is looked at. Counts the attempt as failed until `forgetLogin` says otherwise, so
   * that many attempts at once get no further than as many one by one. Throws `rate_limited` when there have been too
   * many failures to try once more; that attempt does not count. Whoever comes back after a refusal gets half as many
   * attempts each time, for a day.
   */
  async countLogin(attempt: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const strikes = await this.counters.read('login-strikes', pairOf(attempt), DAY_MS);
    const counts = this.countsOf(attempt, strikes);
    const [pair] = counts;
    const refused = await this.tryToTake(counts);
    if (!refused) return;
    if (refused === pair.policy) await this.strikeOnce(attempt, strikes);
    throw tooMany(refused);
  }

  /** Whoever knows the password is let in again at once afterwards. */
  async forgetLogin(attempt: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.settle(this.countsOf(attempt, 0));
    await this.counters.forget('login-strikes', pairOf(attempt), DAY_MS);
  }

  /** To be asked before a secret is looked at that a person was asked for besides. Throws `rate_limited`. */
  async countGuess(what: Guessed, userId: string): Promise<void> {
    await this.take(this.guessesOf(what, userId));
  }

  /** It was the right one. */
  async forgetGuesses(what: Guessed, userId: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.settle(this.guessesOf(what, userId));
  }

  private guessesOf(what: Guessed, ofWhom: string): [Count, ...Count[]] {
    const { FAILED_LOGINS_PER_15_MIN: quota } = this.config;
    const quarter = { policy: policyOf(what, 'wrong guesses', quota, QUARTER_MS), ofWhom };
    if (what === 'current-password') return [quarter];
    // Six digits do not stand up to somebody who knows the password and goes on for weeks.
    const day = policyOf('second-factor-day', 'wrong codes', CODES_PER_DAY, DAY_MS);
    return [quarter, { policy: day, ofWhom }];
  }

  /**
   * For an account that is deleted. What bounds sign-ups and mails stays until its hour is over: by making and
   * deleting accounts nobody shall fill a stranger's mailbox.
   */
  async forgetAccount(userId: string, email: string): Promise<void> {
    await this.counters.forgetAll(OF_LOGINS, email);
    await this.counters.forgetAll(OF_ACCOUNTS, userId);
  }

  /** The first is that of account and network together. */
  private countsOf(attempt: LoginAttempt, strikes: number): [Count, ...Count[]] {
    const {
      FAILED_LOGINS_PER_15_MIN: ofPair,
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN: ofNetwork,
      FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN: ofAccount,
    } = this.config;
    const policy = (name: string, quota: number) => policyOf(name, 'failed logins', quota, QUARTER_MS);
    const quota = Math.max(1, Math.floor(ofPair / 2 ** strikes));
    const pair = { policy: policy('login', quota), ofWhom: pairOf(attempt) };
    if (attempt.known) return [pair];
    return [
      pair,
      { policy: policy('login-address', ofNetwork), ofWhom: networkOf(attempt.address) },
      { policy: policy('login-account', ofAccount), ofWhom: attempt.email },
    ];
  }

  /** After a success: forgets the failures that the first counts, and of the others takes back this attempt alone. */
  private async settle([first, ...others]: [Count, ...Count[]]): Promise<void> {
    await Promise.all([
      this.counters.forget(first.policy.name, first.ofWhom, first.policy.windowMs),
      ...others.map(({ policy, ofWhom }) => this.counters.takeBack(policy.name, ofWhom, policy.windowMs)),
    ]);
  }

  /** One strike a window, however many attempts it refuses. */
  private async strikeOnce(attempt: LoginAttempt, strikes: number): Promise<void> {
    const refusals = await this.counters.add('login-refused', pairOf(attempt), QUARTER_MS);
    if (refusals === 1 && strikes < 8) await this.counters.add('login-strikes', pairOf(attempt), DAY_MS);
  }

  private async take(counts: [Count, ...Count[]]): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const refused = await this.tryToTake(counts);
    if (refused) throw tooMany(refused);
  }

  /** Counts in all of them, or, where one is used up, in none, and answers which one that was. */
  private async tryToTake(counts: [Count, ...Count[]]): Promise<LimitPolicy | undefined> {
    const taken = await Promise.all(
      counts.map(async ({ policy, ofWhom }) => ({
        policy,
        count: await this.counters.add(policy.name, ofWhom, policy.windowMs),
      })),
    );
    const over = taken.find(({ policy, count }) => count > policy.quota);
    const told = over ?? taken[0];
    if (told) tellRateLimit(told.policy, told.count);
    if (!over) return undefined;
    await Promise.all(
      counts.map(({ policy, ofWhom }) => this.counters.takeBack(policy.name, ofWhom, policy.windowMs)),
    );
    return over.policy;
  }
}

const pairOf = ({ email, address }: LoginAttempt): Counted => [email, networkOf(address)];

function policyOf(name: string, words: string, quota: number, windowMs: number): LimitPolicy {
  return { name, words, quota, windowMs };
}
