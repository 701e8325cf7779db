import { WEATHER_UNAVAILABLE } from './weather-unavailable.js';

/** Kinds of weather, coarse enough for icons and comparisons. */
export const SKIES = ['clear', 'cloudy', 'fog', 'rain', 'snow', 'storm'] as const;

export type Sky = (typeof SKIES)[number];

/** Weather in unknown words or in another language. It is counted, but never compared. */
export const OTHER_WEATHER = 'other';

/** All kinds of weather in statistics. */
export const WEATHER_KINDS = [...SKIES, OTHER_WEATHER] as const;

export type WeatherKind = (typeof WEATHER_KINDS)[number];

/** The first match is used: 'thundery outbreaks with snow' is a storm, 'patchy rain with mist' is rain. */
const WORDS: readonly [Sky, RegExp][] = [
  ['storm', /thunder|storm|hail|squall|hurricane|tornado/i],
  ['snow', /snow|sleet|blizzard|ice pellets|flurries/i],
  ['rain', /rain|drizzle|shower|downpour/i],
  ['fog', /fog|mist|haze|smo(?:ke|g)|\b(?:dust|sand|ash)\b/i],
  ['cloudy', /cloud|overcast/i],
  ['clear', /clear|sun|\bfair\b/i],
];

/** The kind of weather of a provider's condition text; undefined for unknown words. */
export function skyOf(condition: string): Sky | undefined {
  return WORDS.find(([, pattern]) => pattern.test(condition))?.[0];
}

/** The same, with `other` for unknown words. Undefined if there is no weather. */
export function weatherKindOf(condition: string): WeatherKind | undefined {
  const text = condition.trim();
  return text === '' || text === WEATHER_UNAVAILABLE.message ? undefined : (skyOf(text) ?? OTHER_WEATHER);
}
