import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A person's second factor: the secret that it shares with an authenticator app, and the recovery codes. */
@Schema({ collection: 'second_factors', versionKey: false })
export class SecondFactor {
  /** The user's id. */
  @Prop({ type: String })
  _id: string;

  /** In base32, encrypted with the person's data key. */
  @Prop({ type: Buffer, required: true })
  secret: StoredBytes;

  /** The version of the credentials that was verified when it was begun. It can be turned on only under this one. */
  @Prop({ type: Number, required: true })
  credentialsVersion: number;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** Absent until a code has shown that the app has the secret. No login asks for a code before that. */
  @Prop({ type: Date })
  activeSince?: Date;

  /** The newest time step (30 s, counted from 1970) whose code was used. No code of it or of an older one works again. */
  @Prop({ type: Number })
  lastStep?: number;

  /** The hashes of the recovery codes that have not been used. */
  @Prop({ type: [String], required: true })
  recoveryCodes: string[];
}

export const SecondFactorSchema = SchemaFactory.createForClass(SecondFactor);
