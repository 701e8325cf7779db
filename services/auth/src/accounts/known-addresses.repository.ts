import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { KnownAddress } from './known-address.schema.js';
import { networkOf } from './network.js';

/** For how long a network stays known after the last time. */
const TTL_MS = 90 * 24 * 60 * 60_000;

/** The networks from which accounts have come in: what a stranger does elsewhere does not keep a person out there. */
@Injectable()
export class KnownAddressesRepository {
  constructor(@InjectModel(KnownAddress.name) private readonly addresses: Model<KnownAddress>) {}

  /** Looks as long where there is no user. */
  async has(userId: string | undefined, address: string): Promise<boolean> {
    const known = await this.addresses
      .findOne({ _id: idOf(userId ?? 'nobody', address) })
      .lean<KnownAddress>();
    return known !== null && known.expiresAt.getTime() > Date.now();
  }

  async add(userId: string, address: string): Promise<void> {
    await this.addresses.updateOne(
      { _id: idOf(userId, address) },
      { $set: { userId, expiresAt: new Date(Date.now() + TTL_MS) } },
      { upsert: true },
    );
  }

  async deleteOfUser(userId: string): Promise<void> {
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
