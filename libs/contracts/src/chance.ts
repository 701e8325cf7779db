import { CHANCE_MAX, type Difference, STRATUM_WEEKS } from './mood-days.js';

/** A day of a group, and its mood from -2 to 2. */
export interface GroupDay {
  /** Days since 1970-01-01. */
  day: number;
  score: number;
}

/** A group whose days other groups have, too: an entry may be in several groups, or in none. */
export interface SharedDays {
  /** The group's days with all of their entries. */
  whole: GroupDay[];
  /** The same days with the entries that are not in the group; a day without any is missing. */
  rest: GroupDay[];
}

/** 1970-01-01 was a Thursday, the fourth day of its week. */
const MONDAY_SHIFT = 3;

/**
 * Which groups differ from the other days by more than chance.
 *
 * Each group is compared with all others by the Cochran-Mantel-Haenszel mean score test (A. Agresti, Categorical Data
 * Analysis), with the same four weeks as a stratum: were the group's days drawn at random from the days of their
 * stratum, how far from its mean would they be? Moods and weather both last, and both have seasons. Without strata, two
 * of them that know nothing of each other look connected in four years of five; with strata in one of twenty, which is
 * what the limit promises (`chance.spec.ts`). Holm's correction over the groups keeps that promise for the chart as a
 * whole.
 *
 * @param groups all groups of a chart, each with its days in order
 * @param mayBeNamed groups that are too small count among the others and are not compared
 * @param shared where groups share days: the days of all entries, and those of each group. A group is then compared
 * with all entries that are not in it
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
const PERIOD_DAYS_MIN = 5;

/**
 * A few days do not show how alike neighbouring ones are. So their likeness is mixed with one that is assumed, as if
 * that many days had shown it. With these, moods that last (0.3) are called different in at most one of twenty cases
 * without a difference, from five days to three months (`chance.spec.ts`).
 */
const ASSUMED = { likeness: 0.4, days: 30 };

/** The likeness that is counted with at most, so that some days are left to count. */
const LIKENESS_MAX = 0.9;

/**
 * Whether the days of one period were brighter or heavier than those of another by more than chance; null if not, or if
 * one of them has fewer than five days. Each has its days in order.
 *
 * Days that follow each other are alike, so they say less than as many days drawn at random. Welch's test therefore
 * counts fewer of them (G. V. Bayley, J. M. Hammersley, The "Effective" Number of Independent Observations in an
 * Autocorrelated Time Series, 1946), by the likeness of neighbouring days within both periods.
 */
export function differenceOfPeriods(one: GroupDay[], other: GroupDay[]): Difference | null {
  if (one.length < PERIOD_DAYS_MIN || other.length < PERIOD_DAYS_MIN) return null;
  const [a, b] = [spreadOf(one), spreadOf(other)];
  const likeness = likenessOf([one, other]);
  const counted = (days: number) => Math.max(2, (days * (1 - likeness)) / (1 + likeness));
  const [countA, countB] = [counted(one.length), counted(other.length)];
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

/** The correlation of days with the written day before them, corrected for its bias in short ranges (M. G. Kendall, 1954). */
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
  const seen = correlation + (1 + 4 * correlation) / days;
  const mixed = (seen * days + ASSUMED.likeness * ASSUMED.days) / (days + ASSUMED.days);
  return Math.max(0, Math.min(LIKENESS_MAX, mixed));
}

/** Student's t at 5 %, two-sided: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.5. */
function limitOf(freedom: number): number {
  const z = 1.96;
  const terms = [(z ** 3 + z) / 4, (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96];
  return z + (terms[0] ?? 0) / freedom + (terms[1] ?? 0) / freedom ** 2;
}

/** The days of the same weeks: their number, the sum of their moods, and the sum of the squares. */
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

/** The strata of all days, where each day of the group is two: that of the group's entries, and that of the others. */
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

/** @param times 1 adds the days, -1 takes them away */
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

/** In standard deviations; undefined if the strata leave nothing to compare. */
function deviationOf(group: GroupDay[], strata: Map<number, Stratum>): number | undefined {
  let deviation = 0;
  let variance = 0;
  for (const { name, scores } of runsOf(group)) {
    const { days, sum, squares } = strata.get(name) ?? { days: 0, sum: 0, squares: 0 };
    if (days < 2) continue;
    const drawn = scores.length;
    deviation += scores.reduce((total, score) => total + score, 0) - (drawn * sum) / days;
    // Of a sum of draws without replacement.
    variance += ((drawn * (days - drawn)) / (days * (days - 1))) * (squares - (sum * sum) / days);
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

/** The two-sided chance of a deviation: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 7.1.26. */
function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return terms.reduce((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x);
}

/** S. Holm, A simple sequentially rejective multiple test procedure (1979). */
function holm(chances: (number | undefined)[]): (number | undefined)[] {
  const known = chances
    .flatMap((chance, index) => (chance === undefined ? [] : [{ chance, index }]))
    .sort((a, b) => a.chance - b.chance);
  const corrected: (number | undefined)[] = chances.map(() => undefined);
  let largest = 0;
  known.forEach(({ chance, index }, before) => {
    largest = Math.max(largest, Math.min(1, chance * (known.length - before)));
    corrected[index] = largest;
  });
  return corrected;
}
