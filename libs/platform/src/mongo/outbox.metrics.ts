import type { Model } from 'mongoose';
import { Gauge } from 'prom-client';
import type { WithOutbox } from './outbox.js';

/** Asked when Prometheus asks: on MongoDB the sparse index answers, the embedded database scans. */
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

/** Begins to report the outbox of a collection; the answer ends it. */
export function reportOutbox(model: Model<WithOutbox>): () => void {
  models.add(model);
  return () => models.delete(model);
}

let underWay: Promise<void> | undefined;

/** One look for both gauges: either one that did not wait for it would tell of the scrape before. */
function collectAll(): Promise<void> {
  underWay ??= Promise.all([...models].map(collect)).then(() => {
    underWay = undefined;
  });
  return underWay;
}

async function collect(model: Model<WithOutbox>): Promise<void> {
  const collection = model.collection.name;
  try {
    // Tombstones wait for their time with an empty outbox: they are no backlog.
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
