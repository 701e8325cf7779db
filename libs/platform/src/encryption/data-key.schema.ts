import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { StoredBytes } from './stored-bytes.js';

/**
 * The key under which a service keeps one person's words, wrapped by a master key. When the account is deleted the
 * key goes and a tombstone stays for a while, so that nothing that is still under way can make the person a new one.
 */
@Schema({ collection: 'datakeys', versionKey: false })
export class StoredDataKey {
  /** The user's id. */
  @Prop({ type: String })
  _id: string;

  /** The wrapped key: sealed bytes, see sealed-bytes.ts. */
  @Prop({ type: Buffer })
  wrapped?: StoredBytes;

  /** Which master key wrapped it. */
  @Prop({ type: String })
  masterKey?: string;

  @Prop({ type: Date })
  createdAt?: Date;

  /** Set on a tombstone, which has nothing else. The index serves the clean-up of tombstones. */
  @Prop({ type: Date, index: { sparse: true } })
  destroyedAt?: Date;
}

export const StoredDataKeySchema = SchemaFactory.createForClass(StoredDataKey);
