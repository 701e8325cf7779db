import { addToDay, type DaySum } from '@inner-weather/domain/statistics/day-sums';
import type { StatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import type { Moods } from '@inner-weather/domain/entries/own-moods';
import { MoodGroups } from '@inner-weather/domain/statistics/mood-groups';
import { WEEKDAYS, weekdayOf } from '@inner-weather/domain/statistics/weekdays';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { DayCounts } from './day-counts.js';
import type { Moment } from './moments.js';
import { streaksOf } from './streaks.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Counts the entries of a range of days. Entries must be added in chronological order. */
export class RangeCounts {
  private readonly days = new DayCounts();
  private readonly weekdays = new MoodGroups();
  private readonly hours = new MoodGroups();
  private readonly skies = new MoodGroups();
  private readonly cities = new MoodGroups();
  /** The mood scores of all entries, summed by day. */
  readonly scored: DaySum[] = [];

  add(moment: Moment): void {
    this.days.add(moment);
    const { day, hour, score, sky, city, cityKey } = moment;
    if (score === undefined) return;
    addToDay(this.scored, day, score);
    const weekday = weekdayOf(day);
    this.weekdays.add(weekday, weekday, day, score);
    this.hours.add(String(hour), String(hour), day, score);
    if (sky) this.skies.add(sky, sky, day, score);
    this.cities.add(cityKey, city, day, score);
  }

  /** @param from, to YYYY-MM-DD */
  toDto(from: string, to: string, moods: Moods): Omit<StatisticsDto, 'tags' | 'otherTags'> {
    const { all, entries, otherMoods } = this.days;
    const cities = this.cities.largest(LIMITS.statisticsCitiesMax);
    return {
      from,
      to,
      entries,
      daysWritten: all.length,
      streaks: streaksOf(
        all.map(({ day }) => day),
        dayNumber(to),
      ),
      days: all.map(({ day, score }) => ({ day: dayName(day), score })),
      moods: this.days.moodsOf(moods),
      otherMoods,
      weekdays: this.weekdays.inOrder(WEEKDAYS),
      hours: this.hours.inOrder(HOURS),
      skies: this.skies.ofWeather(),
      cities: cities.groups,
      otherCities: cities.others,
    };
  }
}
