import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Increments } from '@inner-weather/platform/mongo/increments';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { StorageUse } from './storage-use.schema.js';

/** Stores how much each person stores. A crash of the database may leave a count slightly wrong. */
@Injectable()
export class StorageRepository {
  private readonly increments: Increments;

  constructor(@InjectModel(StorageUse.name) private readonly uses: Model<StorageUse>) {
    this.increments = new Increments(uses, 'bytes');
  }

  /** Null when this person's entries have not been measured yet. */
  find(userId: string): Promise<StorageUse | null> {
    return this.uses.findOne({ _id: userId }).lean<StorageUse>().exec();
  }

  /** Returns the new number of bytes; null when this person's entries have not been measured yet. */
  add(userId: string, bytes: number): Promise<number | null> {
    return this.increments.add({ id: userId, by: bytes });
  }

  /** Does not overwrite an existing count. */
  async insert(use: StorageUse): Promise<void> {
    try {
      await this.uses.create(use);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Allows one of several concurrent callers to measure again: returns the current count to it, and null to the others. */
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
