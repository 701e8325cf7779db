import { defineMessages, type Message, type Params } from '@inner-weather/languages/messages';

/**
 * All conditions that the weather providers name: Open-Meteo's WMO codes as services/weather words them, and WeatherAPI's
 * list (https://www.weatherapi.com/docs/weather_conditions.json) with the wordings that its answers also have.
 */
const CONDITIONS = defineMessages('weather', {
  sunny: 'Sunny',
  clear: 'Clear',
  clearSky: 'Clear sky',
  mainlyClear: 'Mainly clear',
  partlyCloudy: 'Partly cloudy',
  cloudy: 'Cloudy',
  overcast: 'Overcast',
  mist: 'Mist',
  haze: 'Haze',
  fog: 'Fog',
  rimeFog: 'Depositing rime fog',
  freezingFog: 'Freezing fog',

  lightDrizzle: 'Light drizzle',
  patchyLightDrizzle: 'Patchy light drizzle',
  moderateDrizzle: 'Moderate drizzle',
  denseDrizzle: 'Dense drizzle',
  freezingDrizzle: 'Freezing drizzle',
  lightFreezingDrizzle: 'Light freezing drizzle',
  denseFreezingDrizzle: 'Dense freezing drizzle',
  heavyFreezingDrizzle: 'Heavy freezing drizzle',
  freezingDrizzlePossible: 'Patchy freezing drizzle possible',
  freezingDrizzleNearby: 'Patchy freezing drizzle nearby',

  rainPossible: 'Patchy rain possible',
  rainNearby: 'Patchy rain nearby',
  slightRain: 'Slight rain',
  lightRain: 'Light rain',
  patchyLightRain: 'Patchy light rain',
  moderateRain: 'Moderate rain',
  moderateRainAtTimes: 'Moderate rain at times',
  heavyRain: 'Heavy rain',
  heavyRainAtTimes: 'Heavy rain at times',
  lightFreezingRain: 'Light freezing rain',
  moderateOrHeavyFreezingRain: 'Moderate or heavy freezing rain',
  heavyFreezingRain: 'Heavy freezing rain',
  lightRainShower: 'Light rain shower',
  slightRainShowers: 'Slight rain showers',
  moderateRainShowers: 'Moderate rain showers',
  moderateOrHeavyRainShower: 'Moderate or heavy rain shower',
  violentRainShowers: 'Violent rain showers',
  torrentialRainShower: 'Torrential rain shower',

  sleetPossible: 'Patchy sleet possible',
  sleetNearby: 'Patchy sleet nearby',
  lightSleet: 'Light sleet',
  moderateOrHeavySleet: 'Moderate or heavy sleet',
  lightSleetShowers: 'Light sleet showers',
  moderateOrHeavySleetShowers: 'Moderate or heavy sleet showers',

  snowPossible: 'Patchy snow possible',
  snowNearby: 'Patchy snow nearby',
  blowingSnow: 'Blowing snow',
  blizzard: 'Blizzard',
  lightSnow: 'Light snow',
  patchyLightSnow: 'Patchy light snow',
  moderateSnow: 'Moderate snow',
  patchyModerateSnow: 'Patchy moderate snow',
  heavySnow: 'Heavy snow',
  patchyHeavySnow: 'Patchy heavy snow',
  slightSnowfall: 'Slight snowfall',
  moderateSnowfall: 'Moderate snowfall',
  heavySnowfall: 'Heavy snowfall',
  snowGrains: 'Snow grains',
  lightSnowShowers: 'Light snow showers',
  slightSnowShowers: 'Slight snow showers',
  moderateOrHeavySnowShowers: 'Moderate or heavy snow showers',
  heavySnowShowers: 'Heavy snow showers',
  icePellets: 'Ice pellets',
  lightIcePelletShowers: 'Light showers of ice pellets',
  moderateOrHeavyIcePelletShowers: 'Moderate or heavy showers of ice pellets',

  thunderPossible: 'Thundery outbreaks possible',
  thunderNearby: 'Thundery outbreaks nearby',
  thunderInNearby: 'Thundery outbreaks in nearby',
  thunderstorm: 'Thunderstorm',
  thunderstormSlightHail: 'Thunderstorm with slight hail',
  thunderstormHeavyHail: 'Thunderstorm with heavy hail',
  lightRainThunder: 'Patchy light rain with thunder',
  lightRainThunderInArea: 'Patchy light rain in area with thunder',
  rainThunder: 'Moderate or heavy rain with thunder',
  rainThunderInArea: 'Moderate or heavy rain in area with thunder',
  lightSnowThunder: 'Patchy light snow with thunder',
  lightSnowThunderInArea: 'Patchy light snow in area with thunder',
  snowThunder: 'Moderate or heavy snow with thunder',
  snowThunderInArea: 'Moderate or heavy snow in area with thunder',
});

const OTHERS = defineMessages('weather', {
  /** A code that is in no list; `code` is a number as text. */
  unknownCode: 'Weather code {code}',
  /** The weather of an entry: `Light rain, 12 °C`. */
  withTemperature: '{condition}, {temperature}',
});

/** Observations are stored in the words of the provider, sometimes in other case: `Partly Cloudy`. */
const keyOf = (words: string): string => words.trim().toLowerCase();

const BY_WORDS = new Map(
  Object.values<Message>(CONDITIONS).map((condition) => [keyOf(condition.message), condition]),
);

const UNKNOWN_CODE = /^Weather code (-?\d+)$/;

/**
 * The name of a condition; undefined for words that are in no list of a provider, which are shown as they are.
 * @param weatherData the condition of an observation, as it is stored
 */
export function conditionOf(weatherData: string): Message | undefined {
  return (
    BY_WORDS.get(keyOf(weatherData)) ?? (UNKNOWN_CODE.test(weatherData) ? OTHERS.unknownCode : undefined)
  );
}

/**
 * The condition in the language of `write`.
 * @param weatherData the condition of an observation, as it is stored
 * @param write a translator, or `words` of the page
 */
export function conditionInWords(
  weatherData: string,
  write: (message: Message, params?: Params) => string,
): string {
  const condition = conditionOf(weatherData);
  if (!condition) return weatherData;
  const code = UNKNOWN_CODE.exec(weatherData)?.[1];
  return code === undefined ? write(condition) : write(condition, { code });
}

/** A condition with a temperature; both are in words. */
export const WITH_TEMPERATURE: Message = OTHERS.withTemperature;
