import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import { currentService, perService } from './context.js';

/*
 * Metrics are declared once, in modules, and counted for each service of a process apart: call what a declaration
 * returns to get that of the current service.
 */

const declared: { of?: ServiceName; metric: () => unknown }[] = [];

/** What the current service has counted. */
export const registry = perService(() => new Registry());

let countsProcess = false;

/**
 * Creates all metrics of the current service, so that those that have counted nothing yet are listed, too. Those of the
 * process are listed with the service that it starts first.
 */
export function createMetrics(): void {
  if (!countsProcess) collectDefaultMetrics({ register: registry() });
  countsProcess = true;
  for (const { of, metric } of declared) if (!of || of === currentService()) metric();
}

interface Declaration<Metric> {
  /** The only service that counts this. */
  of?: ServiceName;
  /** What is done to a new one. */
  begin?: (metric: Metric) => void;
}

export function counter<Label extends string>(
  options: CounterConfiguration<Label>,
  declaration?: Declaration<Counter<Label>>,
): () => Counter<Label> {
  return declare((registers) => new Counter({ ...options, registers }), declaration);
}

export function gauge<Label extends string>(
  options: GaugeConfiguration<Label>,
  declaration?: Declaration<Gauge<Label>>,
): () => Gauge<Label> {
  return declare((registers) => new Gauge({ ...options, registers }), declaration);
}

export function histogram<Label extends string>(
  options: HistogramConfiguration<Label>,
  declaration?: Declaration<Histogram<Label>>,
): () => Histogram<Label> {
  return declare((registers) => new Histogram({ ...options, registers }), declaration);
}

function declare<Metric extends object>(
  create: (registers: Registry[]) => Metric,
  { of, begin }: Declaration<Metric> = {},
): () => Metric {
  const metric = perService(() => {
    const made = create([registry()]);
    begin?.(made);
    return made;
  });
  declared.push({ of, metric });
  return metric;
}
