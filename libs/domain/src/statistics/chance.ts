import { CHANCE_MAX, type Difference, STRATUM_WEEKS } from './mood-days.js';
import { chanceOf } from './together.js';

/** A day of a group, and its mood from -2 to 2. */
export interface GroupDay {
  /** Days since 1970-01-01. */
  day: number;
  score: number;
}

/** A group that shares days with other groups, since an entry may be in several groups or in none. */
export interface SharedDays {
  /** The group's days, each with all of its entries. */
  whole: GroupDay[];
  /** The same days with only the entries outside of the group. Days without such entries are omitted. */
  rest: GroupDay[];
}

/** 1970-01-01 was a Thursday, the fourth day of its week. */
const MONDAY_SHIFT = 3;

/**
 * Finds the groups that differ from the other days by more than chance.
 *
 * Each group is compared with all others by the Cochran-Mantel-Haenszel mean score test (A. Agresti, Categorical Data
 * Analysis). The stratum is a period of four weeks. The test asks how far the group's days are from the mean of their
 * stratum, compared with days drawn from it at random. The strata are needed because moods and weather both persist for
 * days and both have seasons: without strata, unrelated series look connected in four years of five. With strata they
 * do in one of twenty, which is the documented limit (`chance.spec.ts`). Holm's correction over the groups keeps that
 * limit for the chart as a whole.
 *
 * @param groups all groups of a chart, each with its days in order
 * @param mayBeNamed returns false for groups that are too small: they count as other days but are not compared
 * @param shared for groups that share days: the days of all entries, and those of each group. Each group is then
 * compared with all entries outside of it
 */
export function differencesOf(
  groups: GroupDay[][],
  mayBeNamed: (group: GroupDay[]) => boolean,
  shared?: { all: GroupDay[]; groups: SharedDays[] },
): (Difference | null)[] {
  const strata = strataOf(shared ? [shared.all] : groups);
  const tests = groups.map((group, index) => {
    if (!mayBeNamed(group)) return undefined;
    const days = shared?.groups[index];
    return deviationOf(group, days ? splitStrata(strata, group, days) : strata);
  });
  const chances = holm(tests.map((z) => (z === undefined ? undefined : chanceOf(z))));
  return tests.map((z, index) => {
    if (z === undefined || (chances[index] ?? 1) > CHANCE_MAX) return null;
    return z > 0 ? 'brighter' : 'heavier';
  });
}

/** Periods with fewer days are not compared. */
export const PERIOD_DAYS_MIN = 5;

/**
 * The assumed likeness of neighbouring days, weighted like a measurement over this many days. It is mixed with the
 * measured likeness, which is unreliable for a few days. With these values, persistent moods (likeness 0.3) without a
 * difference are called different in at most one of twenty cases, from five days to three months (`chance.spec.ts`).
 */
const ASSUMED = { likeness: 0.4, days: 30 };

/** Limits the likeness, so that the effective number of days stays above zero. */
const LIKENESS_MAX = 0.9;

/**
 * Whether the days of one period were brighter or heavier than those of another by more than chance. Null if not, or if
 * a period has fewer than five days. The days of each period are in order.
 *
 * Consecutive days are alike, so they carry less information than days drawn at random. Welch's test therefore uses a
 * smaller, effective number of days (G. V. Bayley, J. M. Hammersley, The "Effective" Number of Independent Observations
 * in an Autocorrelated Time Series, 1946), from the likeness of neighbouring days within both periods.
 */
export function differenceOfPeriods(one: GroupDay[], other: GroupDay[]): Difference | null {
  if (one.length < PERIOD_DAYS_MIN || other.length < PERIOD_DAYS_MIN) return null;
  const [a, b] = [spreadOf(one), spreadOf(other)];
  const likeness = likenessOf([one, other]);
  const effectiveDays = (days: number) => Math.max(2, (days * (1 - likeness)) / (1 + likeness));
  const [countA, countB] = [effectiveDays(one.length), effectiveDays(other.length)];
  const error = Math.sqrt(a.variance / countA + b.variance / countB);
  const difference = a.mean - b.mean;
  if (difference === 0 || Math.abs(difference) <= limitOf(countA + countB - 2) * error) return null;
  return difference > 0 ? 'brighter' : 'heavier';
}

function spreadOf(days: GroupDay[]): { mean: number; variance: number } {
  const mean = days.reduce((sum, { score }) => sum + score, 0) / days.length;
  const squares = days.reduce((sum, { score }) => sum + (score - mean) ** 2, 0);
  return { mean, variance: squares / (days.length - 1) };
}

