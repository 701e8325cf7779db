import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { Entry } from '../entries/entry.schema.js';
import { byMonth, type Month, rowsOf, textOf } from './months.js';

/** Of an entry, what can be counted without its words. */
export type EntryFigures = Pick<Entry, 'day' | 'createdAt' | 'offset' | 'inputMood' | 'location'> & {
  /** The text of its weather. */
  weather: string;
};

/** All of them are in one index, so that the database reads no entry. */
const FIELDS = {
  createdAt: '$createdAt',
  offset: '$offset',
  inputMood: textOf('inputMood'),
  location: textOf('location'),
  weather: textOf('weather.text'),
};

/** Reads what can be counted about a person's entries. */
@Injectable()
export class FiguresRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Oldest first, in parts. */
  read(userId: string, { startDate, endDate }: DayRange): AsyncIterable<EntryFigures[]> {
    const months = this.entries.collection.aggregate<Month<EntryFigures>>([
      { $match: { userId, day: { $gte: startDate, $lte: endDate } } },
      { $sort: { day: 1, createdAt: 1 } },
      ...byMonth<EntryFigures>(FIELDS),
    ]);
    return rowsOf(months, FIELDS);
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
