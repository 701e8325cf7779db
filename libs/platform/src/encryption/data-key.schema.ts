import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { StoredBytes } from './stored-bytes.js';

/**
 * The key with which a service encrypts one person's texts, wrapped (encrypted) by a master key. When the account is
 * deleted, a tombstone replaces the key for a while, so that work that still runs cannot create a new key.
 */
@Schema({ collection: 'datakeys', versionKey: false })
export class StoredDataKey {
  /** The user's id. */
  @Prop({ type: String })
  _id: string;

  /** The wrapped key: sealed bytes, see sealed-bytes.ts. */
  @Prop({ type: Buffer })
  wrapped?: StoredBytes;

  /** The id of the master key that wrapped it. */
  @Prop({ type: String })
  masterKey?: string;

  @Prop({ type: Date })
  createdAt?: Date;

  /** Set on a tombstone, which has no other fields. The index serves their removal: { destroyedAt }. */
  @Prop({ type: Date, index: { sparse: true } })
  destroyedAt?: Date;
}

export const StoredDataKeySchema = SchemaFactory.createForClass(StoredDataKey);
