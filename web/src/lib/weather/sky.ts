import { skyOf, type Sky, type WeatherKind } from '@inner-weather/domain/weather/skies';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { createStore, useStore } from '../store';

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

const KINDS: Record<WeatherKind, MessageDescriptor> = {
  clear: msg({ message: 'clear', context: 'weather' }),
  cloudy: msg({ message: 'cloudy', context: 'weather' }),
  fog: msg({ message: 'fog', context: 'weather' }),
  rain: msg({ message: 'rain', context: 'weather' }),
  snow: msg({ message: 'snow', context: 'weather' }),
  storm: msg({ message: 'storm', context: 'weather' }),
  other: msg({ message: 'other weather', context: 'weather' }),
};

/** The name of a kind of weather, as it is written within a line. */
export const kindInWords = (kind: string): string =>
  Object.hasOwn(KINDS, kind) ? i18n._(KINDS[kind as WeatherKind]) : kind;

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
