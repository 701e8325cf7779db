import { type Difference, GROUP_DAYS_MIN } from './mood-days.js';
import { differencesOf, type GroupDay, type SharedDays } from './chance.js';
import { addToDay, type DaySum } from './day-sums.js';
import { rounded } from './rounded.js';
import { OTHER_WEATHER, SKIES } from '../weather/skies.js';

/** Further groups are dropped. Far more than the cities or tags of any real user. */
const GROUPS_MAX = 1_000;

/** A group of days in a chart. The figures are null for groups with fewer days than GROUP_DAYS_MIN. */
export interface MoodGroup {
  name: string;
  days: number;
  mean: number | null;
  /** The lower and upper quartile. */
  low: number | null;
  high: number | null;
  differs: Difference | null;
}

interface Group {
  name: string;
  days: DaySum[];
}

/** Groups days by a common property. Add entries in order. */
export class MoodGroups {
  private readonly groups = new Map<string, Group>();

  /**
   * Returns false if there are too many groups.
   * @param name the group's name in responses; the last name is used
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

  /** The groups of these keys, in this order, without empty groups. */
  inOrder(keys: readonly string[]): MoodGroup[] {
    return toDtos(keys.flatMap((key) => this.groups.get(key) ?? []));
  }

  /** The groups by kind of weather. The group `other` is not compared. */
  ofWeather(): MoodGroup[] {
    return [...this.inOrder(SKIES), ...this.inOrder([OTHER_WEATHER])];
  }

  /** The largest groups by number of days, largest first, and the number of the other groups. */
  largest(max: number): Largest {
    const groupsBySize = this.groupsBySize();
    return { groups: toDtos(groupsBySize).slice(0, max), others: Math.max(0, groupsBySize.length - max) };
  }

  /**
   * The same for entries that may be in several groups or in none. Each listed group is compared with the entries
   * outside of it.
   * @param all the days of all entries
   */
  largestOf(max: number, all: DaySum[]): Largest {
    const groupsBySize = this.groupsBySize();
    const groups = groupsBySize.slice(0, max);
    const byDay = new Map(all.map((one) => [one.day, one]));
    const shared = { all: scoresOf(all), groups: groups.map(({ days }) => sharedDays(days, byDay)) };
    return { groups: toDtos(groups, shared), others: Math.max(0, groupsBySize.length - max) };
  }

  private groupsBySize(): Group[] {
    return [...this.groups.values()].sort((a, b) => b.days.length - a.days.length);
  }
}

interface Largest {
  groups: MoodGroup[];
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

function toDtos(groups: Group[], shared?: Parameters<typeof differencesOf>[2]): MoodGroup[] {
  const groupDays = groups.map(({ days }) => scoresOf(days));
  const differences = differencesOf(groupDays, isLarge, shared);
  return groups.map(({ name }, index) => {
    const days = groupDays[index] ?? [];
    return { name, days: days.length, ...spreadOf(days), differs: differences[index] ?? null };
  });
}

const isLarge = (days: GroupDay[]): boolean => days.length >= GROUP_DAYS_MIN;

function spreadOf(days: GroupDay[]): Pick<MoodGroup, 'mean' | 'low' | 'high'> {
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
