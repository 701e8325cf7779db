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
    const count = await this.add('signup', address, HOUR_MS, 1);
    if (count > this.config.SIGNUPS_PER_HOUR) throw tooMany('sign-ups from your address', HOUR_MS);
  }

  /** Throws `rate_limited` when this account, or this address, has failed too often to try once more. */
  async checkLogin({ email, address }: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const [ofAccount, ofAddress] = await Promise.all([
      this.read('login', email, QUARTER_MS),
      this.read('login-address', address, QUARTER_MS),
    ]);
    const { FAILED_LOGINS_PER_15_MIN, FAILED_LOGINS_PER_ADDRESS_PER_15_MIN } = this.config;
    if (ofAccount >= FAILED_LOGINS_PER_15_MIN || ofAddress >= FAILED_LOGINS_PER_ADDRESS_PER_15_MIN) {
      throw tooMany('failed logins', QUARTER_MS);
    }
  }

  async countFailedLogin({ email, address }: LoginAttempt): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await Promise.all([
      this.add('login', email, QUARTER_MS, 1),
      this.add('login-address', address, QUARTER_MS, 1),
    ]);
  }

  /** Whoever knows the password is let in again at once afterwards. */
  async forgetFailedLogins(email: string): Promise<void> {
    await this.counters.deleteOne({ _id: idOf('login', email, QUARTER_MS) });
  }

  async deleteExpired(): Promise<void> {
    await this.counters.deleteMany({ expiresAt: { $lt: new Date() } });
  }

  private async read(what: string, ofWhom: string, windowMs: number): Promise<number> {
    const counter = await this.counters.findById(idOf(what, ofWhom, windowMs)).lean<Counter>();
    return counter?.count ?? 0;
  }

  private async add(what: string, ofWhom: string, windowMs: number, by: number): Promise<number> {
    const _id = idOf(what, ofWhom, windowMs);
    for (;;) {
      try {
        const counter = await this.counters
          .findOneAndUpdate(
            { _id },
            { $inc: { count: by }, $setOnInsert: { expiresAt: new Date(Date.now() + windowMs) } },
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
