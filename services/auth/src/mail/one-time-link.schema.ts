import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * What a link is for: a new password, a sign-up where people need an invitation, or the proof that the user reads the
 * mail of an address.
 */
export type LinkKind = 'reset' | 'invitation' | 'proof';

/** A link that works once. Used and expired ones are removed. */
@Schema({ collection: 'one_time_links', versionKey: false })
export class OneTimeLink {
  /** SHA-256 of the token, hex. The token has 256 random bits, so a fast hash is enough. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  kind: LinkKind;

  /** The account whose password or address it is about. For an invitation: the administrator who made it in the UI. */
  @Prop({ type: String })
  userId?: string;

  /** The address it was mailed to: a user who opens it reads that mail. Absent where an administrator handed it over. */
  @Prop({ type: String })
  email?: string;

  /** For a link to a new password: the version of the credentials for which it was made. */
  @Prop({ type: Number })
  credentialsVersion?: number;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date, required: true })
  expiresAt: Date;

  /** When its mail is tried again. Present until the mail server has taken the mail, or refused it for good. */
  @Prop({ type: Date })
  retryAt?: Date;

  /** Attempts to mail it that have failed. Absent: none. */
  @Prop({ type: Number })
  attempts?: number;
}

export const OneTimeLinkSchema = SchemaFactory.createForClass(OneTimeLink);

// The deletion of an account: { userId }. Reset links that a change of credentials ends, and mails that a newer one replaces: { userId, kind }. Whether a proof
// was sent already: { userId, kind, email, expiresAt }.
OneTimeLinkSchema.index({ userId: 1 });

// Links that are of no use once an address is proved: { email, kind }.
OneTimeLinkSchema.index({ email: 1 });

// Mails to try again: { retryAt, expiresAt }, by retryAt.
OneTimeLinkSchema.index({ retryAt: 1 }, { sparse: true });

// Housekeeping: { expiresAt }. The list of open invitations: { kind, expiresAt }, those of a week sorted by createdAt in
// memory.
OneTimeLinkSchema.index({ expiresAt: 1 });
