import { isDuplicateKey } from './errors.js';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { IDEMPOTENCY_KEY_TTL_MS, IdempotencyKey } from './idempotency-key.schema.js';

/** Idempotency keys as they are stored, each for 24 h. */
@Injectable()
export class IdempotencyKeys {
  constructor(@InjectModel(IdempotencyKey.name) private readonly keys: Model<IdempotencyKey>) {}

  /** The one use of this key: the first request's, whoever asks. A key past its time counts as never used. */
  async reserve(userId: string, key: string, bodyHash: string): Promise<IdempotencyKey> {
    const _id = `${userId}:${key}`;
    for (;;) {
      const use = await this.findOrInsert({
        _id,
        userId,
        bodyHash,
        targetId: new Types.ObjectId(),
        createdAt: new Date(),
      });
      if (!use) continue;
      if (use.createdAt.getTime() > Date.now() - IDEMPOTENCY_KEY_TTL_MS) return use;
      await this.keys.deleteOne({ _id, targetId: use.targetId });
    }
  }

  async deleteExpired(): Promise<void> {
    await this.keys.deleteMany({ createdAt: { $lte: new Date(Date.now() - IDEMPOTENCY_KEY_TTL_MS) } });
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.keys.deleteMany({ userId });
  }

  /** Undefined when another request inserted it between this one's look and its insert: look again. */
  private async findOrInsert(use: IdempotencyKey): Promise<IdempotencyKey | undefined> {
    try {
      return await this.keys
        .findOneAndUpdate({ _id: use._id }, { $setOnInsert: use }, { upsert: true, returnDocument: 'after' })
        .lean<IdempotencyKey>()
        .orFail();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
