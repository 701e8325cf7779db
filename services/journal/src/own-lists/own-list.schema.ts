import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import type { OwnListKind } from './own-list-kinds.js';

export const OWN_LISTS_COLLECTION = 'own_lists';

/** The owner of a list and its kind. The order of the fields is part of the id. */
export interface OwnListId {
  userId: string;
  kind: OwnListKind;
}

/** A list that a person keeps for the whole journal. */
@Schema({ collection: OWN_LISTS_COLLECTION, versionKey: false })
export class OwnList {
  @Prop({ type: SchemaTypes.Mixed })
  _id: OwnListId;

  /** Increased by each change. */
  @Prop({ type: Number, required: true })
  version: number;

  /** OwnListContents of its kind as JSON, encrypted as one text. */
  @Prop({ type: SchemaTypes.Mixed, required: true })
  content: StoredBytes;

  /** The ids of deleted items, of which entries may still have values. Absent: there are none. */
  @Prop({ type: [String], default: undefined })
  leaving?: string[];
}

export const OwnListSchema = SchemaFactory.createForClass(OwnList);

// Deleting what entries have of deleted items, lists with such items.
OwnListSchema.index({ leaving: 1 }, { sparse: true });
