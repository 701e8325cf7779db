import { Logger as NestLog } from '@nestjs/common';
import { pino } from 'pino';
import { currentService, newContext, perService, runAsService, runInContext } from './context.js';
import { NestLogger } from './logging.js';
import { counter, createMetrics, registry } from './metrics.js';
import { startSpan, tracingIsOn, traceWith } from './telemetry/spans.js';

const shared = counter({ name: 'shared_total', help: 'In all services', labelNames: ['what'] as const });
const own = counter({ name: 'own_total', help: 'Of one service' }, { of: 'journal' });
const letters = perService((): string[] => []);

/** Work of a service that goes on after it was started, as a server's does. */
const later = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(runInContext(newContext(), work)), 1));

describe('two services in one process', () => {
  it('each have what perService makes, whatever request their work is part of', async () => {
    const run = (service: string) =>
      runAsService(service, async () => {
        letters().push(service);
        await later(() => letters().push(currentService()));
        return letters();
      });
    expect(await Promise.all([run('auth'), run('journal')])).toEqual([
      ['auth', 'auth'],
      ['journal', 'journal'],
    ]);
  });

  it('count apart, and list what they have not counted yet', async () => {
    const run = (service: string, times: number) =>
      runAsService(service, async () => {
        createMetrics();
        await later(() => shared().inc({ what: 'x' }, times));
        return registry().metrics();
      });
    const [auth, journal] = await Promise.all([run('auth', 1), run('journal', 2)]);
    expect(auth).toContain('shared_total{what="x"} 1');
    expect(journal).toContain('shared_total{what="x"} 2');
    expect(journal).toContain('own_total 0');
    expect(auth).not.toContain('own_total');
    expect([auth, journal].filter((text) => text.includes('process_cpu_seconds_total'))).toHaveLength(1);
    runAsService('journal', () => own().inc());
  });

  it('log through the one logger of Nest, each in its own name', async () => {
    const lines: string[] = [];
    const run = (service: string) =>
      runAsService(service, () => {
        NestLog.overrideLogger(
          new NestLogger(pino({ base: { service } }, { write: (line: string) => void lines.push(line) })),
        );
        return later(() => new NestLog('Test').log(`of ${service}`));
      });
    await Promise.all([run('auth'), run('journal')]);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ service: 'auth', msg: 'of auth' }),
      expect.objectContaining({ service: 'journal', msg: 'of journal' }),
    ]);
  });

  it('trace with their own tracer, or not at all', async () => {
    const names: string[] = [];
    const run = (service: string, isTraced: boolean) =>
      runAsService(service, async () => {
        const span = startSpan('before', { kind: 'internal' });
        if (isTraced) {
          traceWith((name) => {
            names.push(`${service}: ${name}`);
            return span;
          });
        }
        await later(() => startSpan('work', { kind: 'internal' }));
        return tracingIsOn();
      });
    expect(await Promise.all([run('auth', true), run('journal', false)])).toEqual([true, false]);
    expect(names).toEqual(['auth: work']);
  });
});
