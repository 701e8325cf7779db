import type { Model } from 'mongoose';
import { gauge } from '../metrics.js';
import { perService } from '../context.js';
import type { WithOutbox } from './outbox.js';

/** Queried only when Prometheus scrapes. MongoDB uses the sparse index, but the embedded database scans. */
const models = perService(() => new Set<Model<WithOutbox>>());

const documentsGauge = gauge({
  name: 'outbox_documents',
  help: 'Documents whose events have not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

const ageGauge = gauge({
  name: 'outbox_oldest_age_seconds',
  help: 'Age of the oldest event that has not been confirmed yet',
  labelNames: ['collection'] as const,
  collect: collectAll,
});

/** Reports the outbox of a collection until the returned function is called. */
export function reportOutbox(model: Model<WithOutbox>): () => void {
  const own = models();
  own.add(model);
  return () => own.delete(model);
}

const currentCollection = perService((): { run?: Promise<void> } => ({}));

/** One query for both gauges. Both wait for it; otherwise one gauge would show the values of the previous scrape. */
function collectAll(): Promise<void> {
  const current = currentCollection();
  current.run ??= Promise.all([...models()].map(collect)).then(() => {
    current.run = undefined;
  });
  return current.run;
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
    documentsGauge().set({ collection }, due.length);
    ageGauge().set({ collection }, times.length > 0 ? (Date.now() - Math.min(...times)) / 1_000 : 0);
  } catch {
    documentsGauge().set({ collection }, Number.NaN);
    ageGauge().set({ collection }, Number.NaN);
  }
}
