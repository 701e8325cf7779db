import { randomOf } from './random-of.js';
import { type Answer, answersOf, beyondChance, type DayValues, seriesOf } from './together.js';

const FIRST = 20_000;

/** How much each thing depends on the day before, as moods, nights and habits do. */
const LASTING = { mood: 0.3, sleep: 0.5, pain: 0.8, coffee: 0.2 };

interface Planted {
  /** What an hour of sleep adds to the mood of the day, in steps. */
  sleep?: number;
  /** What it adds to the mood of the day after. */
  dayAfter?: number;
}

/** A diary in which everything lasts for days and has a season. A day in seven has no entry. */
function diaryOf(random: () => number, days: number, { sleep = 0, dayAfter = 0 }: Planted = {}) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const states = { mood: 0, sleep: 0, pain: 0, coffee: 0 };
  const things = {
    mood: new Map<number, number>(),
    sleep: new Map<number, number>(),
    pain: new Map<number, number>(),
    coffee: new Map<number, number>(),
    medication: new Map<number, number>(),
    rain: new Map<number, number>(),
  };
  let nightBefore = 0;
  for (let day = FIRST; day < FIRST + days; day++) {
    for (const name of ['mood', 'sleep', 'pain', 'coffee'] as const)
      states[name] = LASTING[name] * states[name] + Math.sqrt(1 - LASTING[name] ** 2) * normal();
    const season = 0.6 * Math.sin((2 * Math.PI * day) / 365);
    const mood = states.mood + season + sleep * states.sleep + dayAfter * nightBefore;
    nightBefore = states.sleep;
    if (random() < 1 / 7) continue;
    things.mood.set(day, Math.max(-2, Math.min(2, Math.round(mood))));
    things.sleep.set(day, Math.round((7 + states.sleep + season) * 4) * 15);
    things.pain.set(day, Math.max(0, Math.min(10, Math.round(3 + 2 * states.pain + season))));
    things.coffee.set(day, Math.max(0, Math.round(2 + states.coffee)));
    things.medication.set(day, random() < 0.2 ? 0 : 1);
    things.rain.set(day, states.pain + normal() > 1 ? 1 : 0);
  }
  return things;
}

/** Everything that is asked about a diary. */
function askedOf({ mood, rain, ...measures }: Record<string, DayValues>): (Answer | undefined)[] {
  const [moods, rains] = [seriesOf(mood ?? new Map()), seriesOf(rain ?? new Map())];
  return Object.values(measures).flatMap((values) => {
    const one = seriesOf(values);
    const withMood = answersOf(one, moods);
    return [
      withMood.sameDay,
      withMood.dayAfter,
      // Pain and rain are alike by construction, so rain is asked of the others only.
      ...(values === measures.pain ? [] : [answersOf(rains, one).sameDay]),
    ];
  });
}

/** In how many of 200 random diaries something is said. */
function saidByChance(days: number): number {
  const random = randomOf(days);
  const diaries = Array.from({ length: 200 }, () => beyondChance(askedOf(diaryOf(random, days))));
  return diaries.filter((stands) => stands.includes(true)).length;
}

/** In what share of some diaries the answer at `index` is said. */
function found(days: number, planted: Planted, index: number, among: number): number {
  const random = randomOf(days);
  const diaries = Array.from({ length: among }, () => beyondChance(askedOf(diaryOf(random, days, planted))));
  return diaries.filter((stands) => stands[index]).length / among;
}

