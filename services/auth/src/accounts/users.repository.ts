import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import {
  newEvent,
  type OutboxEvent,
  outboxOnInsert,
  outboxOnUpdate,
} from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { isLost } from './address.js';
import { type KeptSessions, User } from './user.schema.js';

/** How many accounts that once had an address are looked at. Some of them have a new address by now. */
const LOST_MAX = 10;

/** Milliseconds for which a confirmation at a provider counts in place of the password. */
const CONFIRMED_MS = 10 * 60_000;

/** The fields with which an account is created. */
export type Profile = Pick<
  User,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'location'
  | 'place'
  | 'timeZone'
  | 'dayEndsAt'
  | 'language'
  | 'passwordHash'
  | 'aiConsent'
  | 'measuresToAi'
  | 'provedEmail'
  | 'askedToProve'
>;

/** A change of credentials, and of other fields along with it. */
export type CredentialChanges = Partial<Profile> & Pick<User, 'deletingSince'>;

/** A change of fields that a session alone may make. */
export type OtherChanges = Omit<Partial<Profile>, 'email' | 'passwordHash'>;

/** Accounts as they are stored. */
@Injectable()
export class UsersRepository {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectOutboxRelay(User.name) private readonly outbox: Pick<OutboxRelay, 'publishSoon'>,
  ) {}

  /** Null when the email is taken. */
  async insert(profile: Profile, _id = new Types.ObjectId()): Promise<User | null> {
    const user = { _id, ...profile, credentialsVersion: 0, createdAt: new Date() };
    try {
      await this.users.create(user);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return user;
  }

  /** Undoes an insert before any answer has mentioned it. */
  async remove(id: Types.ObjectId): Promise<void> {
    await this.users.deleteOne({ _id: id });
  }

  /** The index of ids serves it: it stops at the first account. */
  findOldest(): Promise<User | null> {
    return this.users.findOne({ removeAt: null }).sort({ _id: 1 }).lean<User>().exec();
  }

  /** By id, so the oldest first. `after`: the id of the last account before these. */
  list(limit: number, after?: string): Promise<User[]> {
    return this.users
      .find({ ...(after && { _id: { $gt: after } }), removeAt: null })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<User[]>()
      .exec();
  }

  /** From the collection's own count, which includes accounts that were deleted a moment ago. */
  count(): Promise<number> {
    return this.users.estimatedDocumentCount();
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findOne({ email }).lean<User>().exec();
  }

  /** The newest account of those that had this address until another account proved it. */
  async findLost(email: string): Promise<User | null> {
    const lost = await this.users
      .find({ lostEmail: email, removeAt: null })
      .sort({ lostAt: -1 })
      .limit(LOST_MAX)
      .lean<User[]>();
    return lost.find(isLost) ?? null;
  }

  async find(id: string): Promise<User | null> {
    return Types.ObjectId.isValid(id) ? this.users.findOne({ _id: id, removeAt: null }).lean<User>() : null;
  }

  /** Those that still exist, in any order. */
  findAll(ids: readonly string[]): Promise<User[]> {
    return this.users
      .find({ _id: { $in: ids }, removeAt: null })
      .lean<User[]>()
      .exec();
  }

  /** Throws `unauthenticated` when the account was deleted: the session of the caller is then worth nothing. */
  async get(id: string): Promise<User> {
    const user = await this.find(id);
    if (!user) throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
    return user;
  }

  /** Null when the account is gone. */
  update(id: string, changes: OtherChanges): Promise<User | null> {
    return this.users
      .findOneAndUpdate({ _id: id, removeAt: null }, { $set: changes }, { returnDocument: 'after' })
      .lean<User>()
      .exec();
  }

  /** Notes that the user has just confirmed at a provider, in this session, that it is them. */
  async noteConfirmed(userId: string, sessionId: string): Promise<void> {
    const confirmed = { sessionId, until: new Date(Date.now() + CONFIRMED_MS) };
    await this.users.updateOne({ _id: userId, removeAt: null }, { $set: { confirmed } });
  }

  /**
   * Takes the account from the version of its credentials that was verified to the next one, and notes which sessions
   * stay, since the others have to end. Where none stays, no access token and no passkey works any more either. A new password is an
   * event, and a new email withdraws one that waits to be proved. Null when the account is at another version or gone;
   * `taken` when the new email belongs to another account.
   */
  async changeCredentials(
    verified: User,
    changes: CredentialChanges,
    sessionsToKeep: KeptSessions,
  ): Promise<User | null | 'taken'> {
    const version = verified.credentialsVersion;
    const userId = String(verified._id);
    const changedAt = new Date().toISOString();
    const events = changes.passwordHash ? [newEvent('auth.password.changed.v1', { userId, changedAt })] : [];
    try {
      const changed = await this.users
        .findOneAndUpdate(
          { _id: verified._id, removeAt: null, credentialsVersion: version },
          {
            $set: {
              ...changes,
              credentialsVersion: version + 1,
              sessionsToKeep,
              ...(sessionsToKeep === 'none' && { accessTokensFrom: version + 1 }),
              ...outboxOnUpdate(events),
            },
            ...(changes.email !== undefined && { $unset: { newEmail: 1, lostEmail: 1, lostAt: 1 } }),
          },
          { returnDocument: 'after' },
        )
        .lean<User>();
      if (changed && events.length > 0) this.outbox.publishSoon(verified._id);
      return changed;
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** Accounts whose credentials changed, and of which sessions that have to end may still be open. */
  findUnfinished(): Promise<User[]> {
    return this.users
      .find({ sessionsToKeep: { $exists: true } })
      .lean<User[]>()
      .exec();
  }

  /** Notes that the sessions of older versions have ended. A later change has a note of its own, which stays. */
  async noteFinished({ _id, credentialsVersion }: User): Promise<void> {
    await this.users.updateOne({ _id, credentialsVersion }, { $unset: { sessionsToKeep: 1 } });
  }

  /** After a deletion that failed, its user has signed in, and may write again. False if parts may be erased already. */
  async abandonDeletion({ _id, credentialsVersion }: User): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id, credentialsVersion, isErasing: null },
      { $unset: { deletingSince: 1 } },
    );
    return matchedCount === 1;
  }

  /** Call it before parts of the account are erased. A login may have abandoned the deletion just before. */
  async noteErasing(id: string): Promise<void> {
    await this.users.updateOne(
      { _id: id, removeAt: null },
      { $set: { deletingSince: new Date(), isErasing: true } },
    );
  }

  /** Accounts whose deletion has begun. */
  findDeleting(): Promise<User[]> {
    return this.users
      .find({ deletingSince: { $exists: true } })
      .lean<User[]>()
      .exec();
  }

  /** The tombstone holds the event. The outbox removes it when the event is published. */
  async replaceWithTombstone(id: string, events: OutboxEvent[]): Promise<void> {
    // The document is replaced as a whole, so that no field of a person can be forgotten.
    const { modifiedCount } = await this.users.replaceOne(
      { _id: id, removeAt: null },
      // The unique index needs an email. No address has a space, so no login or sign-up can use this one.
      { email: `deleted ${id}`, removeAt: new Date(), ...outboxOnInsert(events) },
    );
    if (modifiedCount > 0) this.outbox.publishSoon(new Types.ObjectId(id));
  }
}
