import type { Model } from 'mongoose';
import { Gauge } from 'prom-client';
import type { WithOutbox } from './outbox.js';

/** Queried only when Prometheus scrapes. MongoDB uses the sparse index, but the embedded database scans. */
const models = new Set<Model<WithOutbox>>();

const documentsGauge = new Gauge({
  name: 'outbox_documents',
  help: 'Documents whose events have not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

const ageGauge = new Gauge({
  name: 'outbox_oldest_age_seconds',
  help: 'Age of the oldest event that has not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

/** Reports the outbox of a collection until the returned function is called. */
export function reportOutbox(model: Model<WithOutbox>): () => void {
  models.add(model);
  return () => models.delete(model);
}

let currentCollection: Promise<void> | undefined;

/** One query for both gauges. Both wait for it; otherwise one gauge would show the values of the previous scrape. */
function collectAll(): Promise<void> {
  currentCollection ??= Promise.all([...models].map(collect)).then(() => {
    currentCollection = undefined;
  });
  return currentCollection;
}

async function collect(model: Model<WithOutbox>): Promise<void> {
  const collection = model.collection.name;
  try {
    // Tombstones are excluded: they have `outboxNextAt` with an empty outbox.
    const due = await model
      .find({ outboxNextAt: { $exists: true }, removeAt: { $exists: false } }, { outbox: 1 })
      .limit(1_000)
      .lean();
    const times = due.flatMap(({ outbox }) => Object.values(outbox ?? {}).map((event) => event.at.getTime()));
    documentsGauge.set({ collection }, due.length);
    ageGauge.set({ collection }, times.length > 0 ? (Date.now() - Math.min(...times)) / 1_000 : 0);
  } catch {
    documentsGauge.set({ collection }, Number.NaN);
    ageGauge.set({ collection }, Number.NaN);
  }
}
