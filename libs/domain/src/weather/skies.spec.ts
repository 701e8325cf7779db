import { WEATHER_UNAVAILABLE } from './weather-unavailable.js';
import { skyOf, weatherKindOf } from './skies.js';

describe('the kind of weather', () => {
  it.each([
    ['Sunny', 'clear'],
    ['Mainly clear', 'clear'],
    ['Fair', 'clear'],
    ['Overcast', 'cloudy'],
    ['Depositing rime fog', 'fog'],
    ['Smoke', 'fog'],
    ['Smog', 'fog'],
    ['Blowing dust', 'fog'],
    ['Patchy rain with mist', 'rain'],
    ['Downpour', 'rain'],
    ['Thundery outbreaks with snow', 'storm'],
    ['Squalls', 'storm'],
    ['Snow flurries', 'snow'],
  ])('%s is %s', (condition, kind) => {
    expect([skyOf(condition), weatherKindOf(condition)]).toEqual([kind, kind]);
  });

  it.each(['Leichter Regen', 'Windy', 'ciel dégagé', '小雨', 'Weather code 42', 'Fairies', '?'])(
    '%s is in other words: it counts, and is none that could be drawn',
    (condition) => {
      expect([skyOf(condition), weatherKindOf(condition)]).toEqual([undefined, 'other']);
    },
  );

  it.each(['', '  ', WEATHER_UNAVAILABLE.message, ` ${WEATHER_UNAVAILABLE.message}`])(
    '%j is no weather',
    (condition) => {
      expect([skyOf(condition), weatherKindOf(condition)]).toEqual([undefined, undefined]);
    },
  );
});
