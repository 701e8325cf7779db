import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { User } from '../accounts/user.schema.js';

/** Times that one letter may be sent if it is not known whether the mail server has accepted it. */
const SENDS_MAX = 2;

/** Which letter was mailed to whom. It is noted in the account, with which it is erased. */
@Injectable()
export class LetterMailsRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Notes an attempt before it begins. False if the letter was sent, or may have been sent twice. */
  async begin(userId: string, week: string): Promise<boolean> {
    const first = await this.users.updateOne(
      { _id: userId, removeAt: null, $or: [{ letterMail: null }, { 'letterMail.week': { $lt: week } }] },
      { $set: { letterMail: { week, sends: 1 } } },
    );
    if (first.modifiedCount > 0) return true;
    const again = await this.users.updateOne(
      { ...unsent(userId, week), 'letterMail.sends': { $lt: SENDS_MAX } },
      { $inc: { 'letterMail.sends': 1 } },
    );
    return again.modifiedCount > 0;
  }

  /** The mail server has not accepted it. */
  async noteFailure(userId: string, week: string): Promise<void> {
    await this.users.updateOne(unsent(userId, week), { $inc: { 'letterMail.sends': -1 } });
  }

  /** The mail server has accepted it, or refused it for good. */
  async noteFinished(userId: string, week: string): Promise<void> {
    await this.users.updateOne(unsent(userId, week), { $set: { 'letterMail.sent': true } });
  }
}

const unsent = (userId: string, week: string) => ({
  _id: userId,
  'letterMail.week': week,
  'letterMail.sent': null,
});
