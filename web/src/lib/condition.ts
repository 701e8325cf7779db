import { t } from '@lingui/core/macro';
import { conditionInWords as write } from '@inner-weather/domain/weather/conditions';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/unavailable';
import { words } from './language/words';

/** The weather condition of an entry, as the reader sees it. */
export function conditionInWords(weatherData: string): string {
  if (weatherData === WEATHER_UNAVAILABLE) return t`Weather data not available for this Journal Entry`;
  return write(weatherData, words);
}
