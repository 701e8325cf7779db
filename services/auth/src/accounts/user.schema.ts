import type { Language } from '@inner-weather/languages/languages';
import { WithOutbox } from '@inner-weather/platform/outbox/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** Which sessions stay when credentials change: the one with this id, all, or none. */
export type KeptSessions = string;

/** It may make changes that otherwise need the password. */
@Schema({ _id: false })
class Confirmed {
  @Prop({ type: String, required: true })
  sessionId: string;

  @Prop({ type: Date, required: true })
  until: Date;
}

/** The mail about the letter of a week. */
@Schema({ _id: false })
class LetterMail {
  /** An ISO week, as in 2026-W48. */
  @Prop({ type: String, required: true })
  week: string;

  /** Attempts to send it that the mail server may have accepted. */
  @Prop({ type: Number, required: true })
  sends: number;

  /** Whether the mail server has accepted it, or refused it for good. Absent: not known. */
  @Prop({ type: Boolean })
  sent?: boolean;
}

/**
 * An account. A deleted one is a tombstone until its event is published. A tombstone has `removeAt` and an `email`
 * that no person can have: the unique index requires one, and the person's address is free again.
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

  /** Which place the city is, as a `geo:` URI. Absent or null: the user chose none, and the name of the city is looked up. */
  @Prop({ type: String })
  place?: string | null;

  /** An IANA name. Absent or null: days are those of the device in use. */
  @Prop({ type: String })
  timeZone?: string | null;

  /** The full hour on local clocks at which a day ends, 0 to DAY_ENDS_AT_MAX. Absent: 0, midnight. */
  @Prop({ type: Number })
  dayEndsAt?: number;

  /** Absent: English. Accounts that are older than this field have none. */
  @Prop({ type: String })
  language?: Language;

  /** Argon2id in the PHC string format. Absent: the user signs in at a provider. */
  @Prop({ type: String })
  passwordHash?: string;

  /** Of an account without a password: the session in which the user has last confirmed at a provider that it is them. */
  @Prop({ type: Confirmed })
  confirmed?: Confirmed;

  /** How often password, email or second factor were changed. */
  @Prop({ type: Number, required: true })
  credentialsVersion: number;

  /** Present after a change of credentials, until every session that it ends has ended. */
  @Prop({ type: String })
  sessionsToKeep?: KeptSessions;

  /**
   * The first version of the credentials whose access tokens and passkeys work. A change that keeps no session raises it,
   * so that it ends them as well. Absent: those of every version work.
   */
  @Prop({ type: Number })
  accessTokensFrom?: number;

  /** Set when the deletion of the account begins. The tombstone replaces the document. */
  @Prop({ type: Date })
  deletingSince?: Date;

  /** Set before parts of the account are erased. A login before that keeps the account; after it, there is none. */
  @Prop({ type: Boolean })
  isErasing?: boolean;

  /** Outside language models that may be sent this person's entries. Absent: the person never agreed to one. */
  @Prop({ type: [String], default: undefined })
  aiConsent?: string[];

  /** Whether those may be sent the figures of this person's measures, too. Absent means no. */
  @Prop({ type: Boolean })
  measuresToAi?: boolean;

  /** The address whose mail the user has shown that they read. It counts while it equals `email`: see address.ts. */
  @Prop({ type: String })
  provedEmail?: string;

  /** The address that the user was asked to prove at sign-up. Absent: not asked; see wasAsked in address.ts. */
  @Prop({ type: String })
  askedToProve?: string;

  /** Lower-case. It becomes `email` once it is proved. */
  @Prop({ type: String })
  newEmail?: string;

  /** The address with which the account was created, if another account has proved it. `email` is displacedEmail then. */
  @Prop({ type: String })
  lostEmail?: string;

  @Prop({ type: Date })
  lostAt?: Date;

  /** The last letter that was mailed. Absent: none. */
  @Prop({ type: LetterMail })
  letterMail?: LetterMail;

  @Prop({ type: Date, required: true })
  createdAt: Date;
}

export const UserSchema = SchemaFactory.createForClass(User);

// Logging in to an account that has lost its address: { lostEmail, removeAt }. The few found are sorted by lostAt in memory.
UserSchema.index({ lostEmail: 1 });

// Logging in and `npm run admin`: { email }. Proving an address: { email, removeAt }. Unique: two people may sign up at once
// with one address.
UserSchema.index({ email: 1 }, { unique: true });

// Housekeeping, changes of credentials that a crash left unfinished: { sessionsToKeep: { $exists: true } }.
UserSchema.index({ sessionsToKeep: 1 }, { sparse: true });

// Housekeeping, deletions that a crash left unfinished: { deletingSince: { $exists: true } }.
UserSchema.index({ deletingSince: 1 }, { sparse: true });

/** First and last name. */
export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
