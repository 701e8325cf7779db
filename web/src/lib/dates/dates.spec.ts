import { jest } from '@jest/globals';
import { ana, tokenOf } from '../../../test/builders';
import { openSession, sessionStore } from '../api/session';
import {
  clockInWords,
  dateAt,
  dateOf,
  dayOfMomentInWords,
  minuteInWords,
  momentInWords,
  placedThere,
  rangeInWords,
} from './dates';
import { dayInDigits } from './calendar';
import { hourNow } from './zone';

describe('dates', () => {
  it('are written as a range, or as a single day', () => {
    expect(rangeInWords('2026-11-14', '2026-11-21')).toMatch(/^14\s–\s21 Nov 2026$/u);
    expect(rangeInWords('2026-11-21', '2026-11-21')).toBe('21 Nov 2026');
    expect(rangeInWords('soon', 'later')).toBe('soon – later');
  });

  it("are written as the reader's language does, in the calendar of the journal", () => {
    const { lang } = document.documentElement;
    const { languages } = navigator;
    try {
      document.documentElement.lang = 'ar';
      Object.defineProperty(navigator, 'languages', { value: ['ar-SA'], configurable: true });
      expect(minuteInWords('2026-03-02T00:30:00.000+09:00')).toMatch(/2 مارس 2026.*12:30/);
      document.documentElement.lang = 'de';
      expect(minuteInWords('2026-03-02T00:30:00.000+09:00')).toBe('2. März 2026, 00:30');
      document.documentElement.lang = 'zh-Hans';
      expect([minuteInWords('2026-03-02T00:30:00.000+09:00'), dayInDigits('2026-03-20')]).toEqual([
        '2026年3月2日 00:30',
        '20',
      ]);
    } finally {
      document.documentElement.lang = lang;
      Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
    }
  });

  it.each([
    ['Pacific/Kiritimati', '2 Mar 2026', '02:30', '2026-03-02T02:30:00.000+14:00', 2],
    ['Pacific/Honolulu', '1 Mar 2026', '02:30', '2026-03-01T02:30:00.000-10:00', 2],
  ])('are those of the account’s time zone, wherever the browser is: %s', (zone, day, clock, date, hour) => {
    const moment = Date.parse('2026-03-01T12:30:00Z');
    const before = sessionStore.get();
    jest.useFakeTimers({ now: moment });
    try {
      sessionStore.set({ status: 'authenticated', user: { ...ana, timeZone: zone }, token: '' });
      const iso = new Date(moment).toISOString();
      expect([dayOfMomentInWords(iso), clockInWords(moment)]).toEqual([day, clock]);
      expect(momentInWords(iso)).toBe(`${day}, ${clock}`);
      expect([dateAt(moment), hourNow()]).toEqual([date, hour]);
    } finally {
      sessionStore.set(before);
      jest.useRealTimers();
    }
  });

  it.each([
    // Written in another time zone: the entry keeps that offset.
    ['2026-03-02T00:30:00.000+09:00', '2026-03-02T01:15', '2026-03-02T01:15:00.000+09:00'],
    // Written in the user's own time zone: the offset follows daylight saving.
    ['2026-10-25T02:30:00.000+01:00', '2026-07-01T08:00', '2026-07-01T08:00:00.000+02:00'],
    ['2026-10-25T02:30:00.000+02:00', '2026-10-25T02:40', '2026-10-25T02:40:00.000+02:00'],
  ])('move an entry of %s to %s in its own time zone', (createdAt, minute, date) => {
    openSession(tokenOf({ ...ana, timeZone: 'Europe/Berlin' }));
    expect(dateOf(placedThere(minute, createdAt))).toBe(date);
  });
});
