import { WithOutbox } from '@inner-weather/platform/mongo/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * A browser that is signed in. A revoked one stays until the last token that carries its id has run out; where the
 * account is deleted it has only its id and its times of ending then, so that no read by `userId` finds it.
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

  @Prop({ type: String })
  userAgent: string;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date, required: true })
  lastSeenAt: Date;

  @Prop({ type: Date, required: true })
  expiresAt: Date;

  @Prop({ type: Date })
  revokedAt?: Date;
}

export const SessionSchema = SchemaFactory.createForClass(Session);

// A person's sessions: to end them all, or all but one.
SessionSchema.index({ userId: 1 });

// What gateways ask for at their start: sessions revoked since a moment.
SessionSchema.index({ revokedAt: 1 }, { sparse: true });
