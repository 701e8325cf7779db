import { createHash } from 'node:crypto';
import { networkOf } from '@inner-weather/platform/limits/network';
import { UNJOURNALED } from '@inner-weather/platform/mongo/unjournaled';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Known, KnownAddress, knownUntil, toKnown } from './known.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** The networks from which accounts have logged in: what a stranger does elsewhere does not keep a person out there. */
@Injectable()
export class KnownAddressesRepository implements AccountEraser {
  constructor(@InjectModel(KnownAddress.name) private readonly addresses: Model<KnownAddress>) {}

  /** Takes the same time where there is no user. */
  async find(userId: string | undefined, address: string): Promise<Known | undefined> {
    const network = await this.addresses
      .findOne({ _id: idOf(userId ?? 'nobody', address) })
      .lean<KnownAddress>();
    return network ? toKnown(network) : undefined;
  }

  /** A crash of the database may lose it: the next login teaches it again. */
  async add(userId: string, address: string): Promise<void> {
    await this.addresses.updateOne(
      { _id: idOf(userId, address) },
      { $set: { userId, expiresAt: knownUntil() } },
      { upsert: true, ...UNJOURNALED },
    );
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.addresses.deleteMany({ userId });
  }

  async deleteExpired(): Promise<void> {
    await this.addresses.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}

function idOf(userId: string, address: string): string {
  const hash = createHash('sha256')
    .update(`${userId} ${networkOf(address)}`)
    .digest('base64url');
  return `${userId}:${hash.slice(0, 22)}`;
}
