import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../mongo/errors.js';
import { RepeatedTask } from '../repeated-task.js';
import { Counter } from './counter.schema.js';

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

  /** Counts one more and answers how many there are now. `ofWhom` is stored as a hash: counters outlive accounts. */
  async add(what: string, ofWhom: string, windowMs: number): Promise<number> {
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

  async read(what: string, ofWhom: string, windowMs: number): Promise<number> {
    const counter = await this.counters.findOne({ _id: idOf(what, ofWhom, windowMs) }).lean<Counter>();
    return counter?.count ?? 0;
  }

  /** Undoes one `add`. */
  async takeBack(what: string, ofWhom: string, windowMs: number): Promise<void> {
    await this.counters.updateOne({ _id: idOf(what, ofWhom, windowMs) }, { $inc: { count: -1 } });
  }

  async forget(what: string, ofWhom: string, windowMs: number): Promise<void> {
    await this.counters.deleteOne({ _id: idOf(what, ofWhom, windowMs) });
  }

  async deleteExpired(): Promise<void> {
    await this.counters.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}

function idOf(what: string, ofWhom: string, windowMs: number): string {
  const hash = createHash('sha256').update(ofWhom).digest('base64url').slice(0, 22);
  return `${what}:${hash}:${Math.floor(Date.now() / windowMs)}`;
}
