import { LIMITS } from '@inner-weather/domain/limits';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { User } from '../accounts/user.schema.js';
import { AccessToken } from './access-token.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

const DAY_MS = 24 * 60 * 60_000;

/** Access tokens as they are stored, by the hash of their text. */
@Injectable()
export class AccessTokensRepository implements AccountEraser {
  readonly endsAccess = true;

  constructor(@InjectModel(AccessToken.name) private readonly tokens: Model<AccessToken>) {}

  async insert(token: AccessToken): Promise<void> {
    await this.tokens.create(token);
  }

  find(hash: string): Promise<AccessToken | null> {
    return this.tokens.findOne({ _id: hash }).lean<AccessToken>().exec();
  }

  /** Those that were not ended by a change of credentials, newest first. */
  list({ _id, accessTokensFrom = 0 }: User): Promise<AccessToken[]> {
    return this.tokens
      .find({ userId: String(_id), credentialsVersion: { $gte: accessTokensFrom } })
      .sort({ createdAt: -1, _id: -1 })
      .lean<AccessToken[]>()
      .exec();
  }

  async noteUse(hash: string): Promise<void> {
    await this.tokens.updateOne({ _id: hash }, { $set: { lastUsedAt: new Date() } });
  }

  /** False when the user has no such token. */
  async revoke(userId: string, publicId: string): Promise<boolean> {
    const { deletedCount } = await this.tokens.deleteOne({ userId, publicId });
    return deletedCount === 1;
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.tokens.deleteMany({ userId });
  }

  /** Removes those that a change of credentials has ended. */
  async deleteEnded({ _id, accessTokensFrom = 0 }: User): Promise<void> {
    await this.tokens.deleteMany({ userId: String(_id), credentialsVersion: { $lt: accessTokensFrom } });
  }

  /** Removes those that have been listed as expired for long enough. */
  async deleteExpired(): Promise<void> {
    const listedLongEnough = new Date(Date.now() - LIMITS.accessTokenExpiredDays * DAY_MS);
    await this.tokens.deleteMany({ expiresAt: { $lt: listedLongEnough } });
  }
}
