import { OTHER_WEATHER, skyOf, type Sky } from '@inner-weather/domain/weather/skies';
import { createStore, useStore } from './drafts/store';

export type Phase = 'night' | 'dawn' | 'day' | 'dusk';

/** The part of the day to which an hour (0 to 23) belongs. */
export function phaseOfHour(hour: number): Phase {
  if (hour < 5 || hour >= 21) return 'night';
  if (hour < 9) return 'dawn';
  if (hour < 17) return 'day';
  return 'dusk';
}

/** The picture for a provider's weather condition; an unknown condition leaves the sky clear. */
export function skyOfWeather(condition: string): Sky {
  return skyOf(condition) ?? 'clear';
}

/** The name of a kind of weather, for use within a sentence. */
export const kindInWords = (kind: string): string => (kind === OTHER_WEATHER ? 'other weather' : kind);

const lastWeather = createStore<Sky>('clear');

/** The weather of the last entry. The journal sets it, and every page draws it behind its head. */
export function rememberWeather(condition: string): void {
  lastWeather.set(skyOfWeather(condition));
}

export function forgetWeather(): void {
  lastWeather.set('clear');
}

export function useLastWeather(): Sky {
  return useStore(lastWeather);
}
