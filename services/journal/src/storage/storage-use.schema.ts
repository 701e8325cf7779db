import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How much one person stores. Created when it is first needed, by counting their entries. */
@Schema({ collection: 'storage_use', versionKey: false })
export class StorageUse {
  /** The person's id. */
  @Prop({ type: String })
  _id: string;

  /** The size of their entries (entry-bytes.ts), including those that are being written. */
  @Prop({ type: Number, required: true })
  bytes: number;

  /** When their entries were last counted. */
  @Prop({ type: Date, required: true })
  countedAt: Date;
}

export const StorageUseSchema = SchemaFactory.createForClass(StorageUse);
