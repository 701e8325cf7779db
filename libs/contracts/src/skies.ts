/** Kinds of weather, coarse enough to be drawn and to be compared. */
export const SKIES = ['clear', 'cloudy', 'fog', 'rain', 'snow', 'storm'] as const;

export type Sky = (typeof SKIES)[number];

/** The first match counts: 'thundery outbreaks with snow' is a storm, 'patchy rain with mist' is rain. */
const WORDS: readonly [Sky, RegExp][] = [
  ['storm', /thunder|storm|hail/i],
  ['snow', /snow|sleet|blizzard|ice pellets/i],
  ['rain', /rain|drizzle|shower/i],
  ['fog', /fog|mist|haze/i],
  ['cloudy', /cloud|overcast/i],
  ['clear', /clear|sun/i],
];

/** The kind of a weather condition in a provider's words; undefined for unknown words. */
export function skyOf(condition: string): Sky | undefined {
  return WORDS.find(([, pattern]) => pattern.test(condition))?.[0];
}
