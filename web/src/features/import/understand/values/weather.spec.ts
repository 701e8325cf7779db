import { conditionOf } from '@inner-weather/domain/weather/conditions';
import { conditionOfCode, conditionOfIcon, weatherOfLine } from './weather';

describe('a code in English words', () => {
  it.each([
    ['rain', 'Light Rain and Windy', 'Light rain'],
    ['rain', 'Leichter Regen', 'Moderate rain'],
    ['rain-night', '', 'Moderate rain'],
    ['clear', 'Klar', 'Clear'],
    ['clear-night', 'Mostly Clear', 'Mainly clear'],
    ['fair', 'Mostly Sunny', 'Mainly clear'],
    ['mostly-cloudy-night', 'Überwiegend bewölkt', 'Cloudy'],
    ['partly-cloudy', 'Partly Cloudy', 'Partly cloudy'],
    ['cloudy', '', 'Cloudy'],
    ['fog', 'Brouillard', 'Fog'],
    ['snow', 'Heavy Snow', 'Heavy snow'],
    ['snow-showers', '', 'Light snow showers'],
    ['sleet', '', 'Light sleet'],
    ['t-storms', '', 'Thunderstorm'],
    ['thunderstorms-day', 'Rain', 'Thunderstorm'],
    ['haze', 'Haze', 'Haze'],
    ['rainLight', '', 'Light rain'],
  ])('%s with %j is %s', (code, words, condition) => {
    expect(conditionOfCode(code, words)).toBe(condition);
  });

  it.each([
    ['', 'Teilweise bewölkt'],
    ['wind', 'Bruine verglaçante'],
    ['wind', 'Windy'],
  ])('%j with %j stays as it is', (code, words) => {
    expect(conditionOfCode(code, words)).toBe(words);
  });
});

describe('an icon of OpenWeather', () => {
  it.each([
    ['01d', 800, 'Clear sky', 'Clear sky'],
    ['01n', 0, 'Klarer Himmel', 'Clear sky'],
    ['10n', -1, 'leichter Regen', 'Moderate rain'],
    ['10n', 500, '小雨', 'Light rain'],
    ['10n', 800, 'Heavy rain', 'Heavy rain'],
    ['04d', 804, '', 'Overcast'],
    ['11d', 211, '', 'Thunderstorm'],
    ['13d', 600, '', 'Light snow'],
    ['50d', 741, '', 'Fog'],
    ['partly-cloudy-night', undefined, '', 'Partly cloudy'],
    ['99d', 12, 'Foehn', 'Foehn'],
    ['', undefined, 'Light rain', 'Light rain'],
  ])('%s with %s and %j is %s', (icon, id, words, condition) => {
    expect(conditionOfIcon(icon, id, words)).toBe(condition);
  });
});

describe('a line with weather', () => {
  it.each([
    ['☀️ Clear, 27°C', 'Clear', 27],
    ['☀️ Klar, 27 °C', 'Sunny', 27],
    ['🌧️ Pluie légère, −3,5°C', 'Moderate rain', -3.5],
    ['Windig, -3 °C', 'Windig', -3],
    ['19.5°C, Haze', 'Haze', 19.5],
    ['🌤️ Mostly sunny, 50°F', 'Mainly clear', 10],
    ['27°C', '', 27],
    ['Clear', 'Clear', undefined],
    ['', '', undefined],
  ])('%j is %j and %s', (line, text, temperature) => {
    expect(weatherOfLine(line)).toEqual({ text, ...(temperature !== undefined && { temperature }) });
  });
});

it('has only conditions that are known here', () => {
  const codes = [1, 2, 3, 4, 9, 10, 11, 13, 50].map((number) => `${String(number).padStart(2, '0')}d`);
  const ids = Array.from({ length: 900 }, (_, id) => id);
  const words =
    'storm, hail, hail with thunder, snowstorm, blowing snow, dust storm, flurries, ice pellets'.split(', ');
  const kinds = 'freezing drizzle, freezing rain, sleet, snow showers, snow, drizzle, showers, rain'.split(
    ', ',
  );
  const strengths = kinds.flatMap((kind) => [`light ${kind}`, kind, `heavy ${kind}`]);
  const skies = 'freezing fog, fog, mist, smoke, overcast, broken clouds, scattered clouds, few clouds'.split(
    ', ',
  );
  const all = [
    ...codes.flatMap((code) => ids.map((id) => conditionOfIcon(code, id, ''))),
    ...[...words, ...strengths, ...skies].map((code) => conditionOfCode(code, '')),
    ...['☀', '🌙', '🌤', '⛅', '🌥', '☁', '🌦', '🌧', '⛈', '🌨', '❄', '🌫'].map(
      (emoji) => weatherOfLine(emoji).text,
    ),
  ];
  expect(all.filter((condition) => conditionOf(condition)?.message !== condition)).toEqual([]);
});
