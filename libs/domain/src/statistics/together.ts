/**
 * Whether two things of a diary go together by more than chance, such as sleep and mood.
 *
 * Days are compared only with days of the same week, so that a season, a good month or a slow change of both is no
 * pattern: the test asks how far the sum of products of ranks is from what it would be if the days of each week were
 * shuffled (a van Elteren test with ranks on both sides: P. van Elteren, On the combination of independent two sample
 * tests of Wilcoxon, 1960). Its variance under shuffling is known, so that nothing is drawn at random.
 *
 * What lasts for days looks connected more often than shuffled days do. The variance therefore grows with the likeness
 * of neighbouring days on both sides (M. S. Bartlett, Some aspects of the time-correlation problem, 1935).
 * `together.spec.ts` holds both to what they promise.
 */

/** The share of diaries in which something is said although nothing goes together. */
export const FALSE_MAX = 0.05;

/** Days on which both must be known. */
export const TOGETHER_DAYS_MIN = 14;

/** The fewest days with, and without, a thing that is there or not. */
export const SIDE_DAYS_MIN = 4;

/** Days over which neighbouring days are compared. */
const LIKENESS_DAYS = 3;

const WEEK = 7;
/** 1970-01-01 was a Thursday, the fourth day of its week. */
const MONDAY_SHIFT = 3;

/** A value for each day that has one, by the number of days since 1970-01-01. */
export type DayValues = ReadonlyMap<number, number>;

/** One thing of a diary, prepared to be compared with several others. */
export interface Series {
  first: number;
  /** By day from the first one on; NaN for a day without a value. */
  ranks: Float64Array;
  /** The correlation with the day before, the one before that, and so on. */
  likeness: number[];
  /** How many days have the value that fewest days have, of a thing with only two values. */
  rarest: number;
}

export function seriesOf(values: DayValues): Series {
  let [first, last] = [Infinity, -Infinity];
  for (const day of values.keys()) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  if (values.size === 0) return { first: 0, ranks: new Float64Array(0), likeness: [], rarest: Infinity };
  const sorted = Float64Array.from(values.values()).sort();
  // Equal values share the mean of their ranks.
  const rankOf = new Map<number, number>();
  let rarest = Infinity;
  for (let from = 0; from < sorted.length;) {
    const value = sorted[from] ?? 0;
    let to = from + 1;
    while (sorted[to] === value) to++;
    rankOf.set(value, (from + to - 1) / 2);
    rarest = Math.min(rarest, to - from);
    from = to;
  }
  if (rankOf.size > 2) rarest = Infinity;
  const ranks = new Float64Array(last - first + 1).fill(NaN);
  for (const [day, value] of values) ranks[day - first] = rankOf.get(value) ?? NaN;
  return { first, ranks, likeness: likenessOf(ranks, (values.size - 1) / 2), rarest };
}

function likenessOf(ranks: Float64Array, mean: number): number[] {
  const known = ranks.map((rank) => (Number.isNaN(rank) ? 0 : rank - mean));
  const squares = known.reduce((sum, one) => sum + one * one, 0);
  return Array.from({ length: LIKENESS_DAYS }, (_, index) => {
    let products = 0;
    for (let day = index + 1; day < known.length; day++)
      products += (known[day] ?? 0) * (known[day - index - 1] ?? 0);
    return squares === 0 ? 0 : Math.max(0, products / squares);
  });
}

export interface Answer {
  /** Days on which both are known, in weeks with another such day. */
  days: number;
  /** The correlation of the ranks within weeks, -1 to 1. */
  strength: number;
  /** How often chance makes it as strong, 0 to 1. */
  chance: number;
}

/** Both questions to a pair of things. Undefined if there are too few days to compare. */
export interface Answers {
  sameDay: Answer | undefined;
  /** Does the one go together with the other of the day after? */
  dayAfter: Answer | undefined;
}

/** What the weeks of two series say, where the other one is taken `later` days after the one. */
interface Sums {
  products: number;
  variance: number;
  squares: { one: number; other: number };
  days: number;
  /** The days less one of each week: what the products would be the sum of, were there no weeks. */
  free: number;
  /** For each week, the share of its pairs that are one day off. */
  shifted: number;
}

