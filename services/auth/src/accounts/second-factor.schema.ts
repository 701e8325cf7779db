import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A person's second factor: the secret that an authenticator app shares with us, and what stands in for the app. */
@Schema({ collection: 'second_factors', versionKey: false })
export class SecondFactor {
  /** The user's id. */
  @Prop({ type: String })
  _id: string;

  /** In base32, sealed under the person's data key. */
  @Prop({ type: Buffer, required: true })
  secret: StoredBytes;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** Absent until a code has shown that the app has the secret: no login asks for it before. */
  @Prop({ type: Date })
  activeSince?: Date;

  /** The newest time step (30 s, counted from 1970) whose code was taken; no code of it or of an older one is again. */
  @Prop({ type: Number })
  lastStep?: number;

  /** The hash of each recovery code that has not been used. */
  @Prop({ type: [String], required: true })
  recoveryCodes: string[];
}

export const SecondFactorSchema = SchemaFactory.createForClass(SecondFactor);
