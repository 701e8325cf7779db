import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { DayRange } from '../entries/day-range.js';
import { tagsIn } from '../entries/entry.mapper.js';
import { PART, partsOf } from '../entries/parts.js';
import { Entry, type ReadableEntry } from '../entries/entry.schema.js';
import { openOrMark } from '../entries/unreadable-entry.js';
import { EntrySealing, type Sealed } from '../entries/entry-sealing.js';

/** The unencrypted fields of an entry with tags that are counted. */
export type TaggedEntry = Pick<Entry, 'day' | 'inputMood'> &
  Required<Pick<Entry, 'tagTokens'>> & { id: Types.ObjectId };

/** Maps the token of each tag to the newest entry with it, which decides how the tag is spelt. */
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

  /** Lists the entries with tags in batches, oldest first. */
  list(userId: string, { startDate, endDate }: DayRange): AsyncIterable<TaggedEntry[]> {
    const cursor = this.entries.collection
      .find<StoredTags>(
        { userId, day: { $gte: startDate, $lte: endDate }, tagTokens: { $exists: true } },
        { projection: FIELDS, batchSize: PART },
      )
      .sort({ day: 1, createdAt: 1 });
    return partsOf(cursor, ({ _id, inputMood = '', ...figures }) => ({ id: _id, inputMood, ...figures }));
  }

  /** Maps tokens to spellings. A tag that was removed from its entry in the meantime is left out. */
  async namesOf(userId: string, uses: TagUses): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    if (uses.size === 0) return names;
    type Spelt = Pick<ReadableEntry, '_id' | 'content' | 'createdAt' | 'tags' | 'tagTokens'>;
    const [entries, open] = await Promise.all([
      this.entries
        .find({ _id: { $in: [...uses.values()] }, userId }, { tags: 1, tagTokens: 1 })
        .lean<Sealed<Spelt>[]>(),
      this.sealing.openerOf<Spelt>(userId),
    ]);
    for (const entry of entries) {
      // A damaged entry leaves out only its own tags.
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
