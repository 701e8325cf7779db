import { retryAfterMs } from './retry-after';

const NOW = 'Fri, 27 Nov 2026 08:00:00 GMT';
const bounds = { otherwise: 60_000, max: 3_600_000 };
const waitOf = (value?: string, date: string | undefined = NOW) =>
  retryAfterMs(new Headers({ ...(value !== undefined && { 'Retry-After': value }), Date: date }), bounds);

describe('the time that an answer asks to wait', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 5 ', 5_000],
    ['Fri, 27 Nov 2026 08:30:00 GMT', 1_800_000],
    ['Friday, 27-Nov-26 08:30:00 GMT', 1_800_000],
    ['Fri Nov 27 08:30:00 2026', 1_800_000],
    ['Fri, 27 Nov 2026 07:00:00 GMT', 0],
  ])('is read from seconds and from each form of a date (%s)', (value, ms) => {
    expect(waitOf(value)).toBe(ms);
  });

  it.each([undefined, '', 'soon', '-5', 'NaN', 'Infinity', '1e9', 'Fri, someday', '2026-11-27'])(
    'has a default where nothing can be read (%s)',
    (value) => {
      expect(waitOf(value)).toBe(bounds.otherwise);
    },
  );

  it.each(['86400', '9'.repeat(400), 'Fri, 27 Nov 2099 08:00:00 GMT'])('is bounded (%s)', (value) => {
    expect(waitOf(value)).toBe(bounds.max);
  });

  it('is counted by the clock of this device if the answer has no date', () => {
    const inAnHour = new Date(Date.now() + 1_800_000).toUTCString();
    const ms = retryAfterMs(new Headers({ 'Retry-After': inAnHour }), bounds);
    expect(Math.abs(ms - 1_800_000)).toBeLessThan(10_000);
  });
});
