import { toLocalText } from '@inner-weather/domain/time/local-time';
import { zoneOf } from './zone-of.js';

describe('the time zone of an entry that has an offset', () => {
  it.each([
    ['2026-07-01T10:00:00.000+02:00', 'Europe/Berlin', 'Europe/Berlin'],
    ['2026-01-01T10:00:00.000+02:00', 'Europe/Berlin', 'Etc/GMT-2'],
    ['2026-01-01T10:00:00.000+02:00', undefined, 'Etc/GMT-2'],
    ['2026-01-01T10:00:00.000-05:00', undefined, 'Etc/GMT+5'],
    ['2026-01-01T10:00:00.000+14:00', undefined, 'Etc/GMT-14'],
    ['2026-01-01T10:00:00.000Z', undefined, 'Etc/UTC'],
    ['2026-01-01T10:00:00.000+05:45', undefined, 'Asia/Kathmandu'],
    ['2026-01-01T10:00:00.000-03:30', undefined, 'America/St_Johns'],
    ['2026-07-01T10:00:00.000-03:30', undefined, 'GMT-0330'],
    ['2026-01-01T10:00:00.000+07:51', undefined, 'GMT+0751'],
    ['2026-01-01T10:00:00.000-13:00', undefined, 'GMT-1300'],
  ])('%s, in an account of %s: %s', (time, preferred, zone) => {
    expect(zoneOf(time, preferred)).toBe(zone);
  });

  it('has the clocks of the entry, for each whole hour', () => {
    const moment = Date.parse('2026-03-29T01:30:00Z');
    for (let hours = -12; hours <= 14; hours += 1) {
      const time = toLocalText(moment, hours * 60);
      const clock = new Date(moment).toLocaleString('sv-SE', { timeZone: zoneOf(time) });
      expect(clock).toBe(time.slice(0, 19).replace('T', ' '));
    }
  });
});