export function answersOf(one: Series, other: Series): Answers {
  const [same, after] = [sumsOf(one, other, 0), sumsOf(one, other, 1)];
  const tooFew = Math.min(one.rarest, other.rarest) < SIDE_DAYS_MIN;
  const lasting = one.likeness.reduce(
    (sum, alike, index) => sum + 2 * (1 - (index + 1) / WEEK) * alike * (other.likeness[index] ?? 0),
    1,
  );
  const answerOf = (asked: Sums, besides: Sums): Answer | undefined => {
    if (tooFew || asked.days < TOGETHER_DAYS_MIN || asked.variance === 0) return undefined;
    // A day above the mean of its week has days below it beside it: what goes together on the same day would seem to go
    // apart on the day after, and the other way round. Both are solved for together.
    const share = asked.shifted / (besides.free || 1);
    const products =
      (asked.products + share * besides.products) / (1 - (share * besides.shifted) / asked.free);
    const variance = asked.variance + share * share * besides.variance;
    return {
      days: asked.days,
      strength: Math.max(-1, Math.min(1, products / Math.sqrt(asked.squares.one * asked.squares.other))),
      chance: chanceOf(products / Math.sqrt(variance * lasting)),
    };
  };
  return { sameDay: answerOf(same, after), dayAfter: answerOf(after, same) };
}

/** The days of one week on which both are known. They are reused: a diary of years has a million of them to compare. */
const DAYS = new Int32Array(WEEK);
const ONE = new Float64Array(WEEK);
const OTHER = new Float64Array(WEEK);

function sumsOf(one: Series, other: Series, later: 0 | 1): Sums {
  const from = Math.max(one.first, other.first - later);
  const to = Math.min(one.first + one.ranks.length, other.first + other.ranks.length - later);
  const sums: Sums = {
    products: 0,
    variance: 0,
    squares: { one: 0, other: 0 },
    days: 0,
    free: 0,
    shifted: 0,
  };
  let size = 0;
  for (let day = from; day < to; day++) {
    if ((day + MONDAY_SHIFT) % WEEK === 0) {
      addWeek(sums, size);
      size = 0;
    }
    const a = one.ranks[day - one.first] ?? NaN;
    const b = other.ranks[day + later - other.first] ?? NaN;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    DAYS[size] = day;
    ONE[size] = a;
    OTHER[size] = b;
    size += 1;
  }
  addWeek(sums, size);
  return sums;
}

/** @param size how many days of the week there are */
function addWeek(sums: Sums, size: number): void {
  if (size < 2) return;
  const [meanOne, meanOther] = [meanOf(ONE, size), meanOf(OTHER, size)];
  let [squaresOne, squaresOther] = [0, 0];
  let neighbours = 0;
  for (let index = 0; index < size; index++) {
    const [a, b] = [(ONE[index] ?? 0) - meanOne, (OTHER[index] ?? 0) - meanOther];
    sums.products += a * b;
    squaresOne += a * a;
    squaresOther += b * b;
    if (index > 0 && DAYS[index - 1] === (DAYS[index] ?? 0) - 1) neighbours += 1;
  }
  sums.variance += (squaresOne * squaresOther) / (size - 1);
  sums.squares.one += squaresOne;
  sums.squares.other += squaresOther;
  sums.days += size;
  sums.free += size - 1;
  sums.shifted += neighbours / size;
}

function meanOf(values: Float64Array, size: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++) sum += values[index] ?? 0;
  return sum / size;
}

/**
 * Which answers are more than chance, of all that were asked: at most one in twenty of those that are said is false
 * (Y. Benjamini, Y. Hochberg, Controlling the False Discovery Rate, 1995).
 */
export function beyondChance(answers: readonly (Answer | undefined)[]): boolean[] {
  const chances = answers.flatMap((answer) => answer?.chance ?? []).sort((a, b) => a - b);
  const limit = chances
    .filter((chance, index) => chance <= (FALSE_MAX * (index + 1)) / chances.length)
    .at(-1);
  return answers.map((answer) => answer !== undefined && limit !== undefined && answer.chance <= limit);
}

/** The two-sided chance of a deviation: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 7.1.26. */
export function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return terms.reduce((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x);
}
