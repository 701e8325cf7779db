import { defineMessages } from '@inner-weather/languages/messages';

/** What stands in place of the weather of an entry that has none. Its English text is stored. */
export const { unavailable: WEATHER_UNAVAILABLE } = defineMessages('weather', {
  unavailable: 'Weather data not available for this Journal Entry',
});
