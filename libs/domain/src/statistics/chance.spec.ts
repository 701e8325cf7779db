import { GROUP_DAYS_MIN } from './mood-days.js';
import { differenceOfPeriods, differencesOf, type GroupDay } from './chance.js';
import { randomOf } from './random-of.js';

const isLarge = (group: GroupDay[]) => group.length >= GROUP_DAYS_MIN;
const YEAR = 365;

/**
 * A year of moods and of weather in six kinds. Both last for some days, and both have a season. `effect` is what the
 * best weather adds to the mood.
 */
function yearOf(random: () => number, effect: number): GroupDay[][] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const groups: GroupDay[][] = Array.from({ length: 6 }, () => []);
  let mood = 0;
  let weather = 0;
  for (let day = 20_000; day < 20_000 + YEAR; day++) {
    mood = 0.3 * mood + normal();
    weather = 0.5 * weather + normal();
    const season = Math.sin((2 * Math.PI * day) / YEAR);
    const sky = [0.9, 0, -0.8, -1.6, -2.2].filter((limit) => weather / 1.15 + season < limit).length;
    const score = mood + 0.6 * season + (sky === 0 ? effect : 0);
    groups[sky]?.push({ day, score: Math.max(-2, Math.min(2, Math.round(score))) });
  }
  return groups;
}

/** In how many of a number of years something is named. */
function named(effect: number, among: number): number {
  const random = randomOf(20261122);
  let years = 0;
  for (let year = 0; year < among; year++) {
    if (differencesOf(yearOf(random, effect), isLarge).some((difference) => difference !== null)) years += 1;
  }
  return years;
}

describe('differences by more than chance', () => {
  it('are named in one year of twenty where there are none, although both have a season', () => {
    // 10 promised, and four standard deviations.
    expect(named(0, 200)).toBeLessThanOrEqual(22);
  });

  it('are named in most years where the best weather adds half a step', () => {
    expect(named(0.5, 50)).toBeGreaterThan(35);
  });

  it('have a direction', () => {
    const days = Array.from({ length: 140 }, (_, day) => day);
    const bright = days.filter((day) => day % 7 === 2).map((day) => ({ day, score: 2 - (day % 2) }));
    const heavy = days.filter((day) => day % 7 === 4).map((day) => ({ day, score: -1 + (day % 2) }));
    const plain = days.filter((day) => ![2, 4].includes(day % 7)).map((day) => ({ day, score: day % 2 }));
    expect(differencesOf([bright, heavy, plain], isLarge)).toEqual(['brighter', 'heavier', null]);
  });

  it('of a group that shares its days are those from all entries that are not in it', () => {
    const random = randomOf(7);
    const pick = (max: number) => Math.floor(random() * max);
    const found = Array.from({ length: 60 }, (_, year) => {
      const entries = Array.from({ length: 200 }, (_entry, n) => ({
        day: Math.floor(n / 2),
        score: pick(5) - 2,
        tagged: pick(3) === 0,
      })).map((one) => ({ ...one, score: one.tagged && year % 2 ? Math.min(2, one.score + 1) : one.score }));
      const daysOf = (those: typeof entries): GroupDay[] =>
        [...new Set(those.map(({ day }) => day))].map((day) => {
          const scores = those.filter((one) => one.day === day).map(({ score }) => score);
          return { day, score: scores.reduce((sum, score) => sum + score, 0) / scores.length };
        });
      const tagged = daysOf(entries.filter((one) => one.tagged));
      const others = daysOf(entries.filter((one) => !one.tagged));
      const isTagged = ({ day }: GroupDay) => tagged.some((one) => one.day === day);
      const all = daysOf(entries);
      const days = { whole: all.filter(isTagged), rest: others.filter(isTagged) };
      const shared = differencesOf([tagged], isLarge, { all, groups: [days] });
      expect(shared).toEqual(differencesOf([tagged, others], (group) => group === tagged).slice(0, 1));
      return shared[0];
    });
    expect(new Set(found)).toEqual(new Set([null, 'brighter']));
  });

  it('need enough days, another group, and days that differ', () => {
    const group = (days: number, score: number) => Array.from({ length: days }, (_, day) => ({ day, score }));
    expect(differencesOf([group(2, 2), group(20, -2)], isLarge)[0]).toBeNull();
    expect(differencesOf([group(20, 2)], isLarge)).toEqual([null]);
    expect(differencesOf([group(20, 1), group(20, 1)], isLarge)).toEqual([null, null]);
    expect(differencesOf([], isLarge)).toEqual([]);
  });

  it('are close to what shuffling the days of the same weeks shows', () => {
    const random = randomOf(7);
    const days = Array.from({ length: 56 }, (_, index) => ({
      day: 4 + index,
      score: Math.floor(random() * 5) - 2,
      group: index % 4 === 0 ? 0 : 1,
    }));
    const lift = (by: number) =>
      days.map((one) => ({ ...one, score: one.score + (one.group === 0 ? by : 0) }));
    const groupsOf = (all: typeof days) => [0, 1].map((group) => all.filter((one) => one.group === group));
    const meanOf = (all: GroupDay[]) => all.reduce((sum, { score }) => sum + score, 0) / all.length;
    for (const by of [0, 0.5, 1, 1.5, 2]) {
      const lifted = lift(by);
      const difference = (all: typeof days) => {
        const [one = [], other = []] = groupsOf(all);
        return Math.abs(meanOf(one) - meanOf(other));
      };
      const seen = difference(lifted);
      let asFar = 0;
      for (let shuffle = 0; shuffle < 400; shuffle++) {
        const moods = [0, 28].flatMap((start) => shuffled(lifted.slice(start, start + 28), random));
        if (difference(lifted.map((one, index) => ({ ...one, score: moods[index]?.score ?? 0 }))) >= seen)
          asFar += 1;
      }
      // Both groups are tested, so each may take half of the twentieth.
      const byShuffling = asFar / 400 <= 0.025;
      expect({ by, named: differencesOf(groupsOf(lifted), isLarge)[0] !== null }).toEqual({
        by,
        named: byShuffling,
      });
    }
  });
});

