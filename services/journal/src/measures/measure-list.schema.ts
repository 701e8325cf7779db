import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';

export const MEASURES_COLLECTION = 'measures';

/** What one person measures. */
@Schema({ collection: MEASURES_COLLECTION, versionKey: false })
export class MeasureList {
  /** The person's id. */
  @Prop({ type: String })
  _id: string;

  /** Increased by each change. */
  @Prop({ type: Number, required: true })
  version: number;

  /** A JSON array of Measure in the person's order, encrypted as one text. */
  @Prop({ type: SchemaTypes.Mixed, required: true })
  measures: StoredBytes;

  /** The ids of deleted measures, of which entries may still have values. Absent: there are none. */
  @Prop({ type: [String], default: undefined })
  leaving?: string[];
}

export const MeasureListSchema = SchemaFactory.createForClass(MeasureList);

// Deleting the values of deleted measures, lists with such measures.
MeasureListSchema.index({ leaving: 1 }, { sparse: true });
