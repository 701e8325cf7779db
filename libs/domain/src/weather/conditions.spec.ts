import { translatorOf } from '@inner-weather/languages/translator';
import { conditionInWords, conditionOf } from './conditions.js';
import { skyOf } from './skies.js';

/** https://www.weatherapi.com/docs/weather_conditions.json, by day and by night. */
const WEATHERAPI =
  'Sunny|Clear|Partly cloudy|Cloudy|Overcast|Mist|Patchy rain possible|Patchy snow possible|Patchy sleet possible|Patchy freezing drizzle possible|Thundery outbreaks possible|Blowing snow|Blizzard|Fog|Freezing fog|Patchy light drizzle|Light drizzle|Freezing drizzle|Heavy freezing drizzle|Patchy light rain|Light rain|Moderate rain at times|Moderate rain|Heavy rain at times|Heavy rain|Light freezing rain|Moderate or heavy freezing rain|Light sleet|Moderate or heavy sleet|Patchy light snow|Light snow|Patchy moderate snow|Moderate snow|Patchy heavy snow|Heavy snow|Ice pellets|Light rain shower|Moderate or heavy rain shower|Torrential rain shower|Light sleet showers|Moderate or heavy sleet showers|Light snow showers|Moderate or heavy snow showers|Light showers of ice pellets|Moderate or heavy showers of ice pellets|Patchy light rain with thunder|Moderate or heavy rain with thunder|Patchy light snow with thunder|Moderate or heavy snow with thunder'.split(
    '|',
  );
/** What its answers also say. */
const AS_ANSWERED = ['Partly Cloudy ', 'Patchy rain nearby', 'Patchy light rain in area with thunder'];

const write = translatorOf('en');

describe('the name of a condition', () => {
  it.each([...WEATHERAPI, ...AS_ANSWERED])('is known for %s, whose kind is known too', (words) => {
    expect(conditionOf(words)?.id).toMatch(/^weather\.\w+$/);
    expect(skyOf(words)).toBeDefined();
    expect(conditionInWords(words, write).toLowerCase()).toBe(words.trim().toLowerCase());
  });

  it('of a code in no list has its number', () => {
    expect(conditionInWords('Weather code 42', write)).toBe('Weather code 42');
    expect(conditionOf('Weather code 42')?.id).toBe('weather.unknownCode');
  });

  it.each(['', 'Leichter Regen', 'Past weather of 2026', 'constructor', 'Weather code {code}'])(
    'is unknown for %j, which stays as it is',
    (words) => {
      expect(conditionOf(words)).toBeUndefined();
      expect(conditionInWords(words, write)).toBe(words);
    },
  );
});
