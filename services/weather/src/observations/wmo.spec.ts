import { conditionOf } from '@inner-weather/domain/weather/conditions';
import { LIMITS } from '@inner-weather/domain/limits';
import { wmoText } from './wmo.js';

/** Every code of "WMO Weather interpretation codes" in Open-Meteo's documentation. */
const DOCUMENTED = [
  0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
];

describe('the words for WMO codes', () => {
  it('are there for every code that Open-Meteo documents, and tell each from the others', () => {
    const words = DOCUMENTED.map(wmoText);
    expect(words.filter((text) => /\d/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(DOCUMENTED.length);
  });

  it('have a name in every language', () => {
    expect([...DOCUMENTED, 42].map(wmoText).filter((words) => !conditionOf(words))).toEqual([]);
  });

  it('make nothing up for a code outside the table', () => {
    expect(wmoText(42)).toBe('Weather code 42');
    expect(wmoText(-1)).toBe('Weather code -1');
    expect(wmoText(1e300).length).toBeLessThanOrEqual(LIMITS.weatherMax);
  });
});
