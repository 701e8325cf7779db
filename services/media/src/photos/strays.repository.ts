import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Stray } from './stray.schema.js';

@Injectable()
export class StraysRepository {
  constructor(@InjectModel(Stray.name) private readonly strays: Model<Stray>) {}

  /** Returns those that were first found before `since`. */
  async note(keys: readonly string[], now: Date, since: Date): Promise<string[]> {
    for (const _id of keys)
      await this.strays.updateOne(
        { _id },
        // Another replica may have begun to look a moment later, and forgets what was last seen before that.
        { $max: { seenAt: now }, $setOnInsert: { foundAt: now } },
        { upsert: true },
      );
    const old = await this.strays
      .find({ _id: { $in: keys }, foundAt: { $lt: since } }, { _id: 1 })
      .lean<Pick<Stray, '_id'>[]>();
    return old.map(({ _id }) => _id);
  }

  /** Those of one person. */
  async forgetOf(userId: string): Promise<void> {
    // Their keys begin with the person and a slash, which '0' follows.
    await this.strays.deleteMany({ _id: { $gte: `${userId}/`, $lt: `${userId}0` } });
  }

  /** Forgets those that are gone, or belong to a photo again. */
  async forgetNotSeenSince(time: Date): Promise<void> {
    await this.strays.deleteMany({ seenAt: { $lt: time } });
  }
}
