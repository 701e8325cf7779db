import { WEATHER_STATUSES, type WeatherStatus } from '@inner-weather/contracts/entries.dto';
import type { StoredText } from '@inner-weather/platform/encryption/field-encryption';
import { WithOutbox } from '@inner-weather/platform/mongo/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** The weather at an entry's city, or the wait for it. */
@Schema({ _id: false })
export class WeatherStamp {
  @Prop({ type: String, enum: WEATHER_STATUSES, required: true })
  status: WeatherStatus;

  /** The condition in words; '' while pending. */
  @Prop({ type: String })
  text: string;

  /** Names city and moment: an answer counts only while the entry waits under this very key. */
  @Prop({ type: String, required: true })
  key: string;

  /** How often it was asked for; 0 where the client sent it along. */
  @Prop({ type: Number, required: true })
  attempts: number;

  /** When it was asked for last. */
  @Prop({ type: Date, required: true })
  requestedAt: Date;
}

const WeatherStampSchema = SchemaFactory.createForClass(WeatherStamp);

/**
 * An entry as it is stored. A deleted one is a tombstone until its event is out: it has `removeAt` and nothing else
 * of its own, no `userId` either, so that no read that asks for a person's entries can find it.
 */
@Schema({ collection: 'entries', versionKey: false })
export class Entry extends WithOutbox {
  _id: Types.ObjectId;

  /** Grows when a stored shape changes in a way that reads must tell apart. */
  @Prop({ type: Number, required: true })
  schemaVersion: 1;

  @Prop({ type: String, required: true })
  userId: string;

  /** Encrypted; mood, city, weather and times are not, so that the database can count by them. */
  @Prop({ type: SchemaTypes.Mixed, required: true })
  content: StoredText;

  /** '' where none was chosen. */
  @Prop({ type: String })
  inputMood: string;

  @Prop({ type: String, required: true })
  location: string;

  @Prop({ type: WeatherStampSchema, required: true })
  weather: WeatherStamp;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** When the writer last changed it. */
  @Prop({ type: Date, required: true })
  updatedAt: Date;

  /** No language model is ever sent this entry. Absent means no. */
  @Prop({ type: Boolean })
  neverSendToAi?: boolean;

  /** Made under an Idempotency-Key: until then a repeated request could want to make it again. */
  @Prop({ type: Date })
  replayableUntil?: Date;
}

/** An entry whose words can be read. */
export type ReadableEntry = Omit<Entry, 'content'> & { content: string };

export const EntrySchema = SchemaFactory.createForClass(Entry);

// Search: one person's entries of a range of days, newest first, and each of its pages.
EntrySchema.index({ userId: 1, createdAt: -1, _id: -1 });

// Reconciling: stamps that have been pending for too long.
EntrySchema.index({ 'weather.requestedAt': 1 }, { partialFilterExpression: { 'weather.status': 'pending' } });
