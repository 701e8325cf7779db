import type { DaysDto, StatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import type { MoodUsesDto } from '@inner-weather/contracts/moods/moods.dto';
import { DomainError, type ErrorDetail } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { YEARS } from '@inner-weather/domain/statistics/mood-days';
import { dayNumber } from '@inner-weather/domain/time/local-time';
import type { GetStatisticsRequest, ListDaysRequest } from '@inner-weather/contracts/rpc/journal';
import { Injectable } from '@nestjs/common';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import type { DayRange } from '../entries/day-range.js';
import { MoodsService } from '../moods/moods.service.js';
import { TagsRepository } from '../tags/tags.repository.js';
import { DayCounts } from './day-counts.js';
import { FiguresRepository, figuresKeyOf } from './figures.repository.js';
import { MoodUses } from './mood-uses.js';
import { type Moment, MomentReader } from './moments.js';
import { RangeCounts } from './range-counts.js';
import { TagCounts } from './tag-counts.js';

/** The most bytes that one count takes: ten years of days, in every group. */
const COUNT_BYTES = 8 * 1024 * 1024;

/**
 * At most two counts run at a time, because a count of several hundred thousand entries blocks the only thread for about
 * a second. Each person has one running count and a few waiting ones, so that one person cannot take the place of others.
 */
const COUNTS = { bytes: 2 * COUNT_BYTES, ...ONE_AT_A_TIME, waitingMax: 64, waitMs: 3_000 };

const ALL_DAYS = { startDate: `${YEARS.min}-01-01`, endDate: `${YEARS.max}-12-31` };

@Injectable()
export class DaysService {
  private readonly counts = new ByteBudget(COUNTS);

  constructor(
    private readonly figures: FiguresRepository,
    private readonly tags: TagsRepository,
    private readonly moods: MoodsService,
  ) {}

  /** Throws `unavailable` when too many counts are waiting. */
  async list({ userId, year }: ListDaysRequest): Promise<DaysDto> {
    const name = String(year);
    const days = new DayCounts();
    const moods = await this.moods.of(userId);
    const [firstDay, lastDay, photos] = await this.counts.during(COUNT_BYTES, userId, async () => {
      const range = { startDate: `${name}-01-01`, endDate: `${name}-12-31` };
      await this.count(userId, range, new MomentReader(moods), days);
      return Promise.all([
        this.figures.findBoundaryDay(userId, 1),
        this.figures.findBoundaryDay(userId, -1),
        this.figures.findPhotos(userId, range),
      ]);
    });
    return { year, firstDay, lastDay, days: days.all.map((day) => day.toDto(moods, photos)) };
  }

  /** Throws `validation_failed` for an empty or too long range, `unavailable` when too many counts are waiting. */
  async statistics({ userId, from, to }: GetStatisticsRequest): Promise<StatisticsDto> {
    assertRange(from, to);
    const counts = new RangeCounts();
    const tags = new TagCounts();
    const range = { startDate: from, endDate: to };
    const moods = await this.moods.of(userId);
    const reader = new MomentReader(moods);
    return this.counts.during(COUNT_BYTES, userId, async () => {
      await this.count(userId, range, reader, counts);
      for await (const part of this.tags.list(userId, range)) {
        for (const entry of part) tags.add(reader.score(entry), entry);
      }
      return {
        ...counts.toDto(from, to, moods),
        ...(await tags.toDto(counts.scored, (uses) => this.tags.namesOf(userId, uses))),
      };
    });
  }

  /** How many entries have each mood. Throws `unavailable` when too many counts are waiting. */
  async countMoods(userId: string): Promise<MoodUsesDto> {
    const uses = new MoodUses(await this.moods.of(userId));
    await this.counts.during(COUNT_BYTES, userId, async () => {
      for await (const part of this.figures.list(userId, ALL_DAYS))
        for (const { inputMood } of part) uses.add(inputMood);
    });
    return uses.toDto();
  }

  private async count(
    userId: string,
    range: DayRange,
    reader: MomentReader,
    target: { add(moment: Moment): void },
  ): Promise<void> {
    // What a script has set makes no day one on which something was written.
    const scripted = await this.figures.findScripted(userId, range);
    for await (const part of this.figures.list(userId, range)) {
      for (const entry of part) {
        if (entry.inputMood === '' && scripted.delete(figuresKeyOf(entry))) continue;
        target.add(reader.read(entry));
      }
    }
  }
}

/** Throws `validation_failed` for an empty or too long range. */
export function assertRange(from: string, to: string): void {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) refuse(problem(JOURNAL_PROBLEMS.to_before_from));
  if (days > LIMITS.statisticsDaysMax)
    refuse(problem(JOURNAL_PROBLEMS.statistics_range, { max: LIMITS.statisticsDaysMax }));
}

function refuse(detail: ErrorDetail): never {
  throw new DomainError('validation_failed', { ...detail, field: 'to' });
}
