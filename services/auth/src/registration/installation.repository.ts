import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Installation } from './installation.schema.js';

const _id = 'installation';

/** The installation's administrators, as they are stored. */
@Injectable()
export class InstallationRepository {
  constructor(@InjectModel(Installation.name) private readonly installations: Model<Installation>) {}

  /** Null where there never was an administrator, or no account is left. */
  find(): Promise<Installation | null> {
    return this.installations.findOne({ _id }).lean<Installation>().exec();
  }

  /** Gives the role to an account that is about to be created. True for only one of any number of simultaneous calls. */
  async claim(userId: string): Promise<boolean> {
    try {
      await this.installations.create({ _id, adminIds: [userId], claimedAt: new Date() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Confirms the claim of an account that was created. False when another account has the role by now. */
  async confirm(userId: string): Promise<boolean> {
    const { matchedCount } = await this.installations.updateOne(
      { _id, adminIds: userId },
      { $unset: { claimedAt: 1 } },
    );
    return matchedCount === 1;
  }

  /** Removes a claim whose account was not created. */
  async unclaim(...adminIds: string[]): Promise<void> {
    await this.installations.deleteOne({ _id, adminIds });
  }

  /** Call it when there is no account. The claim of a sign-up in progress stays. */
  async reopen(): Promise<void> {
    await this.installations.deleteOne({ _id, adminIds: [] });
  }

  async isAdmin(userId: string): Promise<boolean> {
    const installation = await this.find();
    return installation?.adminIds.includes(userId) ?? false;
  }

  async addAdmin(userId: string): Promise<void> {
    await this.installations.updateOne({ _id }, { $addToSet: { adminIds: userId } }, { upsert: true });
  }

  async removeAdmin(userId: string): Promise<void> {
    await this.installations.updateOne({ _id }, { $pull: { adminIds: userId } });
  }
}
