import { type Language, LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Schedule } from './occurrences.js';

/** The settings of one person, and the next reminder. */
@Schema({ collection: 'reminders', versionKey: false })
export class Reminder implements Schedule {
  /** The id of the user. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Boolean, required: true })
  on: boolean;

  @Prop({ type: String, required: true })
  time: string;

  @Prop({ type: [Number], required: true })
  weekdays: number[];

  @Prop({ type: String, required: true })
  timeZone: string;

  @Prop({ type: Number, required: true })
  dayEndsAt: number;

  @Prop({ type: String, enum: LANGUAGE_TAGS, required: true })
  language: Language;

  /** What names the template with which it opens the form. Absent: it opens the journal. */
  @Prop({ type: String })
  template?: string;

  /** The next reminder, and the day that it reminds of. Absent while reminders are off. */
  @Prop({ type: Date })
  nextAt?: Date;

  @Prop({ type: String })
  nextDay?: string;

  /** The day that the last reminder reminded of. There is one for each, however often the account moves. */
  @Prop({ type: String })
  remindedDay?: string;

  /** When the scheduler looks at it again: `nextAt`, the end of a replica's lease, or the next attempt. */
  @Prop({ type: Date })
  wakeAt?: Date;

  /** Names the claim of the replica that has it. Its writes have no effect once another claim, or nobody's, is here. */
  @Prop({ type: String })
  claim?: string;

  /** Attempts to send `nextAt` that a push service asked to repeat. Absent: none. */
  @Prop({ type: Number })
  attempts?: number;

  /** The last day on which something was written, YYYY-MM-DD. */
  @Prop({ type: String })
  writtenDay?: string;

  /** The last day of which an entry was deleted or moved: whether something is written on it, only journal can say. */
  @Prop({ type: String })
  lookedDay?: string;

  /** Names the latest look into journal at such a day. The answers of earlier ones have no effect. */
  @Prop({ type: String })
  look?: string;

  /** The SHA-256 of the secret in the link to the calendar. Absent: there is no link. */
  @Prop({ type: String })
  feedHash?: string;

  /** When that link was made. */
  @Prop({ type: Date })
  feedMadeAt?: Date;
}

export const ReminderSchema = SchemaFactory.createForClass(Reminder);

// Due reminders, and those that a wrong clock has planned: { wakeAt }, by wakeAt. Reminders that are off have no wakeAt.
ReminderSchema.index({ wakeAt: 1 }, { sparse: true });

// Those that a replica has just claimed: { claim }.
ReminderSchema.index({ claim: 1 }, { sparse: true });

// The calendar of a link: { feedHash }.
ReminderSchema.index({ feedHash: 1 }, { unique: true, sparse: true });
