import { jest } from '@jest/globals';
import { pino } from 'pino';
import { stopOnSignal } from './bootstrap.js';

describe('a process that is told to stop', () => {
  const WITHIN_MS = 20_000;
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);

  beforeEach(() => {
    jest.useFakeTimers();
    exit.mockClear();
  });

  afterEach(() => {
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
    jest.useRealTimers();
  });

  const told = async (stop: () => Promise<void>): Promise<void> => {
    stopOnSignal(pino({ level: 'silent' }), WITHIN_MS, stop);
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(WITHIN_MS - 1);
  };

  it('stops once, and ends', async () => {
    const stop = jest.fn(() => Promise.resolve());
    await told(stop);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls[0]).toEqual([0]);
  });

  it('ends when it cannot stop', async () => {
    await told(() => Promise.reject(new Error('gone')));
    expect(exit.mock.calls[0]).toEqual([1]);
  });

  it('ends in time when something never closes', async () => {
    await told(() => new Promise(() => undefined));
    expect(exit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });
});
