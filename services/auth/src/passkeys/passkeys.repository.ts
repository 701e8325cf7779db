import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';
import type { User } from '../accounts/user.schema.js';
import { Passkey } from './passkey.schema.js';

/** Passkeys as they are stored, by their credential IDs. */
@Injectable()
export class PasskeysRepository implements AccountEraser {
  constructor(@InjectModel(Passkey.name) private readonly passkeys: Model<Passkey>) {}

  /** False when there is one with this credential ID already. */
  async insert(passkey: Passkey): Promise<boolean> {
    try {
      await this.passkeys.create(passkey);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  find(credentialId: string): Promise<Passkey | null> {
    return this.passkeys.findOne({ _id: credentialId }).lean<Passkey>().exec();
  }

  /** Those that were not ended by a change of credentials, newest first. */
  list({ _id, accessTokensFrom = 0 }: User): Promise<Passkey[]> {
    return this.passkeys
      .find({ userId: String(_id), credentialsVersion: { $gte: accessTokensFrom } })
      .sort({ createdAt: -1, _id: -1 })
      .lean<Passkey[]>()
      .exec();
  }

  /**
   * Notes a use. False when it was removed, or the authenticator has not counted further than in an earlier use.
   * Authenticators that do not count always say 0.
   */
  async noteUse({ _id, counter }: Passkey, newCounter: number): Promise<boolean> {
    const isCounting = newCounter > 0 || counter > 0;
    const { modifiedCount } = await this.passkeys.updateOne(
      { _id, ...(isCounting && { counter: { $lt: newCounter } }) },
      { $set: { counter: newCounter, lastUsedAt: new Date() } },
    );
    return modifiedCount === 1;
  }

  /** Null when the user has no such passkey. */
  rename(userId: string, publicId: string, name: string): Promise<Passkey | null> {
    return this.passkeys
      .findOneAndUpdate({ userId, publicId }, { $set: { name } }, { returnDocument: 'after' })
      .lean<Passkey>()
      .exec();
  }

  async remove(userId: string, publicId: string): Promise<void> {
    await this.passkeys.deleteOne({ userId, publicId });
  }

  /** Removes those that a change of credentials has ended. */
  async deleteEnded({ _id, accessTokensFrom = 0 }: User): Promise<void> {
    await this.passkeys.deleteMany({ userId: String(_id), credentialsVersion: { $lt: accessTokensFrom } });
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.passkeys.deleteMany({ userId });
  }
}
