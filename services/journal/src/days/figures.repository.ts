import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { Entry } from '../entries/entry.schema.js';
import { PART, partsOf } from '../entries/parts.js';

/** Of an entry, what can be counted without its words. */
export type EntryFigures = Pick<Entry, 'day' | 'createdAt' | 'offset' | 'inputMood' | 'location'> & {
  /** The text of its weather. */
  weather: string;
};

type StoredFigures = Pick<Entry, 'day' | 'createdAt' | 'offset'> &
  Partial<Pick<Entry, 'inputMood' | 'location'>> & { weather?: { text?: string } };

/** All of them are in one index, so that the database reads no entry. */
const FIELDS = { _id: 0, day: 1, createdAt: 1, offset: 1, inputMood: 1, location: 1, 'weather.text': 1 };

/** Reads what can be counted about a person's entries. */
@Injectable()
export class FiguresRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Oldest first, in parts. */
  read(userId: string, { startDate, endDate }: DayRange): AsyncIterable<EntryFigures[]> {
    const stored = this.entries.collection
      .find<StoredFigures>(
        { userId, day: { $gte: startDate, $lte: endDate } },
        { projection: FIELDS, batchSize: PART },
      )
      .sort({ day: 1, createdAt: 1 });
    return partsOf(stored, ({ inputMood = '', location = '', weather, ...times }) => ({
      ...times,
      inputMood,
      location,
      weather: weather?.text ?? '',
    }));
  }

  /** The day of somebody's first (1) or last (-1) entry; null if there is none. */
  async end(userId: string, direction: 1 | -1): Promise<string | null> {
    const entry = await this.entries
      .findOne({ userId }, { _id: 0, day: 1 })
      .sort({ day: direction })
      .lean<Pick<Entry, 'day'>>();
    return entry?.day ?? null;
  }
}
