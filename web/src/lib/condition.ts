import { t } from '@lingui/core/macro';
import { MESSAGES } from '@inner-weather/domain/messages';

/** The weather condition of an entry, as the reader sees it. */
export function conditionInWords(weatherData: string): string {
  if (weatherData === MESSAGES.weatherUnavailable)
    return t`Weather data not available for this Journal Entry`;
  return weatherData;
}
