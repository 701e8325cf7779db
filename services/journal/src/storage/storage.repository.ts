import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Increments } from '@inner-weather/platform/mongo/increments';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { StorageUse } from './storage-use.schema.js';

/** How much each person stores. If the database crashes, a count may be off by a little. */
@Injectable()
export class StorageRepository {
  private readonly increments: Increments;

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

  async delete(userId: string): Promise<void> {
    await this.uses.deleteOne({ _id: userId });
  }
}
