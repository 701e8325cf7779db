import { sampleEntries } from './sample-entries.mjs';

/* The data of the landing page's pictures: a year of the demo account, and its moods by weather. */

/** The last complete year when the pictures were created. */
const YEAR = 2025;
const DAY_MS = 24 * 60 * 60_000;

/** @typedef {import('@inner-weather/domain/entries/moods').Mood} Mood @typedef {import('@inner-weather/domain/weather/skies').Sky} Sky */

/**
 * The letter of a mood in the picture's file is its place among the moods; a day without an entry is a dot, and a day
 * with two has the mood of the evening.
 * @param {{moods: readonly Mood[], scores: Record<Mood, number>, skyOf: (text: string) => Sky | undefined}} contracts
 */
export function figures({ moods, scores, skyOf }) {
  const entries = sampleEntries({ until: `${YEAR + 1}-01-01`, years: 1.1 }).filter(({ createdAt }) =>
    createdAt.startsWith(String(YEAR)),
  );
  const first = Date.UTC(YEAR, 0, 1);
  const days = Array.from({ length: (Date.UTC(YEAR + 1, 0, 1) - first) / DAY_MS }, () => '.');
  /** @type {Map<Sky, {sum: number, entries: number, days: Set<string>}>} */
  const bySky = new Map();
  for (const { createdAt, inputMood, weatherData } of entries) {
    days[Math.floor((Date.parse(createdAt) - first) / DAY_MS)] = String(moods.indexOf(inputMood));
    const sky = skyOf(weatherData);
    if (!sky) continue;
    const group = bySky.get(sky) ?? { sum: 0, entries: 0, days: new Set() };
    group.sum += scores[inputMood];
    group.entries += 1;
    group.days.add(createdAt.slice(0, 10));
    bySky.set(sky, group);
  }
  const skies = [...bySky]
    .map(([sky, group]) => ({
      sky,
      mean: Number((group.sum / group.entries).toFixed(2)),
      days: group.days.size,
    }))
    .sort((a, b) => b.mean - a.mean);
  return { days: days.join(''), skies };
}

/** The file, as it is committed. @param {Parameters<typeof figures>[0]} contracts */
export function figuresFile(contracts) {
  const { days, skies } = figures(contracts);
  const rows = skies.map(
    ({ sky, mean, days: count }) => `  { sky: '${sky}', mean: ${mean}, days: ${count} },\n`,
  );
  return `// Written by \`npm run demo:figures\` from the sample entries of the demo account.

export const YEAR = ${YEAR};

/** One character per day from 1 January: the index of its mood in MOODS, or a dot for a day without an entry. */
export const DAYS =
  '${days}';

/** The mean mood, from -2 to 2, of the days of each kind of weather, and their number. Sorted by mood, best first. */
export const SKIES = [
${rows.join('')}] as const;
`;
}