describe('what goes together', () => {
  it.each([21, 60])('is said of one random diary in twenty, after %i days', (days) => {
    // 10 promised, and four standard deviations.
    expect(saidByChance(days)).toBeLessThanOrEqual(22);
  });

  it('is found in two months where an hour of sleep adds a step to the mood, and half a step in a year', () => {
    expect(found(60, { sleep: 1 }, 0, 50)).toBeGreaterThan(0.7);
    expect(found(365, { sleep: 0.5 }, 0, 20)).toBeGreaterThan(0.92);
  });

  it('is found on the day after', () => {
    expect(found(180, { dayAfter: 0.5 }, 1, 30)).toBeGreaterThan(0.6);
  });

  it('on the same day says nothing of the day after, nor the other way round', () => {
    const random = randomOf(11);
    const said = { sameDay: 0, dayAfter: 0 };
    for (let diary = 0; diary < 200; diary++) {
      const [one, same, after] = [
        new Map<number, number>(),
        new Map<number, number>(),
        new Map<number, number>(),
      ];
      for (let day = FIRST; day < FIRST + 180; day++) {
        const value = random();
        one.set(day, value);
        same.set(day, value + random());
        after.set(day + 1, value + random());
      }
      const chanceOf = (other: DayValues, when: 'sameDay' | 'dayAfter') =>
        answersOf(seriesOf(one), seriesOf(other))[when]?.chance ?? 1;
      if (chanceOf(same, 'dayAfter') < 0.05) said.dayAfter += 1;
      if (chanceOf(after, 'sameDay') < 0.05) said.sameDay += 1;
    }
    // 10 promised, and four standard deviations.
    expect(said.dayAfter).toBeLessThanOrEqual(22);
    expect(said.sameDay).toBeLessThanOrEqual(22);
  });

  it('is not said more often of what lasts for many days', () => {
    const random = randomOf(13);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const lasting = (likeness: number): DayValues => {
      let state = 0;
      const next = () => (state = likeness * state + Math.sqrt(1 - likeness ** 2) * normal());
      return new Map(Array.from({ length: 180 }, (_, day) => [FIRST + day, next()]));
    };
    const said = Array.from({ length: 200 }, () =>
      answersOf(seriesOf(lasting(0.6)), seriesOf(lasting(0.9))),
    ).filter(({ sameDay }) => (sameDay?.chance ?? 1) < 0.05);
    // 10 promised, and four standard deviations.
    expect(said.length).toBeLessThanOrEqual(22);
  });

  it('has a direction and a strength', () => {
    const days = Array.from({ length: 28 }, (_, day) => FIRST + day);
    const one = seriesOf(new Map(days.map((day) => [day, (day * 5) % 7])));
    const same = seriesOf(new Map(days.map((day) => [day, 2 * ((day * 5) % 7)])));
    const opposite = seriesOf(new Map(days.map((day) => [day + 1, -((day * 5) % 7)])));
    expect(answersOf(one, same).sameDay?.strength).toBeCloseTo(1);
    expect(answersOf(one, opposite).dayAfter).toMatchObject({ days: 28 });
    expect(answersOf(one, opposite).dayAfter?.strength).toBeCloseTo(-1);
  });

  it('needs two weeks, four days on each side, and values that differ', () => {
    const valuesOf = (count: number, valueOf: (day: number) => number) =>
      seriesOf(new Map(Array.from({ length: count }, (_, day) => [FIRST + day, valueOf(day)])));
    const many = valuesOf(28, (day) => (day * 5) % 7);
    const isAnswered = (series: typeof many) => answersOf(series, many).sameDay !== undefined;
    const few = valuesOf(13, (day) => day % 3);
    const rare = valuesOf(28, (day) => Number(day < 3));
    const same = valuesOf(28, () => 4);
    expect([few, rare, same, seriesOf(new Map())].map(isAnswered)).toEqual([false, false, false, false]);
    expect(isAnswered(valuesOf(28, (day) => Number(day % 7 < 2)))).toBe(true);
  });

  it('says no more of many questions than one in twenty is false', () => {
    const answer = (chance: number) => ({ days: 30, strength: 0.5, chance });
    const many = [answer(0.04), answer(0.9), undefined, answer(0.001), answer(0.03)];
    expect(beyondChance(many)).toEqual([false, false, false, true, false]);
    expect(beyondChance([answer(0.03), answer(0.02), answer(0.04)])).toEqual([true, true, true]);
    expect(beyondChance([])).toEqual([]);
  });
});
