import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../mongo/errors.js';
import { RepeatedTask } from '../repeated-task.js';
import { Counter } from './counter.schema.js';

/** Whom something is counted of: one, or a pair such as an email and a network. Stored as hashes alone. */
export type Counted = string | readonly [string, string];

/** Milliseconds between two sweeps. */
const SWEEP_PAUSE_MS = 60 * 60_000;

/**
 * What happened how often within a window of time, in the service's own database, so that all its replicas count
 * together. Windows are fixed: all of one length begin at the same moments.
 */
@Injectable()
export class Counters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The database is not asked to expire them, since the embedded one could not. */
  private readonly sweep = new RepeatedTask(
    'expired counters',
    () => this.deleteExpired(),
    () => SWEEP_PAUSE_MS,
  );

  constructor(@InjectModel(Counter.name) private readonly counters: Model<Counter>) {}

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }

  /** Counts one more and answers how many there are now. */
  async add(what: string, ofWhom: Counted, windowMs: number): Promise<number> {
    const _id = idOf(what, ofWhom, windowMs);
    for (;;) {
      try {
        const counter = await this.counters
          .findOneAndUpdate(
            { _id },
            { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(Date.now() + windowMs) } },
            // A crash may cost a count, so nobody waits for the disk.
            { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
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

  async read(what: string, ofWhom: Counted, windowMs: number): Promise<number> {
    const counter = await this.counters.findOne({ _id: idOf(what, ofWhom, windowMs) }).lean<Counter>();
    return counter?.count ?? 0;
  }

  /** Undoes one `add`. */
  async takeBack(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.updateOne({ _id: idOf(what, ofWhom, windowMs) }, { $inc: { count: -1 } });
  }

  async forget(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.deleteOne({ _id: idOf(what, ofWhom, windowMs) });
  }

  /** Of every window, and of every pair that begins with `ofWhom`. */
  async forgetAll(whats: readonly string[], ofWhom: string): Promise<void> {
    const beginnings = whats.map((what) => `${what}:${hashOf(ofWhom)}`);
    // Every hash is of one length, and `~` comes after whatever can follow it.
    const $or = beginnings.map((beginning) => ({ _id: { $gte: beginning, $lt: `${beginning}~` } }));
    await this.counters.deleteMany({ $or });
  }

  async deleteExpired(): Promise<void> {
    await this.counters.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}

function idOf(what: string, ofWhom: Counted, windowMs: number): string {
  const hashes = typeof ofWhom === 'string' ? hashOf(ofWhom) : ofWhom.map(hashOf).join('+');
  return `${what}:${hashes}:${Math.floor(Date.now() / windowMs)}`;
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}
