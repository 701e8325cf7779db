import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { WithOutbox } from '@inner-weather/platform/outbox/outbox';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The weekly letter of one person: the settings, and when the next one is due. */
@Schema({ collection: 'letters', versionKey: false })
export class Letter extends WithOutbox {
  /** The id of the user. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Boolean, required: true })
  on: boolean;

  /** ISO, 1 is Monday. */
  @Prop({ type: Number, required: true })
  weekday: number;

  /** Local, HH:mm. */
  @Prop({ type: String, required: true })
  time: string;

  @Prop({ type: Boolean, required: true })
  byMail: boolean;

  @Prop({ type: Boolean, required: true })
  wordsInMail: boolean;

  @Prop({ type: String, required: true })
  timeZone: string;

  @Prop({ type: Number, required: true })
  dayEndsAt: number;

  @Prop({ type: String, enum: LANGUAGE_TAGS, required: true })
  language: Language;

  /** The next letter, and its last day. Absent while letters are off. */
  @Prop({ type: Date })
  nextAt?: Date;

  @Prop({ type: String })
  nextDay?: string;

  /** The ISO week of the last letter that was due. There is one for each week, however often the settings change. */
  @Prop({ type: String })
  lastWeek?: string;

  /** While one event tells the devices, until then at the latest, others wait. */
  @Prop({ type: Date })
  tellingUntil?: Date;
}

export const LetterSchema = SchemaFactory.createForClass(Letter);

// Due letters, and those that a wrong clock has planned: { nextAt }, by nextAt. Letters that are off have no nextAt.
LetterSchema.index({ nextAt: 1 }, { sparse: true });
