import { WEATHER_STATUSES, type WeatherStatus } from '@inner-weather/contracts/journal/entry-fields';
import type { StoredBytes } from '@inner-weather/platform/encryption/stored-bytes';
import { KeyedDocument } from '@inner-weather/platform/idempotency/keyed-document.schema';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** The weather in an entry's city, or the state of its look-up. */
@Schema({ _id: false })
export class WeatherStamp {
  @Prop({ type: String, enum: WEATHER_STATUSES, required: true })
  status: WeatherStatus;

  /** The condition in words; '' while pending. */
  @Prop({ type: String })
  text: string;

  /** While `ready`: degrees Celsius. Absent where only the condition is known. */
  @Prop({ type: Number })
  temperature?: number;

  /**
   * The place of the city as a `geo:` URI: the one that the writer chose, or the one that the first look-up found. Later
   * look-ups use the same place. Absent until it is known.
   */
  @Prop({ type: String })
  place?: string;

  /** Identifies the city and moment of the look-up. An answer with another key is outdated and is ignored. */
  @Prop({ type: String, required: true })
  key: string;

  /** How often the weather was requested; 0 if the client sent it. */
  @Prop({ type: Number, required: true })
  attempts: number;

  /** When the weather was last requested while the status was `pending`. */
  @Prop({ type: Date, required: true })
  requestedAt: Date;

  /** While `unavailable`: when the next look-up in the background is due. Absent: there is none. */
  @Prop({ type: Date })
  retryAt?: Date;

  /** With `retryAt`: when the look-ups in the background end. */
  @Prop({ type: Date })
  retryUntil?: Date;
}

const WeatherStampSchema = SchemaFactory.createForClass(WeatherStamp);

/** The import that an entry came with. */
@Schema({ _id: false })
export class EntryImport {
  /** The client creates it for all parts of an import. */
  @Prop({ type: String, required: true })
  id: string;

  /** The name of the app that the file came from. */
  @Prop({ type: String, required: true })
  source: string;

  /** When the entry was added. */
  @Prop({ type: Date, required: true })
  at: Date;
}

const EntryImportSchema = SchemaFactory.createForClass(EntryImport);

export const ENTRIES_COLLECTION = 'entries';

/**
 * An entry as it is stored. A deleted entry is a tombstone until its event is published: it has `removeAt` and none of
 * its personal fields. It has no `userId` either, so no query for a person's entries finds it.
 */
@Schema({ collection: ENTRIES_COLLECTION, versionKey: false })
export class Entry extends KeyedDocument {
  _id: Types.ObjectId;

  /** Increased when the stored shape changes in a way that a reader must know. */
  @Prop({ type: Number, required: true })
  schemaVersion: 1;

  @Prop({ type: String, required: true })
  userId: string;

  /** Encrypted. Mood, city, weather and times are not, so that the database can select by them. */
  @Prop({ type: SchemaTypes.Mixed, required: true })
  content: StoredBytes;

  /** Empty if no mood was chosen. */
  @Prop({ type: String })
  inputMood: string;

  @Prop({ type: String, required: true })
  location: string;

  /** A JSON array of tags, encrypted as one text. Absent in entries that never had tags. */
  @Prop({ type: SchemaTypes.Mixed })
  tags?: StoredBytes;

  /**
   * One search token per tag, in the same order. A token is a fingerprint under the writer's key, so that it reveals
   * nothing without that key, and two people's tokens of the same tag differ.
   */
  @Prop({ type: [String], default: undefined })
  tagTokens?: string[];

  /** The ids of its photos, in their order. The service media has the photos. Absent in entries that never had any. */
  @Prop({ type: [String], default: undefined })
  photos?: string[];

  /** What was measured, as a JSON object of type Measured, encrypted as one text. Absent in entries that never had any. */
  @Prop({ type: SchemaTypes.Mixed })
  measures?: StoredBytes;

  /** Set from outside for the whole day: other values of that day do not count beside it. Absent means no. */
  @Prop({ type: Boolean })
  ofDay?: boolean;

