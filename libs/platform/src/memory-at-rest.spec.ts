import { jest } from '@jest/globals';
import { giveMemoryBackAtRest } from './memory-at-rest.js';

/** The time between two looks. */
const A_LOOK_MS = 10_000;

describe('memory at rest', () => {
  let usedMs = 0;
  const giveBack = jest.fn();

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

  it('is given back once when the process rests after its start, and not again while it does nothing', () => {
    giveMemoryBackAtRest(giveBack);
    forAWhile(10);
    expect(giveBack).toHaveBeenCalledTimes(1);
    for (let look = 0; look < 10; look++) forAWhile(10);
    expect(giveBack).toHaveBeenCalledTimes(1);
  });

  it('is never given back while the process works, but once when it has worked', () => {
    giveMemoryBackAtRest(giveBack);
    for (let look = 0; look < 10; look++) forAWhile(3_000);
    expect(giveBack).not.toHaveBeenCalled();
    forAWhile(10);
    forAWhile(10);
    expect(giveBack).toHaveBeenCalledTimes(1);
  });
});
