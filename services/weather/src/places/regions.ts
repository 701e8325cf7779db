import { fold } from '@inner-weather/domain/text/fold';
import countries from 'i18n-iso-countries';
import { iso31662 } from 'iso-3166';
import { LRUCache } from 'lru-cache';

/** A part of a country, such as a state, a province or a county. */
interface Subdivision {
  /** ISO 3166-1 alpha-2. */
  country: string;
  name: string;
}

/** Common names of countries that ISO does not list. */
const OTHER_NAMES: Record<string, string> = {
  America: 'US',
  Britain: 'GB',
  Vatican: 'VA',
  'DR Congo': 'CD',
  Burma: 'MM',
  Emirates: 'AE',
  Holland: 'NL',
  Korea: 'KR',
};

/** Territories with their own country codes, by the country that people name for them. */
const TERRITORIES: Record<string, string[]> = {
  CN: ['HK', 'MO'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  GB: ['BM', 'FK', 'GG', 'GI', 'IM', 'JE', 'KY'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  US: ['AS', 'GU', 'MP', 'PR', 'VI'],
};

/** Words that are often omitted from the name of a region. */
const GENERIC =
  /\b(autonomous|canton|city|community|county|department|district|governorate|greater|municipality|oblast|of|prefecture|province|region|state|the|voivodeship)\b/g;

/** Caches normalized names, because the results of a provider repeat the same few regions. */
const KEYS = new LRUCache<string, string>({ max: 5_000 });

/** Normalizes the name of a region for comparisons. */
export function regionKey(name: string): string {
  let key = KEYS.get(name);
  if (key === undefined) KEYS.set(name, (key = newKey(name)));
  return key;
}

function newKey(name: string): string {
  const key = fold(name)
    .replace(/['’‘ʻ`´.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const short = key.replace(GENERIC, '').replace(/ +/g, ' ').trim();
  return short === '' ? key : short;
}

/** Returns the ISO 3166-1 alpha-2 codes of the countries with this name in any language, or with this code. */
export function countriesNamed(text: string): ReadonlySet<string> {
  return countryIndex().get(regionKey(text)) ?? NONE;
}

/** Whether this country is a territory of one of these. */
export const isTerritoryOf = (country: string, owners: ReadonlySet<string>): boolean =>
  [...owners].some((owner) => TERRITORIES[owner]?.includes(country));

/** Returns the subdivisions with this name or code. `IL` is Illinois, and also a part of other countries. */
export function subdivisionsNamed(text: string): readonly Subdivision[] {
  return subdivisionIndex().get(regionKey(text)) ?? [];
}

export const isRegion = (text: string): boolean =>
  countriesNamed(text).size > 0 || subdivisionsNamed(text).length > 0;

const NONE: ReadonlySet<string> = new Set();

const countryIndex = memoize(() => {
  const index = new Map<string, Set<string>>();
  const add = (name: string, code: string): void => {
    const key = regionKey(name);
    const codes = index.get(key);
    if (codes) codes.add(code);
    else index.set(key, new Set([code]));
  };
  for (const [code, alpha3] of Object.entries(countries.getAlpha2Codes())) {
    add(code, code);
    add(alpha3, code);
  }
  for (const language of countries.getSupportedLanguages()) {
    const names = countries.getNames(language, { select: 'all' });
    for (const [code, all] of Object.entries(names)) for (const name of all) add(name, code);
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) add(name, code);
  return index;
});

const subdivisionIndex = memoize(() => {
  const index = new Map<string, Subdivision[]>();
  for (const { code, name } of iso31662) {
    const [country = '', short = ''] = code.split('-');
    for (const key of new Set([regionKey(short), regionKey(name)])) {
      const subdivisions = index.get(key);
      if (subdivisions) subdivisions.push({ country, name });
      else index.set(key, [{ country, name }]);
    }
  }
  return index;
});

/** Creates a value on first use, because an index takes a few hundred kilobytes and not every process needs it. */
function memoize<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
