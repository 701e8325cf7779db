/** In what a temperature is shown. It is sent and stored in degrees Celsius only. */
export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const;

export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

const SIGNS: Record<TemperatureUnit, string> = { celsius: '°C', fahrenheit: '°F' };

/**
 * A temperature to read, in whole degrees: `12 °C`, `54 °F`.
 * @param celsius degrees Celsius
 */
export function temperatureInWords(celsius: number, unit: TemperatureUnit): string {
  const degrees = unit === 'celsius' ? celsius : celsius * 1.8 + 32;
  // A template writes -0 as 0. No line ends between a number and its unit.
  return `${Math.round(degrees)}\u00a0${SIGNS[unit]}`;
}

/**
 * The weather of an entry to read: `Light rain, 12 °C`. Without a temperature only the words, and without words nothing.
 * @param weather its temperature is in degrees Celsius
 */
export function weatherInWords(
  { weatherData, temperature }: { weatherData: string; temperature?: number },
  unit: TemperatureUnit,
): string {
  if (!weatherData || temperature === undefined) return weatherData;
  return `${weatherData}, ${temperatureInWords(temperature, unit)}`;
}
