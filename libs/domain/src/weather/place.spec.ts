import { coordinatesOf, PLACE_MAX, PLACE_PATTERN, placeAt } from './place.js';

describe('a place', () => {
  it.each([
    [41.14961, -8.61099, 'geo:41.15,-8.61'],
    [0, 0, 'geo:0,0'],
    [-0.001, 180, 'geo:0,180'],
    [-90, -179.999, 'geo:-90,-180'],
    [5, 100.5, 'geo:5,100.5'],
  ])('at %d, %d is %s, and back', (latitude, longitude, place) => {
    expect(placeAt({ latitude, longitude })).toBe(place);
    expect(place).toMatch(PLACE_PATTERN);
    expect(placeAt(coordinatesOf(place))).toBe(place);
  });

  it('that is more exact than the weather is rounded', () => {
    expect(coordinatesOf('geo:41.149612,-8.610987')).toEqual({ latitude: 41.15, longitude: -8.61 });
    expect('geo:-89.123456,-179.123456'.length).toBeLessThanOrEqual(PLACE_MAX);
  });

  it.each([
    '41.15,-8.61',
    'geo:',
    'geo:91,0',
    'geo:90.1,0',
    'geo:0,181',
    'geo:0,180.1',
    'geo:041,0',
    'geo:1,2,3',
    'geo:1,2;u=35',
    'geo:1.1234567,2',
    'geo: 1,2',
    'geo:1e1,2',
    ' geo:1,2',
    'geo:1,2\n',
    'GEO:1,2',
  ])('is not written %j', (text) => {
    expect(text).not.toMatch(PLACE_PATTERN);
  });
});
