import { type Counted, Counters, type UndoneCount } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** The name of the counters. */
export const LOGIN_ATTEMPTS = 'login-attempts';

/** How often one account was tried from one network, or with one known browser, until now. */
export interface LoginAttempts {
  /** In this quarter of an hour, since the last successful login. */
  failed: number;
  /** In this quarter of an hour, from this network with any browser, successful or not. */
  all: number;
  /** Quarters of an hour of this day with an attempt after a refusal, since the last successful login. */
  strikes: number;
}

/** The subject of the counts. */
export interface LoginSubject {
  /** The account from this network, or with this known browser. */
  ofWhom: Counted;
  /** For a known browser: the account from this network. */
  ofNetwork?: Counted;
}

/**
 * Counts the failed logins of one account from one network, or with one known browser, and all its logins from one
 * network. One document holds all counts of a day, those of a quarter of an hour under its number, so one command
 * counts an attempt and reads the counts.
 */
@Injectable()
export class LoginAttemptsService {
  constructor(private readonly counters: Counters) {}

  /** Counts an attempt, as one that failed. */
  async begin({ ofWhom, ofNetwork }: LoginSubject): Promise<LoginAttempts> {
    const { failed, all } = names();
    const [counts, ofAll] = await Promise.all([
      this.add(ofWhom, { [failed]: 1, ...(!ofNetwork && { [all]: 1 }) }),
      ofNetwork ? this.add(ofNetwork, { [all]: 1 }) : undefined,
    ]);
    return { failed: counts[failed] ?? 0, all: (ofAll ?? counts)[all] ?? 0, strikes: counts.strikes ?? 0 };
  }

  /** Uncounts an attempt that was refused. `strike`: the first of them in its quarter of an hour is a strike. */
  async refuse({ ofWhom, ofNetwork }: LoginSubject, strike: boolean): Promise<void> {
    const { failed, all, refused } = names();
    const [counts] = await Promise.all([
      this.add(ofWhom, { [failed]: -1, ...(!ofNetwork && { [all]: -1 }), ...(strike && { [refused]: 1 }) }),
      ofNetwork ? this.add(ofNetwork, { [all]: -1 }) : undefined,
    ]);
    if (strike && counts[refused] === 1) await this.add(ofWhom, { strikes: 1 });
    // A successful login in the meantime has already reset this count.
    if ((counts[failed] ?? 0) < 0) await this.add(ofWhom, { [failed]: 1 });
  }

  /** The counts that a successful login resets. */
  failuresOf({ ofWhom }: LoginSubject): UndoneCount {
    return { what: LOGIN_ATTEMPTS, ofWhom, windowMs: DAY_MS, reset: [names().failed, 'strikes'] };
  }

  private add(ofWhom: Counted, counts: Record<string, number>) {
    return this.counters.addTogether(LOGIN_ATTEMPTS, ofWhom, DAY_MS, counts);
  }
}

/** A day is a whole number of quarters of an hour, and both begin together. */
function names(): Record<'failed' | 'all' | 'refused', string> {
  const quarter = Math.floor(Date.now() / QUARTER_MS);
  return { failed: `failed-${quarter}`, all: `all-${quarter}`, refused: `refused-${quarter}` };
}
