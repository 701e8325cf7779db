import { byUse } from '@inner-weather/domain/entries/used-tags';
import { LIMITS } from '@inner-weather/domain/limits';
import type { TagsDto } from '@inner-weather/contracts/journal/entries.dto';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import { TagsRepository } from './tags.repository.js';

/** The most different tags of one person that are counted. Further ones, which nearly no person has, are left out. */
const TAGS_MAX = 10_000;

/** The most bytes that one count takes: all tags, and a batch of entries. */
const COUNT_BYTES = 8 * 1024 * 1024;

/** Two counts at a time, one of each person, as in DaysService. */
const COUNTS = { bytes: 2 * COUNT_BYTES, ...ONE_AT_A_TIME, waitingMax: 64, waitMs: 3_000 };

const EVER = { startDate: '0000-01-01', endDate: '9999-12-31' };

/** How many entries have a tag, and the newest of them. */
interface Use {
  entries: number;
  newest: Types.ObjectId;
}

@Injectable()
export class TagsService {
  private readonly counts = new ByteBudget(COUNTS);

  constructor(private readonly tags: TagsRepository) {}

  /** Lists the most used tags first, equals in alphabetical order. Throws `unavailable` when too many counts are waiting. */
  list(userId: string): Promise<TagsDto> {
    return this.counts.during(COUNT_BYTES, userId, () => this.listMostUsed(userId));
  }

  private async listMostUsed(userId: string): Promise<TagsDto> {
    const all = await this.count(userId);
    const most = [...all].sort(([, a], [, b]) => b.entries - a.entries).slice(0, LIMITS.tagsListMax);
    const uses = new Map(most.map(([token, { newest }]) => [token, newest]));
    const names = await this.tags.namesOf(userId, uses);
    const tags = most.flatMap(([token, { entries }]) => {
      const tag = names.get(token);
      return tag === undefined ? [] : [{ tag, entries }];
    });
    return { tags: tags.sort(byUse) };
  }

  private async count(userId: string): Promise<Map<string, Use>> {
    const uses = new Map<string, Use>();
    for await (const part of this.tags.list(userId, EVER)) {
      for (const { id, tagTokens } of part) {
        for (const token of tagTokens) {
          const use = uses.get(token);
          if (use) {
            use.entries += 1;
            use.newest = id;
          } else if (uses.size < TAGS_MAX) {
            uses.set(token, { entries: 1, newest: id });
          }
        }
      }
    }
    return uses;
  }
}
