import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { tagsIn } from '../entries/entry.mapper.js';
import { PART, partsOf } from '../entries/parts.js';
import { Entry, type ReadableEntry } from '../entries/entry.schema.js';
import { openOrMark } from '../entries/unreadable-entry.js';
import { EntrySealing, type Sealed } from '../entries/entry-sealing.js';

/** Of an entry with tags, what can be counted without its words. */
export type TaggedEntry = Pick<Entry, 'day' | 'inputMood'> &
  Required<Pick<Entry, 'tagTokens'>> & { id: Types.ObjectId };

/** The token of each tag, with an entry that has it: the newest one says how the tag is spelt. */
export type TagUses = Map<string, Types.ObjectId>;

type StoredTags = Pick<Entry, '_id' | 'day'> &
  Required<Pick<Entry, 'tagTokens'>> &
  Partial<Pick<Entry, 'inputMood'>>;

const FIELDS = { day: 1, inputMood: 1, tagTokens: 1 };

/** Reads the tags of a person's entries. */
@Injectable()
export class TagsRepository {
  constructor(
    @InjectModel(Entry.name) private readonly entries: Model<Entry>,
    private readonly sealing: EntrySealing,
  ) {}

  /** The entries with tags, oldest first, in parts. */
  read(userId: string, { startDate, endDate }: DayRange): AsyncIterable<TaggedEntry[]> {
    const stored = this.entries.collection
      .find<StoredTags>(
        { userId, day: { $gte: startDate, $lte: endDate }, tagTokens: { $exists: true } },
        { projection: FIELDS, batchSize: PART },
      )
      .sort({ day: 1, createdAt: 1 });
    return partsOf(stored, ({ _id, inputMood = '', ...figures }) => ({ id: _id, inputMood, ...figures }));
  }

  /** How these tags are spelt, by their tokens. A tag whose entry has lost it meanwhile is not in it. */
  async namesOf(userId: string, uses: TagUses): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    if (uses.size === 0) return names;
    type Spelt = Pick<ReadableEntry, '_id' | 'content' | 'createdAt' | 'tags' | 'tagTokens'>;
    const [found, open] = await Promise.all([
      this.entries
        .find({ _id: { $in: [...uses.values()] }, userId }, { tags: 1, tagTokens: 1 })
        .lean<Sealed<Spelt>[]>(),
      this.sealing.openerOf<Spelt>(userId),
    ]);
    for (const entry of found) {
      // The names of one that cannot be read are missing, and no others.
      const { _id, tags, tagTokens = [] } = openOrMark(entry, open);
      const spelt = tagsIn(tags);
      tagTokens.forEach((token, index) => {
        const name = spelt[index];
        if (name !== undefined && uses.get(token)?.equals(_id)) names.set(token, name);
      });
    }
    return names;
  }
}
