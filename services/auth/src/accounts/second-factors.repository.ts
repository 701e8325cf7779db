import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { FieldEncryption, type Place } from '@inner-weather/platform/encryption/field-encryption';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SecondFactor } from './second-factor.schema.js';

/** Milliseconds within which a new secret has to be confirmed. */
const PENDING_MS = 60 * 60_000;

/** Second factors as they are stored. What may happen once is one conditional update. */
@Injectable()
export class SecondFactorsRepository {
  constructor(
    @InjectModel(SecondFactor.name) private readonly factors: Model<SecondFactor>,
    private readonly fields: FieldEncryption,
    private readonly dataKeys: DataKeys,
  ) {}

  /**
   * Keeps a secret that is not in force, in place of an earlier one that is not either. False where one is in force.
   * Throws `unauthenticated` when the account was deleted.
   */
  async begin(userId: string, secret: string): Promise<boolean> {
    const sealed = await this.fields.seal(placeOf(userId), secret);
    const pending = { _id: userId, secret: sealed, createdAt: new Date(), recoveryCodes: [] };
    try {
      await this.factors.replaceOne({ _id: userId, activeSince: null }, pending, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async findActive(userId: string): Promise<SecondFactor | null> {
    const factor = await this.find(userId);
    return factor?.activeSince ? factor : null;
  }

  /** One that waits for its first code. */
  async findPending(userId: string): Promise<SecondFactor | null> {
    const factor = await this.find(userId);
    const waits = factor && !factor.activeSince && factor.createdAt.getTime() > Date.now() - PENDING_MS;
    return waits ? factor : null;
  }

  /** Throws SealError when its key is gone. */
  secretOf({ _id, secret }: SecondFactor): Promise<string> {
    return this.fields.open(placeOf(_id), secret);
  }

  /** Puts it in force, with the step of its first code used up. False when somebody else was quicker. */
  async activate({ _id, createdAt }: SecondFactor, lastStep: number, hashes: string[]): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id, createdAt, activeSince: null },
      { $set: { activeSince: new Date(), lastStep, recoveryCodes: hashes } },
    );
    return modifiedCount === 1;
  }

  /** True for one alone of any number at the same time. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id: userId, lastStep: { $lt: step } },
      { $set: { lastStep: step } },
    );
    return modifiedCount === 1;
  }

  /** True for one alone of any number at the same time. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id: userId, recoveryCodes: hash },
      { $pull: { recoveryCodes: hash } },
    );
    return modifiedCount === 1;
  }

  async replaceRecoveryCodes(userId: string, hashes: string[]): Promise<void> {
    await this.factors.updateOne({ _id: userId }, { $set: { recoveryCodes: hashes } });
  }

  async delete(userId: string): Promise<void> {
    await this.factors.deleteOne({ _id: userId });
  }

  /** Of an account that goes: also the key under which its secret was, so that no copy of it can be read. */
  async destroy(userId: string): Promise<void> {
    await this.delete(userId);
    await this.dataKeys.destroy(userId);
  }

  /** For housekeeping: looks once more for what an account left that was deleted a while ago. */
  forgetDestroyed(): Promise<void> {
    return this.dataKeys.forgetDestroyed((userId) => this.delete(userId));
  }

  private find(userId: string): Promise<SecondFactor | null> {
    return this.factors.findOne({ _id: userId }).lean<SecondFactor>().exec();
  }
}

const placeOf = (userId: string): Place => ({
  userId,
  documentId: userId,
  field: 'second_factors.secret',
});
