import type { RegistrationMode } from '@inner-weather/contracts/accounts/registration.dto';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Installation, type RoleGrant } from './installation.schema.js';

const _id = 'installation';

/** Who administers, and from where each has the role. */
export interface Administrators {
  all: string[];
  byGroup: { userId: string; provider: string }[];
  /** Those whose role no group gives, and what is known of it. */
  permanent: { userId: string; grant: RoleGrant | undefined }[];
}

/** The installation's administrators and what they decided, as it is stored. */
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
      const claimedAt = new Date();
      const adminGrants: RoleGrant[] = [{ userId, from: 'first_account', at: claimedAt }];
      await this.installations.create({ _id, adminIds: [userId], adminGrants, claimedAt });
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

  /** @param providers those that have a group that administers */
  async listAdmins(providers: string[]): Promise<Omit<Administrators, 'all'>> {
    const { adminIds = [], adminGrants = [], groupAdmins = [] } = (await this.find()) ?? {};
    const byGroup = groupAdmins
      .map((admin) => admin.split(' '))
      .map(([provider = '', userId = '']) => ({ provider, userId }))
      .filter(({ provider }) => providers.includes(provider));
    return {
      byGroup,
      permanent: adminIds.map((id) => ({
        userId: id,
        grant: adminGrants.find(({ userId }) => userId === id),
      })),
    };
  }

  /** @param by the administrator who gives the role; absent for a command on the server */
  async addAdmin(userId: string, by?: string): Promise<void> {
    const { modifiedCount, upsertedCount } = await this.installations.updateOne(
      { _id },
      { $addToSet: { adminIds: userId } },
      { upsert: true },
    );
    if (modifiedCount + upsertedCount === 0) return;
    const grant: RoleGrant =
      by === undefined
        ? { userId, from: 'command', at: new Date() }
        : { userId, from: 'administrator', by, at: new Date() };
    await this.installations.updateOne({ _id }, { $push: { adminGrants: grant } });
  }

  async removeAdmin(userId: string): Promise<void> {
    await this.installations.updateOne({ _id }, { $pull: { adminIds: userId, adminGrants: { userId } } });
    // Nothing is left of an account that is deleted, so from where others have the role is not known any more.
    await this.installations.updateOne({ _id }, { $pull: { adminGrants: { by: userId } } });
    const { groupAdmins = [] } = (await this.find()) ?? {};
    const own = groupAdmins.filter((admin) => admin.endsWith(` ${userId}`));
    if (own.length > 0) await this.installations.updateOne({ _id }, { $pullAll: { groupAdmins: own } });
  }

  async setGroupAdmin(userId: string, provider: string, isMember: boolean): Promise<void> {
    const groupAdmins = groupAdmin(provider, userId);
    await this.installations.updateOne(
      { _id },
      isMember ? { $addToSet: { groupAdmins } } : { $pull: { groupAdmins } },
    );
  }

  /** False for the last one. Those whom a group appoints do not count, since a provider can go (decision 24). */
  async removeOneOfAdmins(userId: string): Promise<boolean> {
    const { matchedCount } = await this.installations.updateOne(
      { _id, 'adminIds.1': { $exists: true } },
      { $pull: { adminIds: userId, adminGrants: { userId } } },
    );
    return matchedCount === 1;
  }

  async setRegistration(registration: RegistrationMode): Promise<void> {
    await this.installations.updateOne({ _id }, { $set: { registration } });
  }

  async noteKeysKeptElsewhere(isKept: boolean): Promise<void> {
    const keysKeptElsewhereAt = new Date();
    await this.installations.updateOne(
      { _id },
      isKept ? { $set: { keysKeptElsewhereAt } } : { $unset: { keysKeptElsewhereAt: 1 } },
    );
  }
}

const groupAdmin = (provider: string, userId: string): string => `${provider} ${userId}`;
