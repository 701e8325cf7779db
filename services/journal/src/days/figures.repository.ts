import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { Entry } from '../entries/entry.schema.js';
import { PART, partsOf } from '../entries/parts.js';
import { SCRIPTED } from '../entries/scripted.js';

/** The unencrypted fields of an entry that are counted. */
export type EntryFigures = Pick<Entry, 'day' | 'createdAt' | 'offset' | 'inputMood' | 'location'> & {
  /** The condition in words. */
  weather: string;
};

type StoredFigures = Pick<Entry, 'day' | 'createdAt' | 'offset'> &
  Partial<Pick<Entry, 'inputMood' | 'location'>> & { weather?: { text?: string } };

/** One index covers all of these, so that the database does not read the entries themselves. */
const FIELDS = { _id: 0, day: 1, createdAt: 1, offset: 1, inputMood: 1, location: 1, 'weather.text': 1 };

/** Entries without a mood that have the same key count in the same way. */
export const figuresKeyOf = ({
  day,
  createdAt,
  weather,
}: Omit<EntryFigures, 'offset' | 'inputMood' | 'location'>) => `${day} ${createdAt.getTime()} ${weather}`;

/** Reads the fields of a person's entries that are counted. */
@Injectable()
export class FiguresRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Lists the figures in batches, oldest first. */
  list(userId: string, { startDate, endDate }: DayRange): AsyncIterable<EntryFigures[]> {
    const cursor = this.entries.collection
      .find<StoredFigures>(
        { userId, day: { $gte: startDate, $lte: endDate } },
        { projection: FIELDS, batchSize: PART },
      )
      .sort({ day: 1, createdAt: 1 });
    return partsOf(cursor, ({ inputMood = '', location = '', weather, ...times }) => ({
      ...times,
      inputMood,
      location,
      weather: weather?.text ?? '',
    }));
  }

  /** The keys of entries that hold only what a script has set for a whole day: see `figuresKeyOf`. */
  async findScripted(userId: string, { startDate, endDate }: DayRange): Promise<Set<string>> {
    const cursor = this.entries.collection.find<StoredFigures>(
      { userId, day: { $gte: startDate, $lte: endDate }, ...SCRIPTED },
      { projection: FIELDS, batchSize: PART },
    );
    const keys = new Set<string>();
    for await (const { weather, ...entry } of cursor)
      keys.add(figuresKeyOf({ ...entry, weather: weather?.text ?? '' }));
    return keys;
  }

  /** The first photo of each day that has one, by day. */
  async findPhotos(userId: string, { startDate, endDate }: DayRange): Promise<Map<string, string>> {
    const cursor = this.entries.collection
      .find<Pick<Entry, 'day'> & Required<Pick<Entry, 'photos'>>>(
        { userId, day: { $gte: startDate, $lte: endDate }, photos: { $exists: true } },
        { projection: { _id: 0, day: 1, photos: 1 }, batchSize: PART },
      )
      .sort({ day: 1, createdAt: 1, _id: 1 });
    const firsts = new Map<string, string>();
    for await (const { day, photos } of cursor)
      if (photos[0] !== undefined && !firsts.has(day)) firsts.set(day, photos[0]);
    return firsts;
  }

  /** The day of a person's first (1) or last (-1) entry; null without entries. */
  async findBoundaryDay(userId: string, direction: 1 | -1): Promise<string | null> {
    const entry = await this.entries
      .findOne({ userId }, { _id: 0, day: 1 })
      .sort({ day: direction })
      .lean<Pick<Entry, 'day'>>();
    return entry?.day ?? null;
  }
}
