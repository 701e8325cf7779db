import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How much one person stores. The document is created on first use, by measuring the person's entries. */
@Schema({ collection: 'storage_use', versionKey: false })
export class StorageUse {
  /** The person's id. */
  @Prop({ type: String })
  _id: string;

  /** The size of the person's entries (entry-bytes.ts), including reserved space. */
  @Prop({ type: Number, required: true })
  bytes: number;

  /** When the person's entries were last measured. */
  @Prop({ type: Date, required: true })
  countedAt: Date;
}

export const StorageUseSchema = SchemaFactory.createForClass(StorageUse);
