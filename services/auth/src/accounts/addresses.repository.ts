import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { isProved, displacedEmail } from './address.js';
import { User } from './user.schema.js';

/** Which account an address belongs to. What may happen only once is one conditional update. */
@Injectable()
export class AddressesRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** The account that logs in by this address. */
  findHolder(email: string): Promise<User | null> {
    return this.users.findOne({ email, removeAt: null }).lean<User>().exec();
  }

  /** Keeps an address that becomes the account's once it is proved; null withdraws it. */
  async setNewEmail(userId: string, newEmail: string | null): Promise<void> {
    await this.users.updateOne(
      { _id: userId, removeAt: null },
      newEmail === null ? { $unset: { newEmail: 1 } } : { $set: { newEmail } },
    );
  }

  /** Notes that the person of this account reads the mail of its address. False where it has another address. */
  async prove(userId: string, email: string): Promise<boolean> {
    if (!Types.ObjectId.isValid(userId)) return false;
    const { matchedCount } = await this.users.updateOne(
      { _id: userId, removeAt: null, email },
      { $set: { provedEmail: email } },
    );
    return matchedCount === 1;
  }

  /**
   * Takes an address from the account that holds it and has not proved it; the account itself stays, with everything
   * in it. False where the address is proved. True where it is free now.
   */
  async displace(email: string): Promise<boolean> {
    const holder = await this.findHolder(email);
    if (!holder) return true;
    if (isProved(holder)) return false;
    const { modifiedCount } = await this.users.updateOne(
      { _id: holder._id, email, provedEmail: { $ne: email } },
      { $set: { email: displacedEmail(holder), lostEmail: email, lostAt: new Date() } },
    );
    return modifiedCount === 1;
  }
}
