import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * A sign-in at a provider that is under way. It lasts ten minutes and is used once, by the browser that began it: the
 * cookie `oidc` holds the secret that finds and decrypts it.
 */
@Schema({ collection: 'oidc_flows', versionKey: false })
export class OidcFlow {
  /** SHA-256 of its step, the secret and what tells it from others of the browser, hex. */
  @Prop({ type: String })
  _id: string;

  /** What the flow holds, as JSON, encrypted with a key that is derived from the secret. */
  @Prop({ type: Buffer, required: true })
  contents: StoredBytes;

  /** The account that it is about, if its user is signed in. */
  @Prop({ type: String })
  userId?: string;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const OidcFlowSchema = SchemaFactory.createForClass(OidcFlow);

// The deletion of an account: { userId }.
OidcFlowSchema.index({ userId: 1 });
// Housekeeping: { expiresAt }.
OidcFlowSchema.index({ expiresAt: 1 });

/** A session that was opened by a sign-in at a provider, so that a log-out can end the session there as well. */
@Schema({ collection: 'provider_sessions', versionKey: false })
export class ProviderSession {
  /** The id of our session. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  /** The id of the identity. */
  @Prop({ type: String, required: true })
  identityId: string;

  @Prop({ type: String, required: true })
  provider: string;

  /** SHA-256 of the id of the session at the provider (`sid`), if it has told one. */
  @Prop({ type: String })
  sidHash?: string;

  /** The ID token, with which the provider finds its session. Encrypted with the person's data key. */
  @Prop({ type: Buffer, required: true })
  idToken: StoredBytes;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const ProviderSessionSchema = SchemaFactory.createForClass(ProviderSession);

// The deletion of an account: { userId }.
ProviderSessionSchema.index({ userId: 1 });
// Log-outs that a provider reports: { identityId, sidHash }, or one of them.
ProviderSessionSchema.index({ identityId: 1 });
ProviderSessionSchema.index({ sidHash: 1 }, { sparse: true });
// Housekeeping: { expiresAt }.
ProviderSessionSchema.index({ expiresAt: 1 });
