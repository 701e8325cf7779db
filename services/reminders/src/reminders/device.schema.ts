import type { Place } from '@inner-weather/platform/encryption/field-encryption';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';

/** A browser that is reminded: its push subscription. */
@Schema({ collection: 'devices', versionKey: false })
export class Device {
  /** The SHA-256 of the user's id and the endpoint, in base64url. The endpoint is a secret that cannot be guessed. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  /** A PushTarget as JSON. Encrypted. */
  @Prop({ type: SchemaTypes.Mixed, required: true })
  target: StoredBytes;

  @Prop({ type: String, required: true })
  userAgent: string;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date })
  lastSuccessAt?: Date;

  /** The last reminder that its push service has accepted: the `nextAt` that it was sent for. */
  @Prop({ type: Date })
  sentFor?: Date;

  /** The week of the last letter of which its push service has accepted a message. */
  @Prop({ type: String })
  letterSent?: string;
}

export const DeviceSchema = SchemaFactory.createForClass(Device);

// The devices of some people, in the order in which they were added: { userId }, by createdAt. One person's: { userId, _id }.
DeviceSchema.index({ userId: 1, createdAt: 1 });

/** Where the target of a device is stored. */
export const placeOfTarget = ({ _id, userId }: Pick<Device, '_id' | 'userId'>): Place => ({
  userId,
  documentId: _id,
  field: 'devices.target',
});
