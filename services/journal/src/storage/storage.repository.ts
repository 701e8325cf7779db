import { randomUUID } from 'node:crypto';
import { Batcher, done } from '@inner-weather/platform/batcher';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Increments } from '@inner-weather/platform/mongo/increments';
import { QuickWrites, type WriteOperation } from '@inner-weather/platform/mongo/quick-writes';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { StorageUse } from './storage-use.schema.js';

/** People whose changes end with one write, at most. */
const CHANGED_MAX = 500;

/** How much each person stores. If the database crashes, a count may be off by a little. */
@Injectable()
export class StorageRepository {
  private readonly increments: Increments;
  private readonly ends = new Batcher<string>({
    run: (userIds) => this.renewVersions(userIds),
    maxItems: CHANGED_MAX,
  });

  constructor(@InjectModel(StorageUse.name) private readonly uses: Model<StorageUse>) {
    this.increments = new Increments(uses, 'bytes');
  }

  /** Null when this person's entries have not been counted yet. */
  find(userId: string): Promise<StorageUse | null> {
    return this.uses.findOne({ _id: userId }).lean<StorageUse>().exec();
  }

  /** Answers how many bytes are counted now; null when this person's entries have not been counted yet. */
  add(userId: string, bytes: number): Promise<number | null> {
    return this.increments.add({ id: userId, by: bytes });
  }

  /** The same, and there is no version until `endChange`. */
  beginChange(userId: string, bytes: number): Promise<number | null> {
    return this.increments.add({ id: userId, by: bytes, set: { version: null } });
  }

  /** There is another version. */
  endChange(userId: string): Promise<void> {
    return this.ends.add(userId);
  }

  /** Keeps a count that is there already. */
  async insert(use: StorageUse): Promise<void> {
    try {
      await this.uses.create(use);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Of several that ask at once, one may count again. Answers the count until now; null for everybody else. */
  beginRecount(userId: string, countedBefore: Date, now: Date): Promise<StorageUse | null> {
    return this.uses
      .findOneAndUpdate({ _id: userId, countedAt: { $lt: countedBefore } }, { $set: { countedAt: now } })
      .lean<StorageUse>()
      .exec();
  }

  /** One for all of them: a version is compared with others of the same person only. */
  private async renewVersions(userIds: string[]): Promise<PromiseSettledResult<void>[]> {
    const filter = { _id: { $in: [...new Set(userIds)].sort() } };
    const update = { $set: { version: randomUUID() } };
    await QuickWrites.of(this.uses).write([{ updateMany: { filter, update } } as unknown as WriteOperation]);
    return userIds.map(() => done(undefined));
  }

  async delete(userId: string): Promise<void> {
    await this.uses.deleteOne({ _id: userId });
  }
}
