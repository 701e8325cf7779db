import { WithOutbox } from '@inner-weather/platform/mongo/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/**
 * An account. A deleted one is a tombstone until its event is out: it has `removeAt` and nothing else of its own but
 * an `email` that nobody can have, so that the unique index is content and the address is free again.
 */
@Schema({ collection: 'users', versionKey: false })
export class User extends WithOutbox {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  firstName: string;

  @Prop({ type: String, required: true })
  lastName: string;

  /** Lower-case. */
  @Prop({ type: String, required: true })
  email: string;

  @Prop({ type: String, required: true })
  location: string;

  /** Argon2id in the PHC string format. */
  @Prop({ type: String, required: true })
  passwordHash: string;

  /** Outside language models that may be sent this person's entries. Absent: none was ever agreed to. */
  @Prop({ type: [String], default: undefined })
  aiConsent?: string[];

  @Prop({ type: Date, required: true })
  createdAt: Date;
}

export const UserSchema = SchemaFactory.createForClass(User);

// Logging in: the account of an address. Unique: two people who sign up at once with one address.
UserSchema.index({ email: 1 }, { unique: true });
