import type { Model } from 'mongoose';
import { Gauge } from 'prom-client';
import type { WithOutbox } from './outbox.js';

/** Queried only when Prometheus asks: MongoDB uses the sparse index, but the embedded database scans. */
const models = new Set<Model<WithOutbox>>();

const waiting = new Gauge({
  name: 'outbox_documents',
  help: 'Documents whose events have not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

const oldest = new Gauge({
  name: 'outbox_oldest_age_seconds',
  help: 'Age of the oldest event that has not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

/** Reports the outbox of a collection until the function that it answers is called. */
export function reportOutbox(model: Model<WithOutbox>): () => void {
  models.add(model);
  return () => models.delete(model);
}

let running: Promise<void> | undefined;

/** One query for both gauges. Both wait for it; otherwise one would show the values of the scrape before. */
function collectAll(): Promise<void> {
  running ??= Promise.all([...models].map(collect)).then(() => {
    running = undefined;
  });
  return running;
}

async function collect(model: Model<WithOutbox>): Promise<void> {
  const collection = model.collection.name;
  try {
    // Tombstones are not counted: they wait for their time with an empty outbox.
    const due = await model
      .find({ outboxNextAt: { $exists: true }, removeAt: { $exists: false } }, { outbox: 1 })
      .limit(1_000)
      .lean();
    const times = due.flatMap(({ outbox }) => Object.values(outbox ?? {}).map((event) => event.at.getTime()));
    waiting.set({ collection }, due.length);
    oldest.set({ collection }, times.length > 0 ? (Date.now() - Math.min(...times)) / 1_000 : 0);
  } catch {
    waiting.set({ collection }, Number.NaN);
    oldest.set({ collection }, Number.NaN);
  }
}
