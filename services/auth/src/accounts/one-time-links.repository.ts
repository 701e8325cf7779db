import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { hashOf } from './hash-of.js';
import { type LinkKind, OneTimeLink } from './one-time-link.schema.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds for which a link is good. */
const TTL_MS: Record<LinkKind, number> = { reset: HOUR_MS, invitation: 7 * 24 * HOUR_MS };

/** A link as it is made: the only time that anybody sees its token. */
export interface NewLink {
  id: string;
  token: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Links as they are stored: by the hash of their token. */
@Injectable()
export class OneTimeLinksRepository {
  constructor(@InjectModel(OneTimeLink.name) private readonly links: Model<OneTimeLink>) {}

  async create(kind: LinkKind, userId?: string): Promise<NewLink> {
    const token = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + TTL_MS[kind]);
    const id = hashOf(token);
    await this.links.create({ _id: id, kind, ...(userId && { userId }), createdAt, expiresAt });
    return { id, token, createdAt, expiresAt };
  }

  /** A link that is still good; null for any other. */
  async find(kind: LinkKind, token: string): Promise<OneTimeLink | null> {
    const link = await this.links.findOne({ _id: hashOf(token) }).lean<OneTimeLink>();
    return link?.kind === kind && link.expiresAt.getTime() > Date.now() ? link : null;
  }

  /** Uses a link up. False when somebody else was quicker. */
  async use(link: OneTimeLink): Promise<boolean> {
    const { deletedCount } = await this.links.deleteOne({ _id: link._id });
    return deletedCount === 1;
  }

  /** Invitations that are still good, the newest first. */
  listInvitations(): Promise<OneTimeLink[]> {
    return this.links
      .find({ kind: 'invitation', expiresAt: { $gt: new Date() } })
      .sort({ createdAt: -1 })
      .limit(100)
      .lean<OneTimeLink[]>()
      .exec();
  }

  /** Takes an invitation back. False when there is none. */
  async deleteInvitation(id: string): Promise<boolean> {
    const { deletedCount } = await this.links.deleteOne({ _id: id, kind: 'invitation' });
    return deletedCount === 1;
  }

  /** Every link to a new password for this account, and every invitation that it made. */
  async deleteOfUser(userId: string): Promise<void> {
    await this.links.deleteMany({ userId });
  }

  async deleteResetsOf(userId: string): Promise<void> {
    await this.links.deleteMany({ userId, kind: 'reset' });
  }

  async deleteExpired(): Promise<void> {
    await this.links.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}
