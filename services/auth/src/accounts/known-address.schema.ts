import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** Where an account has come in from. */
@Schema({ collection: 'known_addresses', versionKey: false })
export class KnownAddress {
  /** `<user>:<SHA-256 of user and network>`. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const KnownAddressSchema = SchemaFactory.createForClass(KnownAddress);

// The deletion of an account.
KnownAddressSchema.index({ userId: 1 });

// Cleaning up.
KnownAddressSchema.index({ expiresAt: 1 });
