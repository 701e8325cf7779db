/** The units for display. Temperatures are sent and stored in degrees Celsius. */
export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const;

export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

const SIGNS: Record<TemperatureUnit, string> = { celsius: '°C', fahrenheit: '°F' };

/**
 * Formats a temperature in whole degrees: `12 °C`, `54 °F`.
 * @param celsius degrees Celsius
 * @param locale whose digits it has
 */
export function temperatureInWords(celsius: number, unit: TemperatureUnit, locale = 'en'): string {
  const degrees = unit === 'celsius' ? celsius : celsius * 1.8 + 32;
  // Without -0. The no-break space keeps a number and its unit on one line.
  return `${(Math.round(degrees) || 0).toLocaleString(locale)}\u00a0${SIGNS[unit]}`;
}

/**
 * Formats the weather of an entry: `Light rain, 12 °C`. Without a temperature the text is only the condition, and
 * without a condition it is empty.
 * @param weather its temperature is in degrees Celsius
 */
export function weatherInWords(
  { weatherData, temperature }: { weatherData: string; temperature?: number },
  unit: TemperatureUnit,
): string {
  if (!weatherData || temperature === undefined) return weatherData;
  return `${weatherData}, ${temperatureInWords(temperature, unit)}`;
}
