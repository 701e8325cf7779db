import type { mongo } from 'mongoose';
import { Batcher, done } from '../batcher.js';
import { upserted, writeErrorsOf } from './errors.js';
import { QUICK } from './quick-writes.js';

/** Numbers of different documents that one write increases, at most. */
const INCREASED_MAX = 500;

type Counted = { _id: string } & mongo.BSON.Document;

interface Increment {
  id: string;
  by: number;
  /** The other fields of a document that is not there yet. Without them such a document is not made. */
  onInsert?: object;
}

/** Counts in documents whose ids are text. What is counted at the same time goes to the database together. */
export class Increments {
  private readonly batcher = new Batcher<Increment, number | null>({
    run: (some) => this.addTogether(some),
    maxItems: INCREASED_MAX,
  });

  constructor(
    private readonly model: { collection: unknown },
    private readonly field: string,
  ) {}

  /**
   * Adds and answers the new number, or one that includes what others have added since; null when there is no such
   * document. Not journalled: a crash of the database may lose it.
   */
  add(increment: Increment): Promise<number | null> {
    return this.batcher.add(increment);
  }

  private async addTogether(some: Increment[]): Promise<PromiseSettledResult<number | null>[]> {
    const [only, ...others] = some;
    if (only && others.length === 0) return [done(await this.addOne(only))];
    await this.write(mergedById(some));
    const ids = [...new Set(some.map(({ id }) => id))];
    const found = await this.collection
      .find({ _id: { $in: ids } }, { projection: { [this.field]: 1 } })
      .toArray();
    const left = new Map(found.map((one) => [one._id, one[this.field] as number]));
    // The last of a document's increments made the number that was read, the one before it a smaller one.
    return some
      .toReversed()
      .map(({ id, by }) => {
        const after = left.get(id) ?? null;
        if (after !== null) left.set(id, after - by);
        return done(after);
      })
      .toReversed();
  }

  private async addOne(increment: Increment): Promise<number | null> {
    const { filter, update, upsert } = operation(this.field, increment);
    const options = { upsert, returnDocument: 'after', projection: { [this.field]: 1 }, ...QUICK } as const;
    const changed = await upserted(() => this.collection.findOneAndUpdate(filter, update, options));
    return changed ? (changed[this.field] as number) : null;
  }

  /** Sends again only those that met a document which another process had just inserted: nothing is added twice. */
  private async write(some: Increment[]): Promise<void> {
    const operations = some.map((one) => ({ updateOne: operation(this.field, one) }));
    try {
      await this.collection.bulkWrite(operations, { ordered: false, ...QUICK });
    } catch (error) {
      const failures = writeErrorsOf(error);
      if (failures.length === 0 || failures.some(({ code }) => code !== 11_000)) throw error;
      await this.write(failures.flatMap(({ index }) => some[index] ?? []));
    }
  }

  private get collection(): mongo.Collection<Counted> {
    return this.model.collection as mongo.Collection<Counted>;
  }
}

/** One increment for each document, in the order of their ids, so that two processes do not wait in a circle. */
function mergedById(some: Increment[]): Increment[] {
  const merged = new Map<string, Increment>();
  for (const one of some) {
    const before = merged.get(one.id);
    merged.set(one.id, { ...one, by: one.by + (before?.by ?? 0) });
  }
  return [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function operation(field: string, { id, by, onInsert }: Increment) {
  return {
    filter: { _id: id },
    update: { $inc: { [field]: by }, ...(onInsert && { $setOnInsert: onInsert }) },
    upsert: onInsert !== undefined,
  };
}
