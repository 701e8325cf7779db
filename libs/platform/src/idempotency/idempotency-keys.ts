import { isDuplicateKey } from '../mongo/errors.js';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { IDEMPOTENCY_KEY_TTL_MS, IdempotencyKey } from './idempotency-key.schema.js';

/** Idempotency-Keys; each is stored for 24 hours. */
@Injectable()
export class IdempotencyKeys {
  constructor(@InjectModel(IdempotencyKey.name) private readonly keys: Model<IdempotencyKey>) {}

  /** Answers the use of this key by the first request that sent it. An expired key counts as never used. */
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
      if (isValid(use)) return use;
      await this.keys.deleteOne({ _id, targetId: use.targetId });
    }
  }

  /** Null for a key that was never used, or has expired. */
  async find(userId: string, key: string): Promise<IdempotencyKey | null> {
    const use = await this.keys.findOne({ _id: `${userId}:${key}` }).lean<IdempotencyKey>();
    return use && isValid(use) ? use : null;
  }

  /** To be called after a document was deleted, so that a repeated request does not create it again. */
  async markTargetDeleted(userId: string, targetId: Types.ObjectId): Promise<void> {
    await this.keys.updateOne(
      { _id: { $gte: `${userId}:`, $lt: `${userId};` }, targetId },
      { $set: { targetDeleted: true } },
    );
  }

  async thereAreSome(): Promise<boolean> {
    return (await this.keys.findOne({}, { _id: 1 }).lean()) !== null;
  }

  async deleteExpired(): Promise<void> {
    await this.keys.deleteMany({ createdAt: { $lte: new Date(Date.now() - IDEMPOTENCY_KEY_TTL_MS) } });
  }

  async deleteOfUser(userId: string): Promise<void> {
    // Ids are hex digits, and `;` is the character after `:`.
    await this.keys.deleteMany({ _id: { $gte: `${userId}:`, $lt: `${userId};` } });
  }

  /** Undefined when another request inserted the key between the query and the insert: to be called again. */
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

const isValid = ({ createdAt }: IdempotencyKey): boolean =>
  createdAt.getTime() > Date.now() - IDEMPOTENCY_KEY_TTL_MS;
