import { chance, pick, slowChance } from './chance.mjs';
import { MARK, OF_MOODS, OF_SKIES, ON_JOURNEYS, ON_WEEKENDS, ON_WORKDAYS } from './sentences.mjs';

/*
 * Sample entries over some years, by a user who lives in Porto, travels now and then, and writes on most days. Nothing
 * is drawn from a real person. Moods follow weather, weekday, season and slow ups and downs, with much chance in
 * between, as they might. Every day follows from the seed and its date alone, so the same day is the same in every run.
 */

/** @typedef {import('@inner-weather/domain/entries/moods').Mood} Mood @typedef {import('@inner-weather/domain/weather/skies').Sky} Sky */

/**
 * An entry for POST /api/journal/import.
 * @typedef {{content: string, inputMood: Mood, location: string, weatherData: string, weatherStatus: 'ready', temperature: number, createdAt: string}} SampleEntry
 */

export const SEED = 'the tram bell';
export const HOME = 'Porto';
const DAY_MS = 24 * 60 * 60_000;

/** Days between two possible journeys, the share of journeys that happen, and their length. */
const JOURNEYS = { every: 45, share: 0.55, days: [4, 9], cities: ['Bergen', 'London', 'Lisbon'] };
/** Days without an entry: sometimes one, rarely a week. */
const UNWRITTEN = { share: 0.13, every: 90, days: 6 };
/** The share of days with a second entry, in the morning. */
const TWICE = 0.07;

/** The effect on a mood, on the scale of about -2 to 2. @type {Record<Sky, number>} */
const BY_SKY = { clear: 0.6, cloudy: 0, fog: -0.25, rain: -0.45, snow: 0.5, storm: -0.6 };
/** From Sunday to Saturday. */
const BY_WEEKDAY = [0.1, -0.75, -0.1, 0, 0.05, 0.3, 0.45];

/** Texts of Open-Meteo's weather codes. @type {Record<Sky, readonly string[]>} */
const TEXTS = {
  clear: ['Clear sky', 'Mainly clear'],
  cloudy: ['Partly cloudy', 'Overcast'],
  fog: ['Fog'],
  rain: ['Light drizzle', 'Slight rain', 'Moderate rain', 'Heavy rain'],
  snow: ['Slight snow fall', 'Moderate snow fall'],
  storm: ['Thunderstorm'],
};

/** Degrees Celsius: the mean of a year, and by how much July is warmer. @type {Record<string, {mean: number, swing: number}>} */
const CLIMATES = {
  [HOME]: { mean: 15.5, swing: 5.5 },
  Bergen: { mean: 8, swing: 7 },
  London: { mean: 11.5, swing: 7 },
  Lisbon: { mean: 17.5, swing: 6 },
};
/** Degrees Celsius. @type {Record<Sky, number>} */
const WARMER = { clear: 2, cloudy: 0, fog: -1.5, rain: -1.5, snow: -4, storm: -0.5 };

/**
 * Oldest first; the last one is of the day before `until`.
 * @param {{until: string, years?: number, seed?: string}} options `until` is a day, YYYY-MM-DD, in UTC
 * @returns {SampleEntry[]}
 */
export function sampleEntries({ until, years = 3, seed = SEED }) {
  const end = Math.round(Date.parse(until) / DAY_MS);
  const from = end - Math.round(years * 365.25);
  return Array.from({ length: end - from }, (_, n) => from + n).flatMap((day) => entriesOf(day, seed));
}

/** @param {number} day days since 1970 @param {string} seed */
function entriesOf(day, seed) {
  if (isUnwritten(day, seed)) return [];
  const city = cityOf(day, seed);
  const sky = skyOf(day, city, seed);
  const evening = entryAt(day, 'evening', { city, sky, seed });
  if (chance(seed, 'twice', day) >= TWICE) return [evening];
  return [entryAt(day, 'morning', { city, sky, seed }), evening];
}

/**
 * @param {number} day
 * @param {'morning' | 'evening'} time
 * @param {{city: string, sky: Sky, seed: string}} at
 * @returns {SampleEntry}
 */
function entryAt(day, time, { city, sky, seed }) {
  const of = /** @type {const} */ ([seed, time, day]);
  const mood = moodOf(day, time, { city, sky, seed });
  const hour = (time === 'morning' ? 7 : 18) + Math.floor(4 * chance(...of, 'hour'));
  const minute = Math.floor(60 * chance(...of, 'minute'));
  return {
    content: `${wordsOf(day, mood, { city, sky, of })}\n\n${MARK}`,
    inputMood: mood,
    location: city,
    weatherData: pick(TEXTS[sky], seed, 'text', day),
    weatherStatus: 'ready',
    temperature: celsiusOf(day, time, { city, sky, seed }),
    createdAt: new Date(day * DAY_MS + (hour * 60 + minute) * 60_000).toISOString(),
  };
}

