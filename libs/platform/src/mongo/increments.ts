import type { mongo } from 'mongoose';
import { Batcher } from '../batcher.js';
import { upserted, writeErrorsOf } from './errors.js';
import { UNJOURNALED } from './unjournaled.js';

/** Increments per bulk write. */
const BATCH_MAX = 500;

type Counted = { _id: string } & mongo.BSON.Document;

interface Increment {
  id: string;
  by: number;
  /** The other fields of a new document. If absent, a missing document is not created. */
  onInsert?: object;
}

/** Increments a field of documents with text ids. Concurrent increments share one bulk write. */
export class Increments {
  private readonly batcher = new Batcher<Increment, number | null>({
    run: (increments) => this.addTogether(increments),
    maxItems: BATCH_MAX,
  });

  constructor(
    private readonly model: { collection: unknown },
    private readonly field: string,
  ) {}

  /**
   * Resolves with the new number, which may include later increments, or with null if there is no such document. Not
   * journaled, so a crash of the database may lose the increment.
   */
  add(increment: Increment): Promise<number | null> {
    return this.batcher.add(increment);
  }

  private async addTogether(increments: Increment[]): Promise<(number | null)[]> {
    const [only, ...others] = increments;
    if (only && others.length === 0) return [await this.addOne(only)];
    await this.write(mergeById(increments));
    const ids = [...new Set(increments.map(({ id }) => id))];
    const documents = await this.collection
      .find({ _id: { $in: ids } }, { projection: { [this.field]: 1 } })
      .toArray();
    const numbers = new Map(documents.map((one) => [one._id, one[this.field] as number]));
    // The number that was read belongs to the document's last increment. Subtracting gives those of the earlier ones.
    return increments
      .toReversed()
      .map(({ id, by }) => {
        const after = numbers.get(id) ?? null;
        if (after !== null) numbers.set(id, after - by);
        return after;
      })
      .toReversed();
  }

  private async addOne(increment: Increment): Promise<number | null> {
    const { filter, update, upsert } = operation(this.field, increment);
    const options = {
      upsert,
      returnDocument: 'after',
      projection: { [this.field]: 1 },
      ...UNJOURNALED,
    } as const;
    const changed = await upserted(() => this.collection.findOneAndUpdate(filter, update, options));
    return changed ? (changed[this.field] as number) : null;
  }

  /** Retries only the upserts that failed because another process inserted the document, so nothing is added twice. */
  private async write(increments: Increment[]): Promise<void> {
    const operations = increments.map((one) => ({ updateOne: operation(this.field, one) }));
    try {
      await this.collection.bulkWrite(operations, { ordered: false, ...UNJOURNALED });
    } catch (error) {
      const failures = writeErrorsOf(error);
      if (failures.length === 0 || failures.some(({ code }) => code !== 11_000)) throw error;
      await this.write(failures.flatMap(({ index }) => increments[index] ?? []));
    }
  }

  private get collection(): mongo.Collection<Counted> {
    return this.model.collection as mongo.Collection<Counted>;
  }
}

/** One increment per document. */
function mergeById(increments: Increment[]): Increment[] {
  const merged = new Map<string, Increment>();
  for (const one of increments) {
    const before = merged.get(one.id);
    merged.set(one.id, { ...one, by: one.by + (before?.by ?? 0) });
  }
  return [...merged.values()];
}

function operation(field: string, { id, by, onInsert }: Increment) {
  return {
    filter: { _id: id },
    update: { $inc: { [field]: by }, ...(onInsert && { $setOnInsert: onInsert }) },
    upsert: onInsert !== undefined,
  };
}
