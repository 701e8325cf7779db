import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { hashOf } from '../hash-of.js';
import { type LinkKind, OneTimeLink } from './one-time-link.schema.js';
import type { User } from '../accounts/user.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds for which a link works. */
const TTL_MS: Record<LinkKind, number> = {
  reset: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  proof: 24 * HOUR_MS,
};

/** Links that are mailed, and again if need be. */
export type MailedKind = Extract<LinkKind, 'reset' | 'proof'>;

/** Milliseconds before a mail is tried again, doubled with each attempt up to an hour. Greylisting mostly ends in five minutes. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = HOUR_MS;

type LinkFields = Pick<OneTimeLink, 'userId' | 'email' | 'credentialsVersion'>;

/** A new link. Its token is shown only now, and stored as a hash. */
export interface NewLink {
  id: string;
  token: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Links as they are stored, by the hash of their token. */
@Injectable()
export class OneTimeLinksRepository implements AccountEraser {
  constructor(@InjectModel(OneTimeLink.name) private readonly links: Model<OneTimeLink>) {}

  /**
   * A link to a new password for this account that an administrator hands over. It stops working when the account's
   * credentials change.
   */
  createReset({ _id, credentialsVersion }: User): Promise<NewLink> {
    return this.create('reset', { userId: String(_id), credentialsVersion });
  }

  create(kind: LinkKind, fields: LinkFields = {}): Promise<NewLink> {
    return this.insert(kind, fields);
  }

  /** A link that is mailed next. An earlier one of this kind works on, but its mail is not tried again. */
  async createMailed(kind: MailedKind, fields: LinkFields): Promise<NewLink> {
    await this.links.updateMany({ userId: fields.userId, kind, retryAt: { $exists: true } }, NOT_MAILED);
    // Noted before the first attempt, so that a service that is killed meanwhile has it tried again.
    return this.insert(kind, fields, { attempts: 0 });
  }

  /** Links whose mail is due to be tried again, the longest due first. */
  listUnsent(limit: number): Promise<OneTimeLink[]> {
    const now = new Date();
    return this.links
      .find({ retryAt: { $lte: now }, expiresAt: { $gt: now } })
      .sort({ retryAt: 1 })
      .limit(limit)
      .lean<OneTimeLink[]>()
      .exec();
  }

  /**
   * A link in place of one whose mail was not taken, until the same time. The earlier one works on, because a mail server
   * that did not answer may have taken its mail. Undefined when another replica was first.
   */
  async renewUnsent(unsent: OneTimeLink): Promise<NewLink | undefined> {
    const { _id, kind, retryAt, expiresAt, attempts = 0 } = unsent;
    const link = await this.insert(kind, unsent, { attempts: attempts + 1, until: expiresAt });
    const { modifiedCount } = await this.links.updateOne({ _id, retryAt }, NOT_MAILED);
    if (modifiedCount > 0) return link;
    await this.links.deleteOne({ _id: link.id });
    return undefined;
  }

  /** The mail server has taken the mail: the link is good for its whole time from now on. */
  async noteMailed(kind: MailedKind, id: string): Promise<void> {
    const expiresAt = new Date(Date.now() + TTL_MS[kind]);
    await this.links.updateOne({ _id: id, attempts: { $gt: 0 } }, { $set: { expiresAt } });
    await this.giveUpMailing(id);
  }

  async giveUpMailing(id: string): Promise<void> {
    await this.links.updateOne({ _id: id }, NOT_MAILED);
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
  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
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

  /**
   * @param mailed.attempts how often mailing it has failed; absent: it is not mailed
   * @param mailed.until when it ends, if another link of its kind would last longer
   */
  private async insert(
    kind: LinkKind,
    { userId, email, credentialsVersion }: LinkFields,
    { attempts, until }: { attempts?: number; until?: Date } = {},
  ): Promise<NewLink> {
    const token = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = until ?? new Date(createdAt.getTime() + TTL_MS[kind]);
    const id = hashOf(token);
    const retryMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (attempts ?? 0));
    const fields = {
      ...(userId && { userId }),
      ...(email && { email }),
      ...(credentialsVersion !== undefined && { credentialsVersion }),
      ...(attempts !== undefined && { attempts, retryAt: new Date(createdAt.getTime() + retryMs) }),
    };
    await this.links.create({ _id: id, kind, ...fields, createdAt, expiresAt });
    return { id, token, createdAt, expiresAt };
  }
}

const NOT_MAILED = { $unset: { retryAt: 1, attempts: 1 } } as const;
