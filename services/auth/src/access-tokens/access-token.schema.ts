import type { AccessTokenScope } from '@inner-weather/contracts/accounts/access-tokens.dto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A key for scripts of one user. A revoked one is removed. */
@Schema({ collection: 'access_tokens', versionKey: false })
export class AccessToken {
  /** SHA-256 of the token, hex. The token has 256 random bits, so a fast hash is enough. */
  @Prop({ type: String })
  _id: string;

  /** The identifier by which its owner revokes it. The hash is not shown to anybody. */
  @Prop({ type: String, required: true })
  publicId: string;

  @Prop({ type: String, required: true })
  userId: string;

  @Prop({ type: String, required: true })
  name: string;

  @Prop({ type: [String], required: true })
  scopes: AccessTokenScope[];

  /** The version of the credentials that was verified when it was created: see `accessTokensFrom` of the account. */
  @Prop({ type: Number, required: true })
  credentialsVersion: number;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date })
  lastUsedAt?: Date;

  /** Absent: it does not expire. */
  @Prop({ type: Date })
  expiresAt?: Date;
}

export const AccessTokenSchema = SchemaFactory.createForClass(AccessToken);

// The tokens of a user, at most 20, to list, revoke and erase them: { userId }, { userId, publicId },
// { userId, credentialsVersion }; sorted by createdAt in memory.
AccessTokenSchema.index({ userId: 1 });

// Housekeeping: { expiresAt }. Sparse for the embedded database, which finds spans of time in such an index only
// (decision 16).
AccessTokenSchema.index({ expiresAt: 1 }, { sparse: true });
