import { jest } from '@jest/globals';
import { pino } from 'pino';
import { createServer } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { boot, stopOnSignal } from './bootstrap.js';
import { ServiceConfig } from './config.js';
import { HealthRegistry } from './health.js';

const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);

describe('a process that starts', () => {
  const freePort = (): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
    });

  it('is not ready before it consumes and serves, though every check passes', async () => {
    const registry = new HealthRegistry();
    const app = { get: () => registry, close: () => Promise.resolve() } as unknown as INestApplicationContext;
    const port = await freePort();
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
    let start = (): void => undefined;
    const start$ = new Promise<void>((resolve) => (start = resolve));
    const { started, stop } = await boot(
      {
        name: 'journal',
        Config: ServiceConfig,
        create: () => Promise.resolve(app),
        start: () => start$,
      },
      { AMQP_URL: 'amqp://127.0.0.1', ADMIN_PORT: String(port), LOG_LEVEL: 'silent' },
    );
    expect(await ready()).toBe(503);
    start();
    await started;
    expect(await ready()).toBe(200);
    await stop();
    await expect(ready()).rejects.toThrow('fetch failed');
  });
});

describe('a process that is told to stop', () => {
  const WITHIN_MS = 20_000;

  beforeEach(() => {
    jest.useFakeTimers();
    exit.mockClear();
  });

  afterEach(() => {
    process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
    jest.useRealTimers();
  });

  const stopOn = async (stop: () => Promise<void>): Promise<void> => {
    stopOnSignal(pino({ level: 'silent' }), WITHIN_MS, stop);
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(WITHIN_MS - 1);
  };

  it('stops once, and ends', async () => {
    const stop = jest.fn(() => Promise.resolve());
    await stopOn(stop);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls[0]).toEqual([0]);
  });

  it('ends when it cannot stop', async () => {
    await stopOn(() => Promise.reject(new Error('gone')));
    expect(exit.mock.calls[0]).toEqual([1]);
  });

  it('ends at the deadline when something never closes', async () => {
    await stopOn(() => new Promise(() => undefined));
    expect(exit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });
});
