import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A passkey of an account. A removed one is deleted. */
@Schema({ collection: 'passkeys', versionKey: false })
export class Passkey {
  /** The credential ID, base64url. The authenticator chose it, so another account cannot register the same one. */
  @Prop({ type: String })
  _id: string;

  /** The identifier by which its owner changes it. */
  @Prop({ type: String, required: true })
  publicId: string;

  @Prop({ type: String, required: true })
  userId: string;

  @Prop({ type: String, required: true })
  name: string;

  /** In COSE. It verifies answers, and cannot make any. */
  @Prop({ type: Buffer, required: true })
  publicKey: StoredBytes;

  /** How often the authenticator says that it was used. Always 0 if the authenticator does not count. */
  @Prop({ type: Number, required: true })
  counter: number;

  /** How browsers reach the authenticator, so that they do not offer to make a second passkey there. */
  @Prop({ type: [String], required: true })
  transports: string[];

  /** The host name of PUBLIC_URL when it was made: the relying party ID. It cannot be used under another one. */
  @Prop({ type: String, required: true })
  host: string;

  /** The version of the credentials that was verified when it was added: see `accessTokensFrom` of the account. */
  @Prop({ type: Number, required: true })
  credentialsVersion: number;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date })
  lastUsedAt?: Date;
}

export const PasskeySchema = SchemaFactory.createForClass(Passkey);

// The passkeys of a user, at most 10, to list, rename, remove and erase them: { userId }, { userId, publicId },
// { userId, credentialsVersion }; sorted by createdAt in memory.
PasskeySchema.index({ userId: 1 });

/** A challenge that a browser has to have signed by an authenticator. It works once, for ten minutes. */
@Schema({ collection: 'passkey_challenges', versionKey: false })
export class PasskeyChallenge {
  /** SHA-256 of its purpose and the challenge, hex. */
  @Prop({ type: String })
  _id: string;

  /** To add a passkey: the account, its session, and the version of its credentials that was verified. */
  @Prop({ type: String })
  userId?: string;

  @Prop({ type: String })
  sessionId?: string;

  @Prop({ type: Number })
  credentialsVersion?: number;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const PasskeyChallengeSchema = SchemaFactory.createForClass(PasskeyChallenge);

// The deletion of an account: { userId }.
PasskeyChallengeSchema.index({ userId: 1 });
// Housekeeping: { expiresAt }.
PasskeyChallengeSchema.index({ expiresAt: 1 });
