import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A person's account at a provider, by which they can sign in here. */
@Schema({ collection: 'identities', versionKey: false })
export class Identity {
  /** SHA-256 of the issuer and of the person's id there (`sub`), which is never given to anyone else. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  /** The id of the provider. */
  @Prop({ type: String, required: true })
  provider: string;

  @Prop({ type: Date, required: true })
  connectedAt: Date;
}

export const IdentitySchema = SchemaFactory.createForClass(Identity);

// The identities of an account: { userId }. Unique: an account is connected with one identity of a provider.
IdentitySchema.index({ userId: 1, provider: 1 }, { unique: true });
