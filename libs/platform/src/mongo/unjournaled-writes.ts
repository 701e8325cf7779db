import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { isWriteConflict } from './errors.js';

/**
 * The options of a write that does not wait for the disk or other members. It may get lost when the database crashes or
 * changes its primary, so use it only for writes that are repeated in that case.
 */
export const UNJOURNALED = { writeConcern: { w: 1, journal: false } } as const;

/** Milliseconds before each retry of a refused group. */
const PAUSES_MS = [5, 20, 80, 320];

export type WriteOperation = mongo.AnyBulkWriteOperation;

/** Runs the unjournaled bulk writes of one collection one at a time, since concurrent ones could conflict. */
export class UnjournaledWrites {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly collection: () => mongo.Collection) {}

  private static readonly all = new WeakMap<object, UnjournaledWrites>();

  /** Returns the process-wide instance for a model. */
  static of(model: { collection: unknown }): UnjournaledWrites {
    const existing = UnjournaledWrites.all.get(model);
    if (existing) return existing;
    const writes = new UnjournaledWrites(() => model.collection as mongo.Collection);
    UnjournaledWrites.all.set(model, writes);
    return writes;
  }

  /**
   * Sends the group as one command, and retries it after a write conflict. Each write has to be idempotent. The caller
   * sorts the writes by document id, so that groups of several processes cannot deadlock.
   */
  write(operations: WriteOperation[]): Promise<mongo.BulkWriteResult> {
    const result = this.last.then(() => this.send(operations));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async send(operations: WriteOperation[]): Promise<mongo.BulkWriteResult> {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await this.sendOnce(operations);
      } catch (error) {
        if (!isWriteConflict(error)) throw error;
      }
      await sleep(pauseMs);
    }
    return this.sendOnce(operations);
  }

  private sendOnce(operations: WriteOperation[]): Promise<mongo.BulkWriteResult> {
    return this.collection().bulkWrite(operations, { ordered: false, ...UNJOURNALED });
  }
}
