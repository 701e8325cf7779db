import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * Bytes in the store that belong to no photo: a database was restored that is older than they are, or bytes came after the
 * end of their photo.
 */
@Schema({ collection: 'strays', versionKey: false })
export class Stray {
  /** Its key in the store. */
  @Prop({ type: String, required: true })
  _id: string;

  /** When it was first found. */
  @Prop({ type: Date, required: true })
  foundAt: Date;

  /** When it was last found. */
  @Prop({ type: Date, required: true })
  seenAt: Date;
}

export const StraySchema = SchemaFactory.createForClass(Stray);

// Forgetting those that were not seen any more: { seenAt: { $lt: time } }.
StraySchema.index({ seenAt: 1 });
