import type { MoodGroupDto } from './days.dto.js';
import { GROUP_DAYS_MIN } from './mood-days.js';
import { differencesOf, type GroupDay, type SharedDays } from './chance.js';
import { addToDay, type DaySum } from './day-sums.js';
import { rounded } from './rounded.js';
import { OTHER_WEATHER, SKIES } from './skies.js';

/** Groups that are kept apart. Further ones are left out: nobody has lived in as many cities. */
const GROUPS_MAX = 1_000;

/** The days of a group, each with the sum of its moods. */
interface Group {
  name: string;
  days: DaySum[];
}

/** Groups days by what they have in common. Entries come in order. */
export class MoodGroups {
  private readonly groups = new Map<string, Group>();

  /**
   * False where there are too many groups already.
   * @param name the group's name in answers; the last one given counts
   */
  add(key: string, name: string, day: number, score: number): boolean {
    let group = this.groups.get(key);
    if (!group) {
      if (this.groups.size >= GROUPS_MAX) return false;
      this.groups.set(key, (group = { name, days: [] }));
    }
    group.name = name;
    addToDay(group.days, day, score);
    return true;
  }

  /** The groups of these keys, in this order; a group without days is left out. */
  inOrder(keys: readonly string[]): MoodGroupDto[] {
    return toDtos(keys.flatMap((key) => this.groups.get(key) ?? []));
  }

  /** The groups of kinds of weather. That of other words is compared with none. */
  ofWeather(): MoodGroupDto[] {
    return [...this.inOrder(SKIES), ...this.inOrder([OTHER_WEATHER])];
  }

  /** The groups with the most days, the most first, and how many more there are. */
  largest(max: number): Largest {
    const sorted = this.sorted();
    return { groups: toDtos(sorted).slice(0, max), others: Math.max(0, sorted.length - max) };
  }

  /**
   * The same where an entry may be in several groups, or in none: each group that is listed is compared with the
   * entries that are not in it.
   * @param all the days of all entries
   */
  largestOf(max: number, all: DaySum[]): Largest {
    const sorted = this.sorted();
    const groups = sorted.slice(0, max);
    const byDay = new Map(all.map((one) => [one.day, one]));
    const shared = { all: scoresOf(all), groups: groups.map(({ days }) => sharedDays(days, byDay)) };
    return { groups: toDtos(groups, shared), others: Math.max(0, sorted.length - max) };
  }

  private sorted(): Group[] {
    return [...this.groups.values()].sort((a, b) => b.days.length - a.days.length);
  }
}

interface Largest {
  groups: MoodGroupDto[];
  others: number;
}

const scoresOf = (days: DaySum[]): GroupDay[] =>
  days.map(({ day, sum, entries }) => ({ day, score: sum / entries }));

function sharedDays(days: DaySum[], all: Map<number, DaySum>): SharedDays {
  const whole: DaySum[] = [];
  const rest: DaySum[] = [];
  for (const { day, sum, entries } of days) {
    const both = all.get(day);
    if (!both) continue;
    whole.push(both);
    if (both.entries > entries) rest.push({ day, sum: both.sum - sum, entries: both.entries - entries });
  }
  return { whole: scoresOf(whole), rest: scoresOf(rest) };
}

function toDtos(groups: Group[], shared?: Parameters<typeof differencesOf>[2]): MoodGroupDto[] {
  const scored = groups.map(({ days }) => scoresOf(days));
  const differences = differencesOf(scored, isLarge, shared);
  return groups.map(({ name }, index) => {
    const days = scored[index] ?? [];
    return { name, days: days.length, ...spreadOf(days), differs: differences[index] ?? null };
  });
}

const isLarge = (days: GroupDay[]): boolean => days.length >= GROUP_DAYS_MIN;

function spreadOf(days: GroupDay[]): Pick<MoodGroupDto, 'mean' | 'low' | 'high'> {
  if (!isLarge(days)) return { mean: null, low: null, high: null };
  const scores = days.map(({ score }) => score).sort((a, b) => a - b);
  const quarter = Math.ceil(scores.length / 4);
  const at = (index: number) => rounded(scores[index] ?? 0);
  return {
    mean: rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    low: at(quarter - 1),
    high: at(scores.length - quarter),
  };
}
