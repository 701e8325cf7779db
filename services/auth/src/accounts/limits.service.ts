import { createHash } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/errors';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AuthConfig } from '../config.js';
import { Counter } from './counter.schema.js';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;

/** Who tries to log in, and from where. */
export interface LoginAttempt {
  email: string;
  address: string;
}

/** Counts what must not happen too often, in the database, so that every replica counts together. */
@Injectable()
export class LimitsService {
  constructor(
    @InjectModel(Counter.name) private readonly counters: Model<Counter>,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `rate_limited` when this address has signed up too often. */
  async countSignUp(address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const count = await this.add('signup', address, HOUR_MS);
    if (count > this.config.SIGNUPS_PER_HOUR) throw tooMany('sign-ups from your address', HOUR_MS);
  }

  /**
   * To be asked before the password is looked at. Counts the attempt as failed until `forgetLogin` says otherwise, so
   * that many attempts at once get no further than as many one by one. Throws `rate_limited` when this account, or
   * this address, has failed too often to try once more; that attempt does not count.
   */
  async countLogin({ email, address }: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const [ofAccount, ofAddress] = await Promise.all([
      this.add('login', email, QUARTER_MS),
      this.add('login-address', address, QUARTER_MS),
    ]);
    const { FAILED_LOGINS_PER_15_MIN, FAILED_LOGINS_PER_ADDRESS_PER_15_MIN } = this.config;
    if (ofAccount > FAILED_LOGINS_PER_15_MIN || ofAddress > FAILED_LOGINS_PER_ADDRESS_PER_15_MIN) {
      await Promise.all([
        this.takeBack('login', email, QUARTER_MS),
        this.takeBack('login-address', address, QUARTER_MS),
      ]);
      throw tooMany('failed logins', QUARTER_MS);
    }
  }

  /** Whoever knows the password is let in again at once afterwards. */
  async forgetLogin({ email, address }: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await Promise.all([
      this.counters.deleteOne({ _id: idOf('login', email, QUARTER_MS) }),
      this.takeBack('login-address', address, QUARTER_MS),
    ]);
  }

  async deleteExpired(): Promise<void> {
    await this.counters.deleteMany({ expiresAt: { $lt: new Date() } });
  }

  private async add(what: string, ofWhom: string, windowMs: number): Promise<number> {
    const _id = idOf(what, ofWhom, windowMs);
    for (;;) {
      try {
        const counter = await this.counters
          .findOneAndUpdate(
            { _id },
            { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(Date.now() + windowMs) } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<Counter>()
          .orFail();
        return counter.count;
      } catch (error) {
        // Two upserts of one new counter: the loser finds it there the next time.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  private async takeBack(what: string, ofWhom: string, windowMs: number): Promise<void> {
    await this.counters.updateOne({ _id: idOf(what, ofWhom, windowMs) }, { $inc: { count: -1 } });
  }
}

/** Addresses and emails are kept as hashes: counters outlive accounts. */
function idOf(what: string, ofWhom: string, windowMs: number): string {
  const hash = createHash('sha256').update(ofWhom).digest('base64url').slice(0, 22);
  return `${what}:${hash}:${Math.floor(Date.now() / windowMs)}`;
}

function tooMany(what: string, windowMs: number): DomainError {
  const seconds = Math.ceil((windowMs - (Date.now() % windowMs)) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new DomainError('rate_limited', `Too many ${what}. Please try again in ${wait}.`, seconds);
}
