import type { DayBounds } from '@inner-weather/platform/day-bounds';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Entry } from '../entries/entry.schema.js';
import { byMonth, type Month, rowsOf, textOf } from './months.js';

/** Of an entry, what can be counted without its words. */
export type EntryFigures = Pick<Entry, 'createdAt' | 'inputMood' | 'location'> & {
  /** The text of its weather. */
  weather: string;
};

/** All of them are in one index, so that the database reads no entry. */
const FIELDS = {
  inputMood: textOf('inputMood'),
  location: textOf('location'),
  weather: textOf('weather.text'),
};

/** Reads what can be counted about a person's entries. */
@Injectable()
export class FiguresRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Oldest first, in parts. */
  read(userId: string, { from, until }: DayBounds): AsyncIterable<EntryFigures[]> {
    const months = this.entries.collection.aggregate<Month<EntryFigures>>([
      { $match: { userId, createdAt: { $gte: from, $lt: until } } },
      { $sort: { createdAt: 1 } },
      ...byMonth<EntryFigures>(FIELDS),
    ]);
    return rowsOf(months, FIELDS);
  }

  /** When somebody's first (1) or last (-1) entry was written; undefined if there is none. */
  async end(userId: string, direction: 1 | -1): Promise<Date | undefined> {
    const entry = await this.entries
      .findOne({ userId }, { _id: 0, createdAt: 1 })
      .sort({ createdAt: direction })
      .lean<Pick<Entry, 'createdAt'>>();
    return entry?.createdAt;
  }
}
