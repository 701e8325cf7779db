/*
 * With the author's page, to which the footer links, these are the only addresses outside this origin that the UI names.
 * Nothing is loaded from them.
 */

/** The names and pages of the weather providers, which their terms want to be credited. */
export const WEATHER_CREDITS = {
  'open-meteo': { name: 'Open-Meteo.com', url: 'https://open-meteo.com/' },
  weatherapi: { name: 'WeatherAPI.com', url: 'https://www.weatherapi.com/' },
} as const;

/**
 * A file of the repository as it was in a version, beside the author's other code.
 * @param authorUrl AUTHOR_URL of the installation
 * @param version undefined where it is not known: the newest
 * @param path such as `docs/security.md#if-you-run-it`
 */
export const fileOfVersion = (authorUrl: string, version: string | undefined, path: string): string =>
  `${authorUrl.replace(/\/+$/, '')}/inner-weather/blob/${version ? `v${version}` : 'HEAD'}/${path}`;
