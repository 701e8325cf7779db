/**
 * The names and pages of the weather providers, which their terms want to be credited. These are the only addresses
 * outside this origin that the UI names; nothing is loaded from them.
 */
export const WEATHER_CREDITS = {
  'open-meteo': { name: 'Open-Meteo.com', url: 'https://open-meteo.com/' },
  weatherapi: { name: 'WeatherAPI.com', url: 'https://www.weatherapi.com/' },
} as const;
