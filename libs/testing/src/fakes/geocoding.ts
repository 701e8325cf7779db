import { areaName, AREAS, type FakeArea, type FakePlace, PLACES } from './places.js';
import type { Reply } from './server.js';

/*
 * Open-Meteo's geocoding, `GET /v1/search`, as its public code implements it since 2022
 * (https://github.com/open-meteo/geocoding-api: GeocodingapiController, GeocodingDatabase, Structures, Geoname; the
 * qualifier after a comma came with its pull request 1):
 *
 * - A query of one character finds nothing, a query of two characters only exact matches. Longer queries match prefixes.
 * - The search covers main names, names without a language, airport codes, and names in the requested `language`. Names in
 *   other languages are not found.
 * - Case and accents are ignored, but only accents that Unicode decomposes: `o` does not find `ø`, and `l` does not find `ł`.
 * - An exact match is not always first: a larger place that starts with the query may precede it.
 * - The list is cut to `count` before it is filtered by the area after the comma or by `countryCode`.
 * - An area is found only by its full name, never by an abbreviation: `Chicago, US` has no result
 *   (https://github.com/glanceapp/glance/issues/7).
 *
 * Since 2026 the code filters before the limit and knows abbreviations. Queries for a name alone, with a
 * high `count`, get the same result from both versions.
 */

const COUNT = { default: 10, max: 100 };
/** The maximum number of areas that are compared with a qualifier. */
const AREAS_MAX = 10;

interface Named {
  main: string;
  names: Record<string, string>;
  ranking: number;
}

export function geocode(query: Record<string, string>): Reply {
  const count = Number(query.count ?? COUNT.default);
  if (!(count > 0 && count <= COUNT.max)) {
    return { status: 400, body: { error: true, reason: 'Parameter count must be between 1 and 100.' } };
  }
  const { language = 'en', countryCode } = query;
  const [name = '', area] = (query.name ?? '').split(',').map((part) => part.trim());
  const areas = area === undefined ? undefined : areasNamed(area, language);
  const results = search(PLACES.map(namedPlace), name, language, count)
    .map(({ place }) => place)
    .filter((place) => areas?.some((candidate) => liesIn(place, candidate)) ?? true)
    .filter((place) => countryCode === undefined || place.country === countryCode)
    .map((place) => answerOf(place, language));
  // Empty fields and empty lists are omitted.
  return { body: { ...(results.length > 0 && { results }), generationtime_ms: 0.5 } };
}

function search<T extends Named>(all: T[], text: string, language: string, count: number): T[] {
  if ([...text].length < 2) return [];
  const query = fold(text);
  const exactOnly = [...text].length === 2;
  const matches = all.flatMap((one) => {
    const scores = [one.main, one.names[''], one.names.iata, one.names[language]]
      .flatMap((name) => name ?? [])
      .map((name) => scoreOf(fold(name), query, exactOnly));
    const best = Math.max(...scores);
    return best > 0 ? [{ one, score: best + one.ranking }] : [];
  });
  return matches
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ one }) => one);
}

function scoreOf(name: string, query: string, exactOnly: boolean): number {
  if (name === query) return 1.5;
  return !exactOnly && name.startsWith(query) ? 1.5 / (name.length - query.length + 1) : 0;
}

/** Like `folding(options: .diacriticInsensitive)` and `lowercased()` in Swift. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const namedPlace = (place: FakePlace) => ({
  place,
  main: place.name,
  names: place.names,
  ranking: populationRank(place.population) + (FEATURE_RANK[place.feature] ?? 0),
});

function areasNamed(name: string, language: string): FakeArea[] {
  const areas = AREAS.map((area) => ({ area, main: area.names.en ?? '', names: area.names, ranking: 0 }));
  return search(areas, name, language, AREAS_MAX).map(({ area }) => area);
}

const liesIn = (place: FakePlace, area: FakeArea): boolean =>
  place.country === area.country && (area.region === '' || area.region === place.region);

const FEATURE_RANK: Record<string, number> = {
  PPL: 0.1,
  PPLC: 0.3,
  PPLA: 0.3,
  PPLA2: 0.23,
  PPLA3: 0.2,
};

const populationRank = (population: number): number =>
  population === 0 ? 0 : 1 / (1 + 25 * Math.exp(-population / 50_000));

function answerOf(place: FakePlace, language: string): Record<string, unknown> {
  const { name, names, country, region, county, population, feature, latitude, longitude } = place;
  const fields = {
    id: 1_000 + PLACES.indexOf(place),
    name: names[language] ?? name,
    latitude,
    longitude,
    feature_code: feature,
    country_code: country,
    country: areaName(country, '', language),
    admin1: region && areaName(country, region, language),
    admin2: county,
    population,
    timezone: 'Europe/London',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== 0));
}
