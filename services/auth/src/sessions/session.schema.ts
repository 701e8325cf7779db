import { WithOutbox } from '@inner-weather/platform/outbox/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * A browser that is signed in. A revoked session stays until the last token with its id has expired. If its account is
 * deleted, only its id, `expiresAt` and `revokedAt` are left, so that no query by `userId` finds it.
 */
@Schema({ collection: 'sessions', versionKey: false })
export class Session extends WithOutbox {
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  /** SHA-256 of the secret in the cookie, hex. The secret has 256 random bits, so a fast hash is enough. */
  @Prop({ type: String, required: true })
  secretHash: string;

  /** The version of the account's credentials that was verified. The session is only good for this version. */
  @Prop({ type: Number, required: true })
  credentialsVersion: number;

  @Prop({ type: String })
  userAgent: string;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date, required: true })
  lastSeenAt: Date;

  @Prop({ type: Date, required: true })
  expiresAt: Date;

  /**
   * Until when use may move `expiresAt`. Absent where it does not: after a sign-in at a provider, which is to decide anew
   * who may sign in and administer, and for sessions that were opened before there were renewals.
   */
  @Prop({ type: Date })
  renewableUntil?: Date;

  @Prop({ type: Date })
  revokedAt?: Date;
}

export const SessionSchema = SchemaFactory.createForClass(Session);

// A person's sessions, to end, move to another version and anonymize them: { userId, revokedAt, credentialsVersion }; to
// list them, of one person or a page of accounts: { userId, revokedAt, expiresAt }, sorted by lastSeenAt in memory. The open ones have no `revokedAt`.
SessionSchema.index({ userId: 1, revokedAt: 1 });

// Gateways, at their start, pages of the sessions that were revoked lately: { revokedAt }. Housekeeping, those revoked
// longer ago: { revokedAt, outboxNextAt }. Sparse for the embedded database, which finds spans of time in such an index
// only (decision 16).
SessionSchema.index({ revokedAt: 1, _id: 1 }, { sparse: true });

// Housekeeping, expired sessions: { expiresAt, outboxNextAt }.
SessionSchema.index({ expiresAt: 1 });
