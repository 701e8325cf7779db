import { jest } from '@jest/globals';
import { forgetAtRest, giveMemoryBackAtRest } from './memory-at-rest.js';

/** The time between two looks. */
const A_LOOK_MS = 5_000;

describe('memory at rest', () => {
  let usedMs = 0;
  const giveBack = jest.fn(() => {
    usedMs += 200;
  });

  const forAWhile = (workMs: number): void => {
    usedMs += workMs;
    jest.advanceTimersByTime(A_LOOK_MS);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    giveBack.mockClear();
    usedMs = 2_000;
    jest.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: usedMs * 1_000, system: 0 }));
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is given back twice when the process rests after its start, and not again while it does nothing', () => {
    giveMemoryBackAtRest(giveBack);
    for (let look = 0; look < 10; look++) forAWhile(50);
    expect(giveBack).toHaveBeenCalledTimes(2);
  });

  it('is never given back while the process works, but when it has worked', () => {
    giveMemoryBackAtRest(giveBack);
    for (let look = 0; look < 10; look++) forAWhile(3_000);
    expect(giveBack).not.toHaveBeenCalled();
    forAWhile(50);
    expect(giveBack).toHaveBeenCalledTimes(1);
    forAWhile(200);
    for (let look = 0; look < 10; look++) forAWhile(50);
    expect(giveBack).toHaveBeenCalledTimes(3);
  });

  it('is given back after what was kept only to be quick is forgotten', () => {
    const forget = jest.fn(() => expect(giveBack).not.toHaveBeenCalled());
    forgetAtRest(forget);
    giveMemoryBackAtRest(giveBack);
    forAWhile(3_000);
    expect(forget).not.toHaveBeenCalled();
    forAWhile(50);
    expect(forget).toHaveBeenCalledTimes(1);
    expect(giveBack).toHaveBeenCalledTimes(1);
  });
});
