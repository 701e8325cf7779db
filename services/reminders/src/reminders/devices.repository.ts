import { Batcher } from '@inner-weather/platform/batcher';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PushTarget } from '../push/push-client.js';
import { Device, placeOfTarget } from './device.schema.js';

/** Devices that are marked by one write, at most. */
const MARKED_MAX = 200;

/** A push service has accepted a reminder for a device. */
interface Success {
  id: string;
  userId: string;
  mark: SentMark;
}

/** What a device was sent: a reminder or a letter. Empty for a test. */
export type SentMark = Pick<Device, 'sentFor' | 'letterSent'>;

@Injectable()
export class DevicesRepository {
  private readonly successes = new Batcher<Success>({
    run: (some) => this.markTogether(some),
    maxItems: MARKED_MAX,
  });

  constructor(
    @InjectModel(Device.name) private readonly devices: Model<Device>,
    private readonly fields: FieldEncryption,
  ) {}

  /** Adds a device, or replaces it. */
  async add(device: Omit<Device, 'target'>, target: PushTarget): Promise<void> {
    const sealed = await this.fields.seal(placeOfTarget(device), JSON.stringify(target));
    await this.devices.replaceOne({ _id: device._id }, { ...device, target: sealed }, { upsert: true });
  }

  /** False if the person has no such device. */
  async remove(userId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.devices.deleteOne({ _id: id, userId });
    return deletedCount > 0;
  }

  async removeAll(userId: string): Promise<void> {
    await this.devices.deleteMany({ userId });
  }

  count(userId: string): Promise<number> {
    return this.devices.countDocuments({ userId }).exec();
  }

  /** Those of several people, the oldest first. */
  list(userIds: readonly string[]): Promise<Device[]> {
    return this.devices
      .find({ userId: { $in: [...userIds] } })
      .sort({ userId: 1, createdAt: 1 })
      .lean<Device[]>()
      .exec();
  }

  async targetOf(device: Device): Promise<PushTarget> {
    return JSON.parse(await this.fields.open(placeOfTarget(device), device.target)) as PushTarget;
  }

  markSent(success: Success): Promise<void> {
    return this.successes.add(success);
  }

  private async markTogether(successes: Success[]): Promise<void[]> {
    const lastSuccessAt = new Date();
    const marks = successes.map(({ id, userId, mark }) => ({
      updateOne: {
        filter: { _id: id, userId },
        update: { $set: { lastSuccessAt, ...mark } },
      },
    }));
    await this.devices.collection.bulkWrite(marks as never, { ordered: false });
    return successes.map(() => undefined);
  }
}
