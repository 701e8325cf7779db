import { parseConfig } from '@inner-weather/platform/config';
import { WeatherConfig } from './config.js';

const AMQP_URL = 'amqp://127.0.0.1';

describe('the configuration of weather', () => {
  it('has the real providers, no key and five seconds for a look-up unless the environment says otherwise', () => {
    const config = parseConfig(WeatherConfig, { AMQP_URL, WEATHER_API_KEY: '' });
    expect(config).toMatchObject({
      WEATHER_API_URL: 'https://api.weatherapi.com/v1',
      OPEN_METEO_URL: 'https://api.open-meteo.com/v1',
      OPEN_METEO_GEOCODING_URL: 'https://geocoding-api.open-meteo.com/v1',
      WEATHER_TIMEOUT_MS: 5_000,
    });
    expect(config.WEATHER_API_KEY).toBeUndefined();
  });

  it('takes loopback servers and numbers', () => {
    const config = parseConfig(WeatherConfig, {
      AMQP_URL,
      WEATHER_API_KEY: 'k',
      WEATHER_API_URL: 'http://127.0.0.1:8080/v1',
      WEATHER_TIMEOUT_MS: '250',
    });
    expect(config).toMatchObject({
      WEATHER_API_KEY: 'k',
      WEATHER_API_URL: 'http://127.0.0.1:8080/v1',
      WEATHER_TIMEOUT_MS: 250,
    });
  });

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
