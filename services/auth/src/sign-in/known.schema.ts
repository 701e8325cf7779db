import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** Milliseconds for which a browser or a network stays known after the last login with it. */
const TTL_MS = 90 * 24 * 60 * 60_000;

/** When something expires that was used for a login just now. */
export const knownUntil = (): Date => new Date(Date.now() + TTL_MS);

/** Milliseconds after a login in which further ones prolong nothing: each would be a write, for a day of ninety. */
const FRESH_MS = 24 * 60 * 60_000;

/** What a login found of a network or a browser. */
export interface Known {
  _id: string;
  /** A login that works need not prolong it. */
  isFresh: boolean;
}

/** Undefined for one that has expired. */
export function toKnown({ _id, expiresAt }: { _id: string; expiresAt: Date }): Known | undefined {
  const left = expiresAt.getTime() - Date.now();
  return left > 0 ? { _id, isFresh: left > TTL_MS - FRESH_MS } : undefined;
}

/** Something with which an account has logged in before. */
class KnownToAccount {
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

/** A network. `_id` is `<user>:<SHA-256 of user and network>`. */
@Schema({ collection: 'known_addresses', versionKey: false })
export class KnownAddress extends KnownToAccount {}

/**
 * A browser, which shows that by a secret in its cookie `device`. `_id` is the SHA-256 of the secret, hex. The secret has
 * 256 random bits, so a fast hash is enough.
 */
@Schema({ collection: 'known_devices', versionKey: false })
export class KnownDevice extends KnownToAccount {}

export const KnownAddressSchema = SchemaFactory.createForClass(KnownAddress);
export const KnownDeviceSchema = SchemaFactory.createForClass(KnownDevice);

for (const schema of [KnownAddressSchema, KnownDeviceSchema]) {
  // The deletion of an account: { userId }. For browsers also a new password, which forgets all but one: { userId, _id }.
  schema.index({ userId: 1 });
  // Housekeeping: { expiresAt }.
  schema.index({ expiresAt: 1 });
}
