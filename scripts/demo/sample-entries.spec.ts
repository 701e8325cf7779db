import { MOOD_SCORES } from '@inner-weather/domain/entries/moods';
import { isValueOf } from '@inner-weather/domain/measures/measures';
import { answersOf, beyondChance, seriesOf } from '@inner-weather/domain/statistics/together';
import { dayNumber } from '@inner-weather/domain/time/local-time';
import { HOME, sampleEntries, SEED } from './sample-entries.mjs';
import { MEASURES, valuesOf } from './sample-measures.mjs';
import { MARK } from './sentences.mjs';

const until = '2026-11-22';
const entries = sampleEntries({ until });

describe('sample entries', () => {
  it('are of three years, on most days, and end before the day', () => {
    const days = new Set(entries.map(({ createdAt }) => createdAt.slice(0, 10)));
    expect(days.size).toBeGreaterThan(800);
    expect(days.size).toBeLessThan(1_000);
    expect([...days][0]?.slice(0, 7)).toBe('2023-11');
    expect([...days].at(-1)! < until).toBe(true);
    expect(entries.length).toBeGreaterThan(days.size);
    const times = entries.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
  });

  it('are the same in every run, day by day, and others with another seed', () => {
    expect(sampleEntries({ until })).toEqual(entries);
    const later = sampleEntries({ until: '2027-01-22' });
    expect(later.filter(({ createdAt }) => createdAt < until)).toEqual(
      entries.filter(({ createdAt }) => createdAt >= later[0]!.createdAt),
    );
    expect(sampleEntries({ until, seed: 'another' })).not.toEqual(entries);
  });

  it('say of each that it is a sample, and vary', () => {
    expect(entries.filter(({ content }) => !content.endsWith(MARK))).toEqual([]);
    expect(new Set(entries.map(({ content }) => content)).size).toBeGreaterThan(0.85 * entries.length);
  });

  // Moods, and how they follow weather and weekday: figures.spec.ts.
  it('hold together as a life does: temperature, home', () => {
    const meanDegrees = (some: { temperature: number }[]) =>
      some.reduce((sum, { temperature }) => sum + temperature, 0) / some.length;
    const inMonths = (months: string[]) =>
      entries.filter(({ createdAt }) => months.includes(createdAt.slice(5, 7)));
    expect(meanDegrees(inMonths(['07', '08'])) - meanDegrees(inMonths(['01', '02']))).toBeGreaterThan(8);
    for (const { temperature } of entries) {
      expect(temperature).toBeGreaterThan(-15);
      expect(temperature).toBeLessThan(35);
    }
    const away = entries.filter(({ location }) => location !== HOME);
    expect(away.length / entries.length).toBeGreaterThan(0.05);
    expect(away.length / entries.length).toBeLessThan(0.25);
  });
});

describe('sample measures', () => {
  const year = entries.filter(({ createdAt }) => createdAt >= '2025-11-22');
  const measured = year.map(({ createdAt, inputMood }) => {
    const day = createdAt.slice(0, 10);
    return { day: dayNumber(day), mood: MOOD_SCORES[inputMood], values: valuesOf(day, inputMood, SEED) };
  });
  const moods = seriesOf(new Map(measured.map(({ day, mood }) => [day, mood])));
  const answers = MEASURES.map(({ name }) =>
    answersOf(seriesOf(new Map(measured.map(({ day, values }) => [day, values[name]]))), moods),
  );

  it('are values of their kinds', () => {
    for (const { name, kind } of MEASURES)
      expect(measured.filter(({ values }) => !isValueOf(kind, values[name]))).toEqual([]);
  });

  it('have a pattern that is true, and nothing is claimed about coffee, on the same day or the day after', () => {
    const [sleep] = answers;
    expect(sleep?.sameDay?.strength).toBeGreaterThan(0.2);
    const stands = beyondChance(answers.flatMap(({ sameDay, dayAfter }) => [sameDay, dayAfter]));
    expect([stands[0], stands[2]]).toEqual([true, true]);
    expect(stands.slice(4)).toEqual([false, false]);
  });
});
