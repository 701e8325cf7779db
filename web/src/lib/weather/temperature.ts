import { TEMPERATURE_UNITS, type TemperatureUnit } from '@inner-weather/domain/weather/temperature';
import { t } from '@lingui/core/macro';
import { conditionInWords } from './condition';
import { createRemembered } from '../remembered';
import { useStore } from '../store';
import { numberInWords } from '../language/formats';

/**
 * The regions where weather is given in degrees Fahrenheit: Unicode CLDR 47, `unitPreferences` of the category
 * `temperature` with the usage `weather`
 * (https://github.com/unicode-org/cldr/blob/release-47/common/supplemental/units.xml).
 */
const IN_FAHRENHEIT = new Set(['BS', 'BZ', 'KY', 'PR', 'PW', 'US']);

const chosenUnit = createRemembered<TemperatureUnit>(
  'inner-weather.temperature',
  (text) => TEMPERATURE_UNITS.find((unit) => unit === text) ?? usualUnit(navigator.languages),
  (unit) => unit,
);

/** The unit that the user chose on this device, or else that of the browser's region. */
export function useTemperatureUnit(): TemperatureUnit {
  return useStore(chosenUnit);
}

export const setTemperatureUnit = chosenUnit.set;

/** The weather of an entry as this device shows it: words, and the temperature if it is known. */
export function useWeatherInWords({
  weatherData,
  temperature: celsius,
}: {
  weatherData: string;
  /** Degrees Celsius. */
  temperature?: number;
}): string {
  const unit = useTemperatureUnit();
  const condition = conditionInWords(weatherData);
  if (!condition || celsius === undefined) return condition;
  const temperature = temperatureInWords(celsius, unit);
  return t({ message: `${condition}, ${temperature}`, comment: 'The weather: Light rain, 12 °C' });
}

/** A temperature in whole degrees. The no-break space keeps a number and its unit on one line. */
function temperatureInWords(celsius: number, unit: TemperatureUnit): string {
  // Adding 0 turns -0 into 0.
  const inWhole = (degrees: number) => numberInWords(Math.round(degrees) + 0);
  if (unit === 'celsius') {
    const degrees = inWhole(celsius);
    return t`${degrees}\u00a0°C`;
  }
  const degrees = inWhole(celsius * 1.8 + 32);
  return t`${degrees}\u00a0°F`;
}

/**
 * The usual unit in the region of the first language that has a region; Celsius if none has one.
 * @param languages as in `navigator.languages`, the preferred one first
 */
export function usualUnit(languages: readonly string[]): TemperatureUnit {
  const region = languages.map(regionOf).find((one) => one !== undefined);
  return region !== undefined && IN_FAHRENHEIT.has(region) ? 'fahrenheit' : 'celsius';
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}