  @Prop({ type: WeatherStampSchema, required: true })
  weather: WeatherStamp;

  /** The moment of the entry: when it was written, or the moment that the writer chose. */
  @Prop({ type: Date, required: true })
  createdAt: Date;

  /** The UTC offset of the writer's local time at `createdAt`, in minutes. */
  @Prop({ type: Number, required: true })
  offset: number;

  /**
   * The day that the entry belongs to, YYYY-MM-DD: the date of `createdAt` at `offset`, or the day before it if that had
   * not yet ended for the writer (decision 17). Searches and counts use it in any reader's zone.
   */
  @Prop({ type: String, required: true })
  day: string;

  /** When the writer last changed the entry. */
  @Prop({ type: Date, required: true })
  updatedAt: Date;

  /** No language model is ever sent this entry. Absent means no. */
  @Prop({ type: Boolean })
  neverSendToAi?: boolean;

  /** A mood without words: the content is empty. Absent means no. */
  @Prop({ type: Boolean })
  checkIn?: boolean;

  /** Only in imported entries that their writer has not edited: undoing the import deletes them. */
  @Prop({ type: EntryImportSchema })
  import?: EntryImport;

  /**
   * Only in tombstones: a hash of the person and the undone import. Other imports add the entry again; this one is over.
   */
  @Prop({ type: String })
  undoneImport?: string;
}

/**
 * The kind of a stored field. It decides how the field is encrypted, counted, shown, exported and erased:
 *
 * - `sealed text`: the writer's words, encrypted under the writer's key;
 * - `plain text`: the writer's words, not encrypted, so that the database can select by them;
 * - `choice`: anything else that the writer sets;
 * - `fact`: personal and shown to the writer, but set by the server;
 * - `link`: personal and never shown: it links the entry to its writer, to a request or to other entries, or is derived
 *   from shown fields;
 * - `technical`: not personal. A tombstone keeps only these fields.
 */
type FieldKind = 'sealed text' | 'plain text' | 'choice' | 'fact' | 'link' | 'technical';

/** Every stored field with its kind: a field of the class above that is missing here does not compile. */
export const ENTRY_FIELDS = {
  _id: 'technical',
  schemaVersion: 'technical',
  userId: 'link',
  content: 'sealed text',
  inputMood: 'plain text',
  location: 'plain text',
  tags: 'sealed text',
  tagTokens: 'link',
  photos: 'choice',
  measures: 'sealed text',
  ofDay: 'fact',
  weather: 'fact',
  createdAt: 'fact',
  offset: 'fact',
  day: 'fact',
  updatedAt: 'fact',
  neverSendToAi: 'choice',
  checkIn: 'choice',
  import: 'link',
  replayableUntil: 'link',
  undoneImport: 'technical',
  requestHash: 'technical',
  outbox: 'technical',
  outboxNextAt: 'technical',
  outboxFence: 'technical',
  removeAt: 'technical',
} as const satisfies Record<keyof Entry, FieldKind>;

type FieldsOf<Kind extends FieldKind> = {
  [Field in keyof Entry]-?: (typeof ENTRY_FIELDS)[Field] extends Kind ? Field : never;
}[keyof Entry];

function fieldsOf<Kind extends FieldKind>(...kinds: Kind[]): FieldsOf<Kind>[] {
  const fields = Object.keys(ENTRY_FIELDS) as (keyof Entry)[];
  return fields.filter((field): field is FieldsOf<Kind> =>
    kinds.some((kind) => kind === ENTRY_FIELDS[field]),
  );
}

/** Encrypted in the database. */
export const SEALED_FIELDS = fieldsOf('sealed text');
export type SealedField = (typeof SEALED_FIELDS)[number];

/** Fields whose length counts towards the writer's quota. */
export const COUNTED_FIELDS = fieldsOf('sealed text', 'plain text');
export type CountedField = (typeof COUNTED_FIELDS)[number];

