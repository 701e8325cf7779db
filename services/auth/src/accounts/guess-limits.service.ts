import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { quotaOf, type Quotas, QuotasService } from '../quotas.service.js';
import type { AccountEraser, ErasedAccount } from './account-erasers.service.js';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Wrong codes of one second factor within a day. */
const CODES_PER_DAY = 50;

/** The secrets that a signed-in user, or one who knows the password, could guess at. */
type GuessedSecret = 'current-password' | 'second-factor';

/** The names of the counters, all by the user's id. */
const GUESS_COUNTERS = ['current-password', 'second-factor', 'second-factor-day'];

/** Bounds how often the current password and the codes of a second factor can be guessed. */
@Injectable()
export class GuessLimitsService implements AccountEraser {
  constructor(
    private readonly quotas: QuotasService,
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  eraseAccount({ userId }: ErasedAccount): Promise<void> {
    return this.counters.forgetAll(GUESS_COUNTERS, userId);
  }

  /** Call it before the secret is compared: each guess counts as wrong until `forget`. Throws `rate_limited`. */
  async count(what: GuessedSecret, userId: string): Promise<void> {
    await this.quotas.take(this.quotasOf(what, userId));
  }

  /** The guess was right. */
  async forget(what: GuessedSecret, userId: string): Promise<void> {
    await this.quotas.forgetFailures(this.quotasOf(what, userId));
  }

  private quotasOf(what: GuessedSecret, userId: string): Quotas {
    const { FAILED_LOGINS_PER_15_MIN } = this.config;
    const quarter = quotaOf(what, 'guesses', FAILED_LOGINS_PER_15_MIN, QUARTER_MS, userId);
    if (what === 'current-password') return [quarter];
    // Six digits alone would not withstand weeks of guesses by an attacker who knows the password.
    return [quarter, quotaOf('second-factor-day', 'codes', CODES_PER_DAY, DAY_MS, userId)];
  }
}
