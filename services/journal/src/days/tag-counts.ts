import type { MoodGroupDto } from '@inner-weather/contracts/journal/days.dto';
import type { DaySum } from '@inner-weather/domain/statistics/day-sums';
import { LIMITS } from '@inner-weather/domain/limits';
import { MoodGroups } from '@inner-weather/domain/statistics/mood-groups';
import type { TaggedEntry, TagUses } from '../tags/tags.repository.js';
import type { ScoredMoment } from './moments.js';

/** Counts entries by tag; an entry counts for each of its tags. Entries must be added in chronological order. */
export class TagCounts {
  /** By token. */
  private readonly groups = new MoodGroups();
  private readonly uses: TagUses = new Map();

  add({ day, score }: ScoredMoment, { id, tagTokens }: Pick<TaggedEntry, 'id' | 'tagTokens'>): void {
    if (score === undefined) return;
    for (const token of tagTokens) {
      if (this.groups.add(token, token, day, score)) this.uses.set(token, id);
    }
  }

  /**
   * @param all the scores of all entries by day, tagged or not
   * @param namesOf see TagsRepository
   */
  async toDto(
    all: DaySum[],
    namesOf: (uses: TagUses) => Promise<Map<string, string>>,
  ): Promise<{ tags: MoodGroupDto[]; otherTags: number }> {
    const { groups, others } = this.groups.largestOf(LIMITS.statisticsTagsMax, all);
    const listedTokens = new Set(groups.map(({ name }) => name));
    const names = await namesOf(new Map([...this.uses].filter(([token]) => listedTokens.has(token))));
    const tags = groups.flatMap((group) => {
      const name = names.get(group.name);
      return name === undefined ? [] : [{ ...group, name }];
    });
    return { tags, otherTags: others };
  }
}
