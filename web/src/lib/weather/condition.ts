import { conditionInWords as write } from '@inner-weather/domain/weather/conditions';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import { words } from '../language/words';

/** The weather condition of an entry, as the reader sees it. */
export function conditionInWords(weatherData: string): string {
  if (weatherData === WEATHER_UNAVAILABLE.message) return words(WEATHER_UNAVAILABLE);
  return write(weatherData, words);
}
