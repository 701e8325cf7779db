import { isDuplicateKey } from '@inner-weather/platform/mongo/errors';
import { type OutboxEvent, outboxOnInsert } from '@inner-weather/platform/mongo/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/mongo/outbox-relay';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { User } from './user.schema.js';

/** What a person gives of themselves. */
export type Profile = Pick<
  User,
  'firstName' | 'lastName' | 'email' | 'location' | 'passwordHash' | 'aiConsent'
>;

/** Accounts as they are stored. */
@Injectable()
export class UsersRepository {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectOutboxRelay(User.name) private readonly outbox: OutboxRelay,
  ) {}

  /** Null when the email is taken. */
  async insert(profile: Profile, _id = new Types.ObjectId()): Promise<User | null> {
    const user = { _id, ...profile, createdAt: new Date() };
    try {
      await this.users.create(user);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return user;
  }

  /** Undoes an insert of a moment ago, of which nobody has heard. */
  async remove(id: Types.ObjectId): Promise<void> {
    await this.users.deleteOne({ _id: id });
  }

  findOldest(): Promise<User | null> {
    return this.users.findOne({ removeAt: null }).sort({ _id: 1 }).lean<User>().exec();
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findOne({ email }).lean<User>().exec();
  }

  async find(id: string): Promise<User | null> {
    return Types.ObjectId.isValid(id) ? this.users.findOne({ _id: id, removeAt: null }).lean<User>() : null;
  }

  /** Null when the account is gone; `taken` when the new email is another's. */
  async update(id: string, changes: Partial<Profile>): Promise<User | null | 'taken'> {
    try {
      return await this.users
        .findOneAndUpdate({ _id: id, removeAt: null }, { $set: changes }, { returnDocument: 'after' })
        .lean<User>();
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** Leaves a tombstone that holds the event; the relay removes it when the event is out. */
  async bury(id: string, events: OutboxEvent[]): Promise<void> {
    // Replaced as a whole, so that no field of a person can be forgotten here.
    const { modifiedCount } = await this.users.replaceOne(
      { _id: id, removeAt: null },
      // No address has a space, so nobody can ever log in or sign up with this one.
      { email: `deleted ${id}`, removeAt: new Date(), ...outboxOnInsert(events) },
    );
    if (modifiedCount > 0) this.outbox.kick(new Types.ObjectId(id));
  }
}
