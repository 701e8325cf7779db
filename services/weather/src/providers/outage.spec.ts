import { jest } from '@jest/globals';
import { Outage } from './outage.js';

describe('an outage', () => {
  let now = 1_000_000;

  beforeEach(() => {
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });

  afterEach(() => jest.restoreAllMocks());

  it('allows all attempts before it begins and after it has ended', () => {
    const outage = new Outage(30_000);
    expect([outage.mayTry(), outage.mayTry()]).toEqual([true, true]);
    outage.began();
    expect(outage.mayTry()).toBe(false);
    outage.ended();
    expect([outage.mayTry(), outage.mayTry()]).toEqual([true, true]);
  });

  it('lets one of many try in each pause', () => {
    const outage = new Outage(30_000);
    outage.began();
    const attempts = Array.from({ length: 600 }, () => {
      now += 1_000;
      return [outage.mayTry(), outage.mayTry(), outage.mayTry()].filter(Boolean).length;
    });
    expect(Math.max(...attempts)).toBe(1);
    expect(attempts.filter(Boolean)).toHaveLength(20);
  });
});