/** @param {number} day @param {string} seed */
function isUnwritten(day, seed) {
  if (chance(seed, 'unwritten', day) < UNWRITTEN.share) return true;
  const span = Math.floor(day / UNWRITTEN.every);
  const first = Math.floor(chance(seed, 'pause', span) * (UNWRITTEN.every - UNWRITTEN.days));
  const into = day - span * UNWRITTEN.every - first;
  return into >= 0 && into < UNWRITTEN.days;
}

/** @param {number} day @param {string} seed */
function cityOf(day, seed) {
  const span = Math.floor(day / JOURNEYS.every);
  if (chance(seed, 'journey', span) >= JOURNEYS.share) return HOME;
  const [shortest = 0, longest = 0] = JOURNEYS.days;
  const days = shortest + Math.floor(chance(seed, 'journey days', span) * (longest - shortest + 1));
  const first = Math.floor(chance(seed, 'journey from', span) * (JOURNEYS.every - longest));
  const into = day - span * JOURNEYS.every - first;
  return into >= 0 && into < days ? pick(JOURNEYS.cities, seed, 'journey to', span) : HOME;
}

/** From 0 to below 1: weather comes in spells of some days, and winters are wetter. @param {number} day @param {string} seed */
function wetness(day, seed) {
  const spells = 0.65 * slowChance(day, 3, seed, 'spell') + 0.35 * chance(seed, 'weather', day);
  return Math.min(0.999, Math.max(0, spells - 0.13 * summer(day)));
}

/** @param {number} day @param {string} city @param {string} seed @returns {Sky} */
function skyOf(day, city, seed) {
  const wet = wetness(day, seed) + (city === 'Bergen' ? 0.12 : 0);
  if (summer(day) < -0.2 && wet > 0.34 && wet < 0.4) return 'fog';
  if (wet < 0.45) return 'clear';
  if (wet < 0.58) return 'cloudy';
  if (city === 'Bergen' && summer(day) < -0.3) return 'snow';
  return summer(day) > 0.3 && chance(seed, 'storm', day) < 0.2 ? 'storm' : 'rain';
}

/** Degrees Celsius, to a tenth. @param {number} day @param {string} time @param {{city: string, sky: Sky, seed: string}} at */
function celsiusOf(day, time, { city, sky, seed }) {
  const { mean = 0, swing = 0 } = CLIMATES[city] ?? {};
  const celsius = mean + swing * summer(day) + WARMER[sky] - (time === 'morning' ? 3 : 0);
  const degrees = celsius + 6 * (slowChance(day, 4, seed, 'warmth') - 0.5);
  // Snow does not lie for long above freezing.
  return Math.round(10 * (sky === 'snow' ? Math.min(degrees, 1) : degrees)) / 10;
}

/** 1 in the middle of July, -1 in the middle of January. @param {number} day */
function summer(day) {
  return -Math.cos((2 * Math.PI * (day - 15)) / 365.25);
}

/**
 * @param {number} day
 * @param {string} time
 * @param {{city: string, sky: Sky, seed: string}} at
 * @returns {Mood}
 */
function moodOf(day, time, { city, sky, seed }) {
  const weekday = new Date(day * DAY_MS).getUTCDay();
  const dice = [1, 2, 3].reduce((sum, n) => sum + chance(seed, 'mood', day, time, n), 0) - 1.5;
  const score =
    0.2 +
    BY_SKY[sky] +
    (BY_WEEKDAY[weekday] ?? 0) +
    0.25 * summer(day) +
    1.1 * (slowChance(day, 24, seed, 'time of life') - 0.5) +
    (city === HOME ? 0 : 0.4) +
    1.5 * dice;
  if (score > 1.35) return 'Very Happy';
  if (score > 0.45) return 'Happy';
  if (score > -0.25) return 'Neutral';
  const kind = chance(seed, 'kind', day, time);
  if (kind < 0.5) return 'Tired';
  return kind < 0.84 ? 'Sad' : 'Angry';
}

/** @param {number} day @param {Mood} mood @param {{city: string, sky: Sky, of: readonly (string | number)[]}} at */
function wordsOf(day, mood, { city, sky, of }) {
  const weekday = new Date(day * DAY_MS).getUTCDay();
  const doings = city !== HOME ? ON_JOURNEYS : weekday % 6 === 0 ? ON_WEEKENDS : ON_WORKDAYS;
  const parts = [
    pick(OF_SKIES[sky], ...of, 'sky'),
    pick(doings, ...of, 'doing'),
    pick(OF_MOODS[mood], ...of, 'mood'),
  ];
  // People do not say everything every day.
  const unsaid = Math.floor(chance(...of, 'unsaid') * 5);
  return parts.filter((_, part) => part !== unsaid).join(' ');
}
