import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Installation } from './installation.schema.js';

const _id = 'installation';

/** Who looks after this installation. */
@Injectable()
export class InstallationRepository {
  constructor(@InjectModel(Installation.name) private readonly installations: Model<Installation>) {}

  /** Is there an administrator, or were there one, and people are left? */
  async isClaimed(): Promise<boolean> {
    return (await this.installations.findOne({ _id }).lean()) !== null;
  }

  /** Makes the first account the administrator. True for one alone of any number at the same time. */
  async claim(userId: string): Promise<boolean> {
    try {
      await this.installations.create({ _id, adminIds: [userId] });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Gives a claim back whose account could not be made. */
  async unclaim(userId: string): Promise<void> {
    await this.installations.deleteOne({ _id, adminIds: [userId] });
  }

  /** To be called where nobody has an account; a claim whose account is still being made stays. */
  async reopen(): Promise<void> {
    await this.installations.deleteOne({ _id, adminIds: [] });
  }

  async isAdmin(userId: string): Promise<boolean> {
    const installation = await this.installations.findOne({ _id }).lean<Installation>();
    return installation?.adminIds.includes(userId) ?? false;
  }

  async addAdmin(userId: string): Promise<void> {
    await this.installations.updateOne({ _id }, { $addToSet: { adminIds: userId } }, { upsert: true });
  }

  async removeAdmin(userId: string): Promise<void> {
    await this.installations.updateOne({ _id }, { $pull: { adminIds: userId } });
  }
}
