import { parseConfig } from '@inner-weather/platform/config';
import { WeatherConfig } from './config.js';

const AMQP_URL = 'amqp://127.0.0.1';

describe('the configuration of weather', () => {
  it.each([
    ['WEATHER_API_URL', 'not-an-address'],
    ['WEATHER_API_URL', 'ftp://weather.example'],
    ['OPEN_METEO_URL', '//weather.example'],
    ['OPEN_METEO_GEOCODING_URL', 'weather.example/v1'],
    ['WEATHER_TIMEOUT_MS', '49'],
    ['WEATHER_TIMEOUT_MS', '60001'],
    ['WEATHER_TIMEOUT_MS', 'soon'],
    ['RETRY_DELAY_FACTOR', '-7'],
  ])('names %s, and not its value %s, when it is bad', (name, value) => {
    const parse = () => parseConfig(WeatherConfig, { AMQP_URL, [name]: value });
    expect(parse).toThrow(name);
    expect(parse).not.toThrow(value);
  });
});
