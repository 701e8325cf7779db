import type { DayBounds } from '@inner-weather/platform/day-bounds';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Entry } from '../entries/entry.schema.js';

/** Of an entry, what can be counted without its words. */
export type EntryFigures = Pick<Entry, 'createdAt' | 'inputMood' | 'location'> & {
  weather: Pick<Entry['weather'], 'text'>;
};

/** All of it is in one index, so that the database reads no entry for it. */
const PROJECTION = { _id: 0, createdAt: 1, inputMood: 1, location: 1, 'weather.text': 1 } as const;

/** Entries that are counted before anybody else gets a turn: a few milliseconds. */
const BATCH = 1_000;

/** Reads what can be counted about a person's entries. */
@Injectable()
export class FiguresRepository {
  constructor(@InjectModel(Entry.name) private readonly entries: Model<Entry>) {}

  /** Oldest first, in parts. */
  async *read(userId: string, { from, until }: DayBounds): AsyncIterable<EntryFigures[]> {
    const found = this.entries.collection.find<EntryFigures>(
      { userId, createdAt: { $gte: from, $lt: until } },
      { projection: PROJECTION, sort: { createdAt: 1 }, batchSize: BATCH },
    );
    try {
      while (await found.hasNext()) yield found.readBufferedDocuments();
    } finally {
      await found.close();
    }
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
