import type { MeasuredRangeDto, TogetherDto } from '@inner-weather/contracts/measures/measures.dto';
import type { GetMeasuredRequest, GetStatisticsRequest } from '@inner-weather/contracts/rpc/journal';
import { LIMITS } from '@inner-weather/domain/limits';
import { DayValues } from '@inner-weather/domain/measures/day-values';
import { onClock, type Measure } from '@inner-weather/domain/measures/measures';
import { PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { addToDay, type DaySum } from '@inner-weather/domain/statistics/day-sums';
import { rounded } from '@inner-weather/domain/statistics/rounded';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { SKIES, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { assertRange } from '../days/days.service.js';
import { DayCounts } from '../days/day-counts.js';
import { FiguresRepository } from '../days/figures.repository.js';
import { MomentReader } from '../days/moments.js';
import { MeasuresService } from '../measures/measures.service.js';
import { MoodsService } from '../moods/moods.service.js';
import { TagsRepository } from '../tags/tags.repository.js';
import { MeasuredRepository } from './measured.repository.js';
import { marksOf, togetherOf } from './together.js';

/** The most bytes that one count takes: ten years of days with sixty measures, and what they are compared with. */
const COUNT_BYTES = 24 * 1024 * 1024;

/** Two counts at a time, one of each person, as in DaysService. */
const COUNTS = { bytes: 2 * COUNT_BYTES, ...ONE_AT_A_TIME, waitingMax: 64, waitMs: 3_000 };

interface MeasuredDays {
  measure: Measure;
  values: Map<number, number>;
}

/** Sums up what was measured by day, and finds what goes together. */
@Injectable()
export class MeasuredService {
  private readonly counts = new ByteBudget(COUNTS);

  constructor(
    private readonly measures: MeasuresService,
    private readonly measured: MeasuredRepository,
    private readonly figures: FiguresRepository,
    private readonly tags: TagsRepository,
    private readonly moods: MoodsService,
  ) {}

  /** Throws `validation_failed` for an empty or too long range, `unavailable` when too many counts are waiting. */
  async days({ userId, from, to, sendable }: GetMeasuredRequest): Promise<MeasuredRangeDto> {
    assertRange(from, to);
    const { all } = await this.counts.during(COUNT_BYTES, userId, () =>
      this.sumUp(userId, from, to, sendable),
    );
    const names = new Map<number, string>();
    const nameOf = (day: number): string => {
      const name = names.get(day) ?? dayName(day);
      names.set(day, name);
      return name;
    };
    return {
      from,
      to,
      measures: all.map(({ measure: { _id, kind }, values }) => ({
        _id,
        days: Array.from(values.keys(), nameOf),
        values: Array.from(values.values(), (value) => rounded(onClock(kind, value))),
      })),
    };
  }

  /** Throws as `days` does. */
  async together({ userId, from, to }: GetStatisticsRequest): Promise<TogetherDto> {
    assertRange(from, to);
    const found = await this.counts.during(COUNT_BYTES, userId, async () => {
      const { all, fromOutside } = await this.sumUp(userId, from, to);
      const measures = all.filter(({ values }) => values.size > 0);
      if (measures.length === 0) return { asked: 0, moods: [], days: [] };
      const { moods, written, weather } = await this.moodsOf(userId, from, to, fromOutside);
      const tags = await this.tagsOf(userId, from, to);
      const marks = [
        // A day whose weather is not known says nothing of it.
        ...marksOf(weather.known, weather.marked),
        ...marksOf(written, tags),
      ];
      return togetherOf({ moods, measures, marks });
    });
    return { from, to, ...found };
  }

  private async sumUp(
    userId: string,
    startDate: string,
    endDate: string,
    sendable?: boolean,
  ): Promise<{ all: MeasuredDays[]; fromOutside: Map<number, number> }> {
    const measures = await this.measures.list(userId);
    const sums = new DayValues();
    /** How many entries of a day have only what was set for it. */
    const fromOutside = new Map<number, number>();
    if (measures.length > 0) {
      for await (const part of this.measured.list(userId, { startDate, endDate }, sendable)) {
        for (const { day: name, measured, ofDay } of part) {
          const day = dayNumber(name);
          sums.add(day, measured, ofDay);
          if (ofDay) fromOutside.set(day, (fromOutside.get(day) ?? 0) + 1);
        }
      }
    }
    return { all: measures.map((measure) => ({ measure, values: sums.of(measure) })), fromOutside };
  }

  private async moodsOf(
    userId: string,
    startDate: string,
    endDate: string,
    fromOutside: ReadonlyMap<number, number>,
  ) {
    const reader = new MomentReader(await this.moods.of(userId));
    const days = new DayCounts();
    const scored: DaySum[] = [];
    const entries = new Map<number, number>();
    const moody = new Set<number>();
    for await (const part of this.figures.list(userId, { startDate, endDate })) {
      for (const entry of part) {
        const moment = reader.read(entry);
        days.add(moment);
        entries.set(moment.day, (entries.get(moment.day) ?? 0) + 1);
        if (entry.inputMood !== '') moody.add(moment.day);
        if (moment.score !== undefined) addToDay(scored, moment.day, moment.score);
      }
    }
    const skies = new Map(
      days.all.flatMap(({ day, sky }): [number, WeatherKind][] => (sky ? [[day, sky]] : [])),
    );
    const marked = SKIES.map((weather) => ({
      weather,
      tag: null,
      on: new Set([...skies].filter(([, sky]) => sky === weather).map(([day]) => day)),
    }));
    return {
      moods: new Map(scored.map(({ day, sum, entries }) => [day, sum / entries])),
      // A day of which only a script knows something is not one without the tags.
      written: [...entries.keys()].filter(
        (day) => moody.has(day) || (entries.get(day) ?? 0) > (fromOutside.get(day) ?? 0),
      ),
      weather: { known: skies.keys(), marked },
    };
  }

  /** The days of the tags that most days have. */
  private async tagsOf(userId: string, startDate: string, endDate: string) {
    // Tags are counted whatever the mood.
    const reader = new MomentReader(PRESET_MOODS);
    const uses = new Map<string, { newest: Types.ObjectId; on: Set<number> }>();
    for await (const part of this.tags.list(userId, { startDate, endDate })) {
      for (const entry of part) {
        const { day } = reader.score(entry);
        for (const token of entry.tagTokens) {
          const use = uses.get(token) ?? { newest: entry.id, on: new Set() };
          use.newest = entry.id;
          use.on.add(day);
          uses.set(token, use);
        }
      }
    }
    const most = [...uses].sort(([, a], [, b]) => b.on.size - a.on.size).slice(0, LIMITS.statisticsTagsMax);
    const names = await this.tags.namesOf(
      userId,
      new Map(most.map(([token, { newest }]) => [token, newest])),
    );
    return most.flatMap(([token, { on }]) => {
      const tag = names.get(token);
      return tag === undefined ? [] : [{ weather: null, tag, on }];
    });
  }
}