/**
 * The correlation of days with the previous written day, corrected for its bias in short ranges (M. G. Kendall, 1954).
 */
function likenessOf(periods: GroupDay[][]): number {
  let products = 0;
  let squares = 0;
  let days = 0;
  for (const period of periods) {
    const { mean } = spreadOf(period);
    period.forEach(({ score }, index) => {
      squares += (score - mean) ** 2;
      products += (score - mean) * ((period[index - 1]?.score ?? mean) - mean);
    });
    days += period.length;
  }
  if (squares === 0) return ASSUMED.likeness;
  const correlation = products / squares;
  const unbiased = correlation + (1 + 4 * correlation) / days;
  const likeness = (unbiased * days + ASSUMED.likeness * ASSUMED.days) / (days + ASSUMED.days);
  return Math.max(0, Math.min(LIKENESS_MAX, likeness));
}

/** Student's t at 5 %, two-sided: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.5. */
function limitOf(freedom: number): number {
  const z = 1.96;
  const terms = [(z ** 3 + z) / 4, (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96];
  return z + (terms[0] ?? 0) / freedom + (terms[1] ?? 0) / freedom ** 2;
}

/** The days of one stratum: their number, the sum of their moods, and the sum of the squares. */
interface Stratum {
  days: number;
  sum: number;
  squares: number;
}

const stratumOf = (day: number): number => Math.floor((day + MONDAY_SHIFT) / (7 * STRATUM_WEEKS));

function strataOf(groups: GroupDay[][]): Map<number, Stratum> {
  const strata = new Map<number, Stratum>();
  for (const group of groups) addTo(strata, group, 1);
  return strata;
}

/** The strata with each day of the group split in two: the day of the group's entries, and the day of the others. */
function splitStrata(
  all: Map<number, Stratum>,
  group: GroupDay[],
  { whole, rest }: SharedDays,
): Map<number, Stratum> {
  const strata = new Map([...all].map(([name, stratum]) => [name, { ...stratum }]));
  addTo(strata, whole, -1);
  addTo(strata, group, 1);
  addTo(strata, rest, 1);
  return strata;
}

/** @param times 1 adds the days, -1 subtracts them */
function addTo(strata: Map<number, Stratum>, group: GroupDay[], times: 1 | -1): void {
  for (const { name, scores } of runsOf(group)) {
    let stratum = strata.get(name);
    if (!stratum) strata.set(name, (stratum = { days: 0, sum: 0, squares: 0 }));
    stratum.days += times * scores.length;
    for (const score of scores) {
      stratum.sum += times * score;
      stratum.squares += times * score * score;
    }
  }
}

/** The group's deviation in standard deviations. Undefined if the strata have no other days to compare with. */
function deviationOf(group: GroupDay[], strata: Map<number, Stratum>): number | undefined {
  let deviation = 0;
  let variance = 0;
  for (const { name, scores } of runsOf(group)) {
    const { days, sum, squares } = strata.get(name) ?? { days: 0, sum: 0, squares: 0 };
    if (days < 2) continue;
    const groupDays = scores.length;
    deviation += scores.reduce((total, score) => total + score, 0) - (groupDays * sum) / days;
    // The variance of a sum of draws without replacement.
    variance += ((groupDays * (days - groupDays)) / (days * (days - 1))) * (squares - (sum * sum) / days);
  }
  return variance > 1e-9 ? deviation / Math.sqrt(variance) : undefined;
}

/** The moods of a group by stratum. Its days are in order, so those of one stratum follow each other. */
function runsOf(group: GroupDay[]): { name: number; scores: number[] }[] {
  const runs: { name: number; scores: number[] }[] = [];
  let run: { name: number; scores: number[] } | undefined;
  for (const { day, score } of group) {
    const name = stratumOf(day);
    if (run?.name !== name) runs.push((run = { name, scores: [] }));
    run.scores.push(score);
  }
  return runs;
}

/** S. Holm, A simple sequentially rejective multiple test procedure (1979). */
function holm(chances: (number | undefined)[]): (number | undefined)[] {
  const compared = chances
    .flatMap((chance, index) => (chance === undefined ? [] : [{ chance, index }]))
    .sort((a, b) => a.chance - b.chance);
  const corrected: (number | undefined)[] = chances.map(() => undefined);
  let largest = 0;
  compared.forEach(({ chance, index }, before) => {
    largest = Math.max(largest, Math.min(1, chance * (compared.length - before)));
    corrected[index] = largest;
  });
  return corrected;
}
