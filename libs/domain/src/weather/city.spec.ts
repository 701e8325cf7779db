import { normaliseCity, weatherKeyOf } from './city.js';

describe('normaliseCity', () => {
  it.each([
    [' Porto ', 'porto'],
    ['PORTO', 'Porto'],
    ['New\u00a0York', 'new  york'],
    ['M\u00fcnchen', 'mu\u0308nchen'],
  ])('takes %j and %j for one city', (a, b) => {
    expect(normaliseCity(a)).toBe(normaliseCity(b));
  });

  it('keeps cities apart that only look alike', () => {
    expect(normaliseCity('Porto')).not.toBe(normaliseCity('Pôrto'));
  });
});

describe('weatherKeyOf', () => {
  const noon = new Date('2026-11-01T12:00:00.001Z');

  it('names city and moment', () => {
    expect(weatherKeyOf(' Porto', noon)).toBe('porto@2026-11-01T12:00:00.001Z');
  });

  it('differs by a millisecond, and by the city', () => {
    expect(weatherKeyOf('Porto', new Date(noon.getTime() + 1))).not.toBe(weatherKeyOf('Porto', noon));
    expect(weatherKeyOf('Lisbon', noon)).not.toBe(weatherKeyOf('Porto', noon));
  });
});
