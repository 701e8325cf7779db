import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { DATA_KEYS } from './data-key-tombstone.js';
import type { StoredBytes } from './stored-bytes.js';

/**
 * The key with which a service encrypts the texts of one user, wrapped (encrypted) by a master key. When the account is
 * deleted, a tombstone replaces the key for a while, so that unfinished work cannot create a new key.
 */
@Schema({ collection: DATA_KEYS, versionKey: false })
export class StoredDataKey {
  /** The user's id. */
  @Prop({ type: String })
  _id: string;

  /** The wrapped key as sealed bytes, see sealed-bytes.ts. */
  @Prop({ type: Buffer })
  wrapped?: StoredBytes;

  /** The id of the master key that wrapped it. */
  @Prop({ type: String })
  masterKey?: string;

  @Prop({ type: Date })
  createdAt?: Date;

  /** Set on a tombstone, which has no other fields. The index serves the removal of tombstones: { destroyedAt }. */
  @Prop({ type: Date, index: { sparse: true } })
  destroyedAt?: Date;
}

export const StoredDataKeySchema = SchemaFactory.createForClass(StoredDataKey);
