import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

export const PHOTOS_COLLECTION = 'photos';

/**
 * `arriving`: bytes may be in the store, or not yet. `kept`: both sizes are in the store. `leaving`: the bytes are being
 * deleted, and the document with them. So bytes in the store always have a document.
 */
export type PhotoState = 'arriving' | 'kept' | 'leaving';

/** A photo. Its bytes are in the store. */
@Schema({ collection: PHOTOS_COLLECTION, versionKey: false })
export class Photo {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  userId: string;

  @Prop({ type: String, enum: ['arriving', 'kept', 'leaving'], required: true })
  state: PhotoState;

  /** The upload that may finish it. A repeated one replaces it. */
  @Prop({ type: String, required: true })
  upload: string;

  /** When it began to arrive. */
  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** When an entry last was about to have it. */
  @Prop({ type: Date, required: true })
  claimedAt: Date;

  /** When to find out whether an entry has it. Absent while one has. */
  @Prop({ type: Date })
  checkAt?: Date;

  /** Bytes in the store, both sizes. 0 while it arrives. */
  @Prop({ type: Number, required: true })
  storedBytes: number;

  /** Bytes of each size as a picture. */
  @Prop({ type: Object })
  bytes?: { large: number; small: number };

  /** Pixels of the large size. */
  @Prop({ type: Number })
  width?: number;

  @Prop({ type: Number })
  height?: number;

  /** When its bytes were first found to be missing. Absent while they are there. */
  @Prop({ type: Date })
  missingSince?: Date;

  /** Encrypted, since it shows the photo, blurred. In base64. */
  @Prop({ type: SchemaTypes.Mixed })
  thumbhash?: StoredBytes;

  /** Encrypted. In the writer's words. */
  @Prop({ type: SchemaTypes.Mixed })
  description?: StoredBytes;
}

/** A photo whose bytes are there. */
export type KeptPhoto = Photo & Required<Pick<Photo, 'bytes' | 'width' | 'height' | 'thumbhash'>>;

export const PhotoSchema = SchemaFactory.createForClass(Photo);

// The bytes and the number of one person's photos: { userId }. It holds all that is read. Deleting them: { userId }.
PhotoSchema.index({ userId: 1, storedBytes: 1 });

// The number of photos whose bytes are missing: { missingSince: { $exists: true } }.
PhotoSchema.index({ missingSince: 1 }, { sparse: true });

// The sweep, photos of which is unknown whether an entry has them: { checkAt: { $lte: now } }, by checkAt.
PhotoSchema.index({ checkAt: 1 }, { sparse: true });