/** Fields that the writer sets when creating, changing or importing an entry. */
export const WRITTEN_FIELDS = fieldsOf('sealed text', 'plain text', 'choice');
export type WrittenField = (typeof WRITTEN_FIELDS)[number];

/** Fields in every answer, and therefore in every export. */
export const SHOWN_FIELDS = fieldsOf('sealed text', 'plain text', 'choice', 'fact');
export type ShownField = (typeof SHOWN_FIELDS)[number];

/** Fields that are removed when the entry becomes a tombstone. */
export const PERSONAL_FIELDS = fieldsOf('sealed text', 'plain text', 'choice', 'fact', 'link');

/** An entry with its sealed fields decrypted. */
export type ReadableEntry = {
  [Field in keyof Entry]: Field extends SealedField ? string : Entry[Field];
};

/** Excludes entries that never had tags from the tag indexes. */
const TAGGED = { partialFilterExpression: { tagTokens: { $exists: true } } };

export const EntrySchema = SchemaFactory.createForClass(Entry);

// Search, one person's entries of a range of days, newest first, and each of its pages: { userId, day }, by day, createdAt
// and _id; their number: the same without an order. The first and the last entry: { userId }, by day. Measuring and
// deleting all of a person's entries: { userId }.
EntrySchema.index({ userId: 1, day: -1, createdAt: -1, _id: -1 });

// Counting, the days and statistics of one person: { userId, day }, by day and createdAt. It holds all that they read, so no
// entry is read for them.
EntrySchema.index({
  userId: 1,
  day: 1,
  createdAt: 1,
  offset: 1,
  inputMood: 1,
  location: 1,
  'weather.text': 1,
});

// Summing up what was measured, one person's entries with values: { userId, day, measures exists }, by day and createdAt.
// Leaving those of scripts out of the days on which something was written: the same without an order.
// Deleting the values of a deleted measure: { userId, measures exists }.
EntrySchema.index(
  { userId: 1, day: 1, createdAt: 1 },
  { name: 'measured', partialFilterExpression: { measures: { $exists: true } } },
);

// Searching by a tag, one person's entries with it: { userId, tagTokens, day }, by day, createdAt and _id; their number:
// the same without an order.
EntrySchema.index({ userId: 1, tagTokens: 1, day: -1, createdAt: -1, _id: -1 }, TAGGED);

// Counting tags, one person's tagged entries: { userId, day, tagTokens: { $exists: true } }, by day and createdAt.
EntrySchema.index({ userId: 1, day: 1, createdAt: 1 }, TAGGED);

// Showing days, one person's entries with photos: { userId, day, photos: { $exists: true } }, by day, createdAt and _id.
EntrySchema.index(
  { userId: 1, day: 1, createdAt: 1, _id: 1 },
  { partialFilterExpression: { photos: { $exists: true } } },
);

// Finding which photos are in use, entries of one person with some of them: { userId, photos }. It holds all that is read.
EntrySchema.index({ userId: 1, photos: 1 }, { partialFilterExpression: { photos: { $exists: true } } });

// Listing imports, one person's imported entries of the last days: { userId, 'import.at' }, in groups. It holds all that is
// read for that. Undoing an import: { userId, 'import.at', 'import.id' }; the number of its entries: the same.
EntrySchema.index(
  { userId: 1, 'import.at': -1, 'import.id': 1, 'import.source': 1 },
  { partialFilterExpression: { 'import.at': { $exists: true } } },
);

// Reconciling, stamps that have been pending for too long: { 'weather.status': 'pending', 'weather.requestedAt' }, by
// weather.requestedAt.
EntrySchema.index({ 'weather.requestedAt': 1 }, { partialFilterExpression: { 'weather.status': 'pending' } });

// Retrying in the background, entries without weather whose next look-up is due: { 'weather.retryAt' }, by weather.retryAt.
EntrySchema.index({ 'weather.retryAt': 1 }, { sparse: true });

// Refusing further parts of an undone import: { undoneImport }.
EntrySchema.index({ undoneImport: 1 }, { sparse: true });
