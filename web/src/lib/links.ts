/** The only addresses outside this origin that the UI names; nothing is loaded from them. */
export const OPEN_METEO_URL = 'https://open-meteo.com/';
export const WEATHER_API_URL = 'https://www.weatherapi.com/';
