import { timeZoneInWords, timeZonesByArea } from './time-zones';

describe('time zones', () => {
  it.each([
    ['Europe/Lisbon', 'Lisbon'],
    ['America/New_York', 'New York'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires, Argentina'],
    ['Asia/Calcutta', 'Kolkata'],
    ['UTC', 'UTC'],
    // With the accents of the browser's own names.
    ['Africa/Sao_Tome', 'São Tomé'],
    ['America/Sao_Paulo', 'São Paulo'],
  ])('%s is %s in words', (zone, words) => {
    expect(timeZoneInWords(zone)).toBe(words);
  });

  it('are grouped by continent, each once and by its current name', () => {
    const areas = new Map(timeZonesByArea('Asia/Kolkata'));
    expect(areas.get('Europe')).toContain('Europe/Kyiv');
    expect(areas.get('Europe')).not.toContain('Europe/Kiev');
    expect(areas.get('Asia')?.filter((zone) => zone === 'Asia/Kolkata')).toHaveLength(1);
    expect(areas.get('Other')).toEqual(['UTC']);
  });

  it('can all be used', () => {
    const zones = timeZonesByArea(undefined).flatMap(([, some]) => some);
    expect(zones.length).toBeGreaterThan(300);
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });
});
