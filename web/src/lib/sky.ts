import { createStore, useStore } from './store';

export type Phase = 'night' | 'dawn' | 'day' | 'dusk';

export type SkyWeather = 'clear' | 'cloudy' | 'fog' | 'rain' | 'snow' | 'storm';

/** The part of the day to which an hour (0 to 23) belongs. */
export function phaseOfHour(hour: number): Phase {
  if (hour < 5 || hour >= 21) return 'night';
  if (hour < 9) return 'dawn';
  if (hour < 17) return 'day';
  return 'dusk';
}

const WORDS: [SkyWeather, RegExp][] = [
  ['storm', /thunder|storm|hail/i],
  ['snow', /snow|sleet|blizzard|ice pellets/i],
  ['rain', /rain|drizzle|shower/i],
  ['fog', /fog|mist|haze/i],
  ['cloudy', /cloud|overcast/i],
];

/** The picture for a weather condition in a provider's words; unknown words leave the sky clear. */
export function skyOfWeather(condition: string): SkyWeather {
  return WORDS.find(([, pattern]) => pattern.test(condition))?.[0] ?? 'clear';
}

const lastWeather = createStore<SkyWeather>('clear');

/** What the last entry's weather was, told by the journal and drawn behind the head of every page. */
export function rememberWeather(condition: string): void {
  lastWeather.set(skyOfWeather(condition));
}

export function forgetWeather(): void {
  lastWeather.set('clear');
}

export function useLastWeather(): SkyWeather {
  return useStore(lastWeather);
}
