import { UNJOURNALED } from '@inner-weather/platform/mongo/unjournaled';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Known, KnownDevice, knownUntil, toKnown } from './known.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Browsers with which accounts have logged in, as they are stored. */
@Injectable()
export class KnownDevicesRepository implements AccountEraser {
  constructor(@InjectModel(KnownDevice.name) private readonly devices: Model<KnownDevice>) {}

  /** Which of these few ids is a browser of this account. Takes the same time where there is no user. */
  async find(ids: string[], userId = 'nobody'): Promise<Known | undefined> {
    if (ids.length === 0) return undefined;
    const devices = await this.devices.find({ _id: { $in: ids } }).lean<KnownDevice[]>();
    return devices
      .filter((device) => device.userId === userId)
      .map(toKnown)
      .find((known) => known !== undefined);
  }

  /** A crash of the database may lose it: the next login teaches it again. */
  async add(_id: string, userId: string): Promise<void> {
    await this.devices.updateOne(
      { _id },
      { $set: { userId, expiresAt: knownUntil() } },
      { upsert: true, ...UNJOURNALED },
    );
  }

  /** False when it is no longer known. */
  async prolong(_id: string): Promise<boolean> {
    const { matchedCount } = await this.devices.updateOne(
      { _id },
      { $set: { expiresAt: knownUntil() } },
      UNJOURNALED,
    );
    return matchedCount === 1;
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.deleteOfUser(userId);
  }

  /** All browsers of an account except the one to keep. */
  async deleteOfUser(userId: string, keepId?: string): Promise<void> {
    await this.devices.deleteMany({ userId, ...(keepId !== undefined && { _id: { $ne: keepId } }) });
  }

  async deleteExpired(): Promise<void> {
    await this.devices.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}
