import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Identity } from './identity.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Milliseconds after which an identity without an account is free again: far longer than a sign-up may take. */
const SIGN_UP_MS = 60_000;

/** Which accounts people sign in to at providers, as it is stored. */
@Injectable()
export class IdentitiesRepository implements AccountEraser {
  constructor(@InjectModel(Identity.name) private readonly identities: Model<Identity>) {}

  find(id: string): Promise<Identity | null> {
    return this.identities.findOne({ _id: id }).lean<Identity>().exec();
  }

  listOf(...userIds: string[]): Promise<Identity[]> {
    return this.identities
      .find({ userId: { $in: userIds } })
      .lean<Identity[]>()
      .exec();
  }

  /** False when it belongs to an account already, or the account has another one of this provider. */
  async insert(userId: string, { id, provider }: { id: string; provider: string }): Promise<boolean> {
    try {
      await this.identities.create({ _id: id, userId, provider, connectedAt: new Date() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.identities.deleteOne({ _id: id, userId });
  }

  /** Removes an identity whose account does not exist, unless a sign-up may still be about to create it. */
  async removeAbandoned({ _id, userId }: Identity): Promise<void> {
    const connectedAt = { $lt: new Date(Date.now() - SIGN_UP_MS) };
    await this.identities.deleteOne({ _id, userId, connectedAt });
  }

  async removeAllOf(userId: string): Promise<void> {
    await this.identities.deleteMany({ userId });
  }

  eraseAccount({ userId }: ErasedAccount): Promise<void> {
    return this.removeAllOf(userId);
  }
}
