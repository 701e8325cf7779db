import { MESSAGES } from './messages.js';

/** Kinds of weather, coarse enough to be drawn and to be compared. */
export const SKIES = ['clear', 'cloudy', 'fog', 'rain', 'snow', 'storm'] as const;

export type Sky = (typeof SKIES)[number];

/** Weather in other words, or in another language. It is counted, and nothing is claimed of it. */
export const OTHER_WEATHER = 'other';

/** All kinds that weather is counted as. */
export const WEATHER_KINDS = [...SKIES, OTHER_WEATHER] as const;

export type WeatherKind = (typeof WEATHER_KINDS)[number];

/** The first match counts: 'thundery outbreaks with snow' is a storm, 'patchy rain with mist' is rain. */
const WORDS: readonly [Sky, RegExp][] = [
  ['storm', /thunder|storm|hail|squall|hurricane|tornado/i],
  ['snow', /snow|sleet|blizzard|ice pellets|flurries/i],
  ['rain', /rain|drizzle|shower|downpour/i],
  ['fog', /fog|mist|haze|smo(?:ke|g)|\b(?:dust|sand|ash)\b/i],
  ['cloudy', /cloud|overcast/i],
  ['clear', /clear|sun|\bfair\b/i],
];

/** The kind of a weather condition in a provider's words; undefined for unknown words. */
export function skyOf(condition: string): Sky | undefined {
  return WORDS.find(([, pattern]) => pattern.test(condition))?.[0];
}

/** The same, with `other` for unknown words; undefined where there is no weather. */
export function weatherKindOf(condition: string): WeatherKind | undefined {
  const text = condition.trim();
  return text === '' || text === MESSAGES.weatherUnavailable ? undefined : (skyOf(text) ?? OTHER_WEATHER);
}
