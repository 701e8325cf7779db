import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { upserted } from '../mongo/errors.js';
import { Increments } from '../mongo/increments.js';
import { UNJOURNALED } from '../mongo/unjournaled.js';
import { RepeatedTask } from '../repeated-task.js';
import { Counter } from './counter.schema.js';

/** The subject that is counted: one name, or a pair such as an email and a network. Only hashes are stored. */
export type Counted = string | readonly [string, string];

/** A counter and the counts of it that are undone. */
export interface UndoneCount {
  what: string;
  ofWhom: Counted;
  windowMs: number;
  /** Names of counts that are set to 0. If absent, one `add` of 1 is targets. */
  reset?: readonly string[];
}

/** Milliseconds between two sweeps. */
const SWEEP_PAUSE_MS = 60 * 60_000;

/**
 * Counts events within windows of time. The counters are in the service's own database, so that all of its replicas
 * count together. Windows are fixed: all windows of one length begin at the same moments.
 */
@Injectable()
export class Counters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** In place of a TTL index, since the embedded database does not expire documents. */
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

  /** Adds `count` and returns the new value. */
  async add(what: string, ofWhom: Counted, windowMs: number, count = 1): Promise<number> {
    const id = idOf(what, ofWhom, windowMs);
    const onInsert = { expiresAt: new Date(Date.now() + windowMs) };
    // Null if the sweep deleted the counter at this moment: it begins again.
    return (await this.increments.add({ id, by: count, onInsert })) ?? count;
  }

  /** Adds to several counts of one counter with one command, and returns all of its counts. */
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
          { upsert: true, returnDocument: 'after', ...UNJOURNALED },
        )
        .lean<Counter>()
        .orFail(),
    );
    return counter.counts ?? {};
  }

  /** Undoes several counts with one command. Does not recreate deleted counters. */
  async undo(counts: readonly UndoneCount[]): Promise<void> {
    const changes = counts.map(({ what, ofWhom, windowMs, reset }) => ({
      updateOne: {
        filter: { _id: idOf(what, ofWhom, windowMs) },
        update: reset
          ? { $set: Object.fromEntries(reset.map((name) => [`counts.${name}`, 0])) }
          : { $inc: { count: -1 } },
      },
    }));
    await this.counters.bulkWrite(changes, { ordered: false, ...UNJOURNALED });
  }

  /** Undoes one `add` of 1. */
  async takeBack(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.updateOne({ _id: idOf(what, ofWhom, windowMs) }, { $inc: { count: -1 } });
  }

  async forget(what: string, ofWhom: Counted, windowMs: number): Promise<void> {
    await this.counters.deleteOne({ _id: idOf(what, ofWhom, windowMs) });
  }

  /** Deletes the counters of every window, and of every pair that begins with `ofWhom`. */
  async forgetAll(whats: readonly string[], ofWhom: string): Promise<void> {
    const beginnings = whats.map((what) => `${what}:${hashOf(ofWhom)}`);
    // All hashes have the same length, and `~` sorts after every character that can follow a hash.
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
