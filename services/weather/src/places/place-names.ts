import { fold } from '@inner-weather/domain/text/fold';
import { isRegion } from './regions.js';

/** An interpretation of the text for a city: a name, and the regions or countries in which it lies. */
export interface Reading {
  name: string;
  within: string[];
}

/** Separators between a name and its regions: commas of all scripts, brackets, and dashes between spaces. */
const SEPARATORS = /[,،、;؛()]|\s[-‐–—|]\s/u;
const LETTER = /\p{L}/u;
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** The maximum number of words in a country at the end of a name, such as `Trinidad and Tobago`. */
const REGION_WORDS_MAX = 4;
const READINGS_MAX = 3;
/** No place needs more parts after a comma. */
const WITHIN_MAX = 4;

/**
 * Returns the interpretations of a text, the most literal first. Codes and addresses have none, because a provider would
 * not treat them as names: WeatherAPI.com accepts `auto:ip`, `iata:`, `metar:`, `id:`, `bulk`, IP addresses, postcodes and
 * coordinates (https://www.weatherapi.com/docs/, "Request Parameters"), and `auto:ip` would reveal the location of this
 * server.
 */
export function readingsOf(text: string): Reading[] {
  const plain = text.normalize('NFKC').replace(IGNORED, '');
  if (plain.includes(':')) return [];
  const [name = '', ...rest] = plain
    .split(SEPARATORS)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '');
  if (isCode(name)) return [];
  const within = rest.filter((part) => LETTER.test(part));
  if (within.length > WITHIN_MAX) return [];
  const readings = [{ name, within }, ...splitOffRegion({ name: withoutPostcode(name), within })];
  return readings.filter((reading, index) => index === 0 || reading.name !== name).slice(0, READINGS_MAX);
}

/** Whether a text is a postcode, coordinates, an address or no word: each part has a digit or at most two letters. */
function isCode(name: string): boolean {
  if (!LETTER.test(name) || /^bulk$/i.test(name)) return true;
  return /\d/.test(name) && name.split(/[\s-]+/).every((word) => /\d/.test(word) || word.length <= 2);
}

/** Turns `75001 Paris` and `Dublin 4` into Paris and Dublin. */
const withoutPostcode = (name: string): string =>
  name
    .split(' ')
    .filter((word) => LETTER.test(word))
    .join(' ');

/** Returns the reading, and readings with a region at the end of the name split off: `London UK` is London in the UK. */
function splitOffRegion({ name, within }: Reading): Reading[] {
  const words = name.split(' ');
  const countMax = Math.min(REGION_WORDS_MAX, words.length - 1);
  const counts = Array.from({ length: countMax }, (_, index) => countMax - index);
  const count = counts.find((candidate) => isRegion(words.slice(-candidate).join(' ')));
  if (count === undefined) return [{ name, within }];
  const region = words.slice(-count).join(' ');
  return [
    { name, within },
    ...splitOffRegion({ name: words.slice(0, -count).join(' '), within: [region, ...within] }),
  ];
}

/**
 * Normalizes a name for comparisons: removes case, accents, punctuation and the suffixes of some gazetteers (`Mexico City`,
 * `Washington D.C.`), and shortens `Saint` to `St`.
 */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/['’‘ʻ`´.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint(e?) /g, 'st$1 ')
    .replace(/(?<=.) (city|dc)$/, '');
}
