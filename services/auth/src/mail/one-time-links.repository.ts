import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { hashOf } from '../hash-of.js';
import { type LinkKind, OneTimeLink } from './one-time-link.schema.js';
import type { User } from '../accounts/user.schema.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds for which a link works. */
const TTL_MS: Record<LinkKind, number> = {
  reset: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  proof: 24 * HOUR_MS,
};

/** A new link. Its token is shown only now, and stored as a hash. */
export interface NewLink {
  id: string;
  token: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Links as they are stored, by the hash of their token. */
@Injectable()
export class OneTimeLinksRepository {
  constructor(@InjectModel(OneTimeLink.name) private readonly links: Model<OneTimeLink>) {}

  /**
   * A link to a new password for this account. It stops working when the account's credentials change. `email`: the
   * address it is mailed to.
   */
  createReset(user: User, email?: string): Promise<NewLink> {
    return this.create('reset', {
      userId: String(user._id),
      email,
      credentialsVersion: user.credentialsVersion,
    });
  }

  /** `email`: the address it is mailed to. */
  async create(
    kind: LinkKind,
    { userId, email, credentialsVersion }: Pick<OneTimeLink, 'userId' | 'email' | 'credentialsVersion'> = {},
  ): Promise<NewLink> {
    const token = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + TTL_MS[kind]);
    const id = hashOf(token);
    const fields = {
      ...(userId && { userId }),
      ...(email && { email }),
      ...(credentialsVersion !== undefined && { credentialsVersion }),
    };
    await this.links.create({ _id: id, kind, ...fields, createdAt, expiresAt });
    return { id, token, createdAt, expiresAt };
  }

  /** A link of this kind that still works, or null. */
  async find(kind: LinkKind, token: string): Promise<OneTimeLink | null> {
    const link = await this.links.findOne({ _id: hashOf(token) }).lean<OneTimeLink>();
    return link?.kind === kind && link.expiresAt.getTime() > Date.now() ? link : null;
  }

  /** Uses a link up. False when another request was first. */
  async use(link: OneTimeLink): Promise<boolean> {
    const { deletedCount } = await this.links.deleteOne({ _id: link._id });
    return deletedCount === 1;
  }

  /** Invitations that still work, newest first. */
  listInvitations(): Promise<OneTimeLink[]> {
    return this.links
      .find({ kind: 'invitation', expiresAt: { $gt: new Date() } })
      .sort({ createdAt: -1 })
      .limit(100)
      .lean<OneTimeLink[]>()
      .exec();
  }

  /** False when there is no such invitation. */
  async deleteInvitation(id: string): Promise<boolean> {
    const { deletedCount } = await this.links.deleteOne({ _id: id, kind: 'invitation' });
    return deletedCount === 1;
  }

  /** Every link of this account, and every invitation that it made. */
  async deleteOfUser(userId: string): Promise<void> {
    await this.links.deleteMany({ userId });
  }

  async deleteResetsOf(userId: string): Promise<void> {
    await this.links.deleteMany({ userId, kind: 'reset' });
  }

  /** Whether this account was sent a link to prove this address, and the link still works. */
  async hasProofFor(userId: string, email: string): Promise<boolean> {
    const unexpired = { expiresAt: { $gt: new Date() } };
    return (await this.links.exists({ userId, kind: 'proof', email, ...unexpired })) !== null;
  }

  /** Every link that proves this address, for whichever account it was made. */
  async deleteProofsOf(email: string): Promise<void> {
    await this.links.deleteMany({ email, kind: 'proof' });
  }

  async deleteExpired(): Promise<void> {
    await this.links.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}
