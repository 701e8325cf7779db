import { temperatureInWords, weatherInWords } from './temperature.js';

/** As it is read: no line ends between the number and the unit. */
const words = (text: string) => text.replaceAll(' ', '\u00a0');

describe('a temperature in words', () => {
  it.each([
    [12, '12 °C', '54 °F'],
    [0, '0 °C', '32 °F'],
    [-40, '-40 °C', '-40 °F'],
    [37.7, '38 °C', '100 °F'],
    [21.5, '22 °C', '71 °F'],
    [-17.8, '-18 °C', '0 °F'],
    [-0.4, '0 °C', '31 °F'],
    [-0.5, '0 °C', '31 °F'],
    [-0.6, '-1 °C', '31 °F'],
    [-18, '-18 °C', '0 °F'],
    [-17.9, '-18 °C', '0 °F'],
  ])('%d is in whole degrees: %s, %s', (celsius, inCelsius, inFahrenheit) => {
    expect(temperatureInWords(celsius, 'celsius')).toBe(words(inCelsius));
    expect(temperatureInWords(celsius, 'fahrenheit')).toBe(words(inFahrenheit));
  });

  it('stands after the condition', () => {
    const weather = { weatherData: 'Light rain', temperature: 12.4 };
    expect(weatherInWords(weather, 'celsius')).toBe(`Light rain, ${words('12 °C')}`);
    expect(weatherInWords(weather, 'fahrenheit')).toBe(`Light rain, ${words('54 °F')}`);
  });

  it('is not said where it is not known, and never without a condition', () => {
    expect(weatherInWords({ weatherData: 'Fog' }, 'celsius')).toBe('Fog');
    expect(weatherInWords({ weatherData: '', temperature: 3 }, 'celsius')).toBe('');
  });
});
