import { fold } from '@inner-weather/domain/text/fold';
import { isRegion } from './regions.js';

/** One interpretation of a city as the user wrote it: a name, and the regions or countries in which it lies. */
export interface Reading {
  name: string;
  within: string[];
}

/** What stands between a name and where it lies: commas of all scripts, brackets, a dash between blanks. */
const SEPARATORS = /[,،、;؛()]|\s[-‐–—|]\s/u;
const LETTER = /\p{L}/u;
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Words at the end of a name that may be a country: `Trinidad and Tobago`. */
const REGION_WORDS_MAX = 4;
const READINGS_MAX = 3;
/** More parts after a comma than any place lies in. */
const WITHIN_MAX = 4;

/**
 * The ways to read a text, the most literal first; none if it is no name of a place: codes and addresses that a provider
 * would take for something else. WeatherAPI.com answers `auto:ip`, `iata:`, `metar:`, `id:`, `bulk`, addresses of the
 * internet, postcodes and coordinates (https://www.weatherapi.com/docs/, "Request Parameters"), and `auto:ip` by the place
 * of this server.
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
  const readings = [{ name, within }, ...shorter({ name: withoutPostcode(name), within })];
  return readings.filter((one, index) => index === 0 || one.name !== name).slice(0, READINGS_MAX);
}

/** A postcode, coordinates, an address, or no word at all: each part has a digit or is as short as a country's code. */
function isCode(name: string): boolean {
  if (!LETTER.test(name) || /^bulk$/i.test(name)) return true;
  return /\d/.test(name) && name.split(/[\s-]+/).every((word) => /\d/.test(word) || word.length <= 2);
}

/** `75001 Paris` and `Dublin 4` are Paris and Dublin. */
const withoutPostcode = (name: string): string =>
  name
    .split(' ')
    .filter((word) => LETTER.test(word))
    .join(' ');

/** The reading, and with a region or a country taken off its end: `London UK` is London in the UK. */
function shorter({ name, within }: Reading): Reading[] {
  const words = name.split(' ');
  const most = Math.min(REGION_WORDS_MAX, words.length - 1);
  const counts = Array.from({ length: most }, (_, index) => most - index);
  const count = counts.find((one) => isRegion(words.slice(-one).join(' ')));
  if (count === undefined) return [{ name, within }];
  const region = words.slice(-count).join(' ');
  return [
    { name, within },
    ...shorter({ name: words.slice(0, -count).join(' '), within: [region, ...within] }),
  ];
}

/**
 * The form in which names are compared: without case, accents and punctuation, `Saint` as `St`, and without what some
 * gazetteers add to a city (`Mexico City`, `Washington D.C.`).
 */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/['’‘ʻ`´.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint(e?) /g, 'st$1 ')
    .replace(/(?<=.) (city|dc)$/, '');
}