/** Days in a row whose moods last, about a mean. */
function daysAbout(mean: number, days: number, random: () => number): GroupDay[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let mood = normal();
  return Array.from({ length: days }, (_, day) => {
    mood = 0.3 * mood + Math.sqrt(1 - 0.3 ** 2) * normal();
    return { day, score: Math.max(-2, Math.min(2, Math.round(mean + mood))) };
  });
}

/** Of two hundred pairs of periods, how many are said to differ. */
function pairsNamed(days: number, by: number): number {
  const random = randomOf(days);
  let named = 0;
  for (let pair = 0; pair < 200; pair++) {
    if (differenceOfPeriods(daysAbout(by, days, random), daysAbout(0, days, random)) !== null) named += 1;
  }
  return named;
}

describe('two periods', () => {
  it.each([5, 8, 31])('of %i days differ in one of twenty where they do not, although moods last', (days) => {
    // 10 promised, and four standard deviations.
    expect(pairsNamed(days, 0)).toBeLessThanOrEqual(22);
  });

  it('of a month are found to differ where one is a step brighter', () => {
    expect(pairsNamed(31, 1)).toBeGreaterThan(140);
  });

  it('have a direction, and need five days each', () => {
    const of = (...scores: number[]) => scores.map((score, day) => ({ day, score }));
    expect(differenceOfPeriods(of(2, 2, 1, 2, 1), of(-2, -1, -2, -2, -1))).toBe('brighter');
    expect(differenceOfPeriods(of(-2, -2, -2, -2, -2), of(1, 1, 1, 1, 1))).toBe('heavier');
    expect(differenceOfPeriods(of(2, 2, 1, 2), of(-2, -1, -2, -2, -1))).toBeNull();
    expect(differenceOfPeriods(of(1, 1, 1, 1, 1), of(1, 1, 1, 1, 1))).toBeNull();
  });
});

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
