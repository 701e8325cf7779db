import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { FieldEncryption, type Place } from '@inner-weather/platform/encryption/field-encryption';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SecondFactor } from './second-factor.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Milliseconds within which a new secret has to be confirmed. */
const CONFIRM_WITHIN_MS = 60 * 60_000;

/** Second factors as they are stored. What may happen only once is one conditional update. */
@Injectable()
export class SecondFactorsRepository implements AccountEraser {
  constructor(
    @InjectModel(SecondFactor.name) private readonly factors: Model<SecondFactor>,
    private readonly fields: FieldEncryption,
    private readonly dataKeys: DataKeys,
  ) {}

  /**
   * Stores a secret that is not confirmed yet, in place of an earlier unconfirmed one. False where one is active.
   * Throws `unauthenticated` when the account was deleted.
   * @param credentialsVersion the version of the credentials that was verified for this
   */
  async begin(userId: string, secret: string, credentialsVersion: number): Promise<boolean> {
    const encryptedSecret = await this.fields.seal(placeOf(userId), secret);
    const createdAt = new Date();
    const unconfirmed = {
      _id: userId,
      secret: encryptedSecret,
      credentialsVersion,
      createdAt,
      recoveryCodes: [],
    };
    try {
      await this.factors.replaceOne({ _id: userId, activeSince: null }, unconfirmed, { upsert: true });
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

  /** Which of these accounts have one that is active. */
  async findActiveOf(userIds: string[]): Promise<string[]> {
    const factors = await this.factors
      .find({ _id: { $in: userIds } }, { activeSince: 1 })
      .lean<Pick<SecondFactor, '_id' | 'activeSince'>[]>();
    return factors.flatMap(({ _id, activeSince }) => (activeSince ? [_id] : []));
  }

  /** A second factor whose first code is pending. */
  async findUnconfirmed(userId: string): Promise<SecondFactor | null> {
    const factor = await this.find(userId);
    const isPending =
      factor && !factor.activeSince && factor.createdAt.getTime() > Date.now() - CONFIRM_WITHIN_MS;
    return isPending ? factor : null;
  }

  /** Throws SealError when its key is gone. */
  secretOf({ _id, secret }: SecondFactor): Promise<string> {
    return this.fields.open(placeOf(_id), secret);
  }

  /** Turns it on, with the step of its first code used up. False when another request did so first. */
  async activate({ _id, createdAt }: SecondFactor, lastStep: number, hashes: string[]): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id, createdAt, activeSince: null },
      { $set: { activeSince: new Date(), lastStep, recoveryCodes: hashes } },
    );
    return modifiedCount === 1;
  }

  /** True for only one of any number of simultaneous requests. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id: userId, lastStep: { $lt: step } },
      { $set: { lastStep: step } },
    );
    return modifiedCount === 1;
  }

  /** True for only one of any number of simultaneous requests. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { modifiedCount } = await this.factors.updateOne(
      { _id: userId, recoveryCodes: hash },
      { $pull: { recoveryCodes: hash } },
    );
    return modifiedCount === 1;
  }

  /** False when it has been turned off. */
  async replaceRecoveryCodes({ _id, activeSince }: SecondFactor, hashes: string[]): Promise<boolean> {
    const { matchedCount } = await this.factors.updateOne(
      { _id, activeSince },
      { $set: { recoveryCodes: hashes } },
    );
    return matchedCount === 1;
  }

  /** Turns this one off, but not one that was turned on after it. */
  async remove({ _id, activeSince }: SecondFactor): Promise<void> {
    await this.factors.deleteOne({ _id, activeSince });
  }

  /** A second factor, active or not. */
  private find(userId: string): Promise<SecondFactor | null> {
    return this.factors.findOne({ _id: userId }).lean<SecondFactor>().exec();
  }

  private async delete(userId: string): Promise<void> {
    await this.factors.deleteOne({ _id: userId });
  }

  /** For a deleted account: also destroys the key that encrypts the secret, so that no copy of it can be read. */
  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.delete(userId);
    await this.dataKeys.destroy(userId);
  }

  /** For housekeeping: looks once more for second factors of accounts that were deleted a while ago. */
  removeLeftovers(): Promise<void> {
    return this.dataKeys.forgetDestroyed((userId) => this.delete(userId));
  }
}

const placeOf = (userId: string): Place => ({
  userId,
  documentId: userId,
  field: 'second_factors.secret',
});
