import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { isWriteConflict } from './errors.js';

/**
 * For a write that may get lost when the database crashes or changes its primary, because something repeats it: no disk
 * and no other member is waited for.
 */
export const QUICK = { writeConcern: { w: 1, journal: false } } as const;

/** Milliseconds before a refused group is sent again. */
const PAUSES_MS = [5, 20, 80, 320];

export type WriteOperation = mongo.AnyBulkWriteOperation;

/** The groups of quick writes of one collection: one at a time, since two of one process could refuse each other. */
export class QuickWrites {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly collection: () => mongo.Collection) {}

  private static readonly all = new WeakMap<object, QuickWrites>();

  /** Everybody in the process who asks for the same model gets the same queue. */
  static of(model: { collection: unknown }): QuickWrites {
    const known = QuickWrites.all.get(model);
    if (known) return known;
    const made = new QuickWrites(() => model.collection as mongo.Collection);
    QuickWrites.all.set(model, made);
    return made;
  }

  /**
   * Sends the group in one command. The caller puts its documents in the order of their ids, so that groups of several
   * processes do not wait for each other in a circle. A group that is refused because of a conflict is sent again: each write has to have
   * the same effect twice.
   */
  write(operations: WriteOperation[]): Promise<mongo.BulkWriteResult> {
    const sent = this.last.then(() => this.send(operations));
    this.last = sent.catch(() => undefined);
    return sent;
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
    return this.collection().bulkWrite(operations, { ordered: false, ...QUICK });
  }
}
