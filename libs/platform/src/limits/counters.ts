import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { upserted } from '../mongo/errors.js';
import { Increments } from '../mongo/increments.js';
import { QUICK } from '../mongo/quick-writes.js';
import { RepeatedTask } from '../repeated-task.js';
import { Counter } from './counter.schema.js';

/** Who is counted: one name, or a pair such as an email and a network. Only hashes are stored. */
export type Counted = string | readonly [string, string];

/** A counter, and what of it is undone. */
export interface UndoneCount {
  what: string;
  ofWhom: Counted;
  windowMs: number;
  /** Names of counts that are set to 0. Without them one `add` of one is undone. */
  reset?: readonly string[];
}

/** Milliseconds between two sweeps. */
const SWEEP_PAUSE_MS = 60 * 60_000;

/**
 * Counts how often something happened within a window of time. The counters are in the service's own database, so that
 * all its replicas count together. Windows are fixed: all windows of one length begin at the same moments.
 */
@Injectable()
export class Counters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** A TTL index would not do: the embedded database does not expire documents. */
  private readonly sweep = new RepeatedTask(
    'expired counters',
    () => this.deleteExpired(),
    () => SWEEP_PAUSE_MS,
  );

  private readonly increments: Increments;

  constructor(@InjectModel(Counter.name) private readonly counters: Model<Counter>) {
    this.increments = new Increments(counters, 'count');
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }

  /** Adds one, or `count`, and answers the new value. */
  async add(what: string, ofWhom: Counted, windowMs: number, count = 1): Promise<number> {
    const id = idOf(what, ofWhom, windowMs);
    const onInsert = { expiresAt: new Date(Date.now() + windowMs) };
    // A counter that was swept away at this very moment begins again.
    return (await this.increments.add({ id, by: count, onInsert })) ?? count;
  }

  /** Adds to several counts of one counter, by one command, and answers all that it holds. */
  async addTogether(
    what: string,
    ofWhom: Counted,
    windowMs: number,
    counts: Readonly<Record<string, number>>,
  ): Promise<Readonly<Partial<Record<string, number>>>> {
    const _id = idOf(what, ofWhom, windowMs);
    const $inc = Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [`counts.${name}`, count] as const),
    );
    const counter = await upserted(() =>
      this.counters
        .findOneAndUpdate(
          { _id },
          { $inc, $setOnInsert: { expiresAt: new Date(Date.now() + windowMs) } },
          { upsert: true, returnDocument: 'after', ...QUICK },
        )
        .lean<Counter>()
        .orFail(),
    );
    return counter.counts ?? {};
  }

  /** Undoes several counts by one command. A counter that is gone stays so. */
  async undo(counts: readonly UndoneCount[]): Promise<void> {
    const undone = counts
      .map(({ what, ofWhom, windowMs, reset }) => ({ _id: idOf(what, ofWhom, windowMs), reset }))
      // In the order of increments, so that two groups do not wait for each other in a circle.
      .sort((one, other) => (one._id < other._id ? -1 : 1));
    const changes = undone.map(({ _id, reset }) => ({
      updateOne: {
        filter: { _id },
        update: reset
          ? { $set: Object.fromEntries(reset.map((name) => [`counts.${name}`, 0])) }
          : { $inc: { count: -1 } },
      },
    }));
    await this.counters.bulkWrite(changes, { ordered: false, ...QUICK });
  }

  /** Undoes one `add` of one. */
  async takeBack(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.updateOne({ _id: idOf(what, ofWhom, windowMs) }, { $inc: { count: -1 } });
  }

  async forget(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.deleteOne({ _id: idOf(what, ofWhom, windowMs) });
  }

  /** In every window, and in every pair that begins with `ofWhom`. */
  async forgetAll(whats: readonly string[], ofWhom: string): Promise<void> {
    const beginnings = whats.map((what) => `${what}:${hashOf(ofWhom)}`);
    // All hashes have the same length, and `~` sorts after every character that can follow one.
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
