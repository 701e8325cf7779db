/** How a Batcher works; all sizes are upper bounds of one batch. */
export interface BatcherOptions<Item, Result> {
  /**
   * Carries out one batch and answers an outcome for each item, in their order. If it rejects, every item of the batch
   * fails for that reason.
   */
  run: (items: Item[]) => Promise<PromiseSettledResult<Result>[]>;
  maxItems: number;
  maxBytes?: number;
  /** The size of an item in bytes; needed for `maxBytes`. An item that is larger than `maxBytes` goes alone. */
  bytesOf?: (item: Item) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * What waits while a batch is under way goes together in the next one. There is no timer: an item that comes alone is
 * carried out at once. Each caller is answered for its own item only, once that one is done.
 */
export class Batcher<Item, Result = void> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = false;

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  /** Resolves or rejects with the outcome of this item. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running) return;
      this.running = true;
      // What else arrived in the same turn of the event loop belongs to the same batch.
      setImmediate(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.sizeOfNext());
      await this.runOne(batch);
    }
    this.running = false;
  }

  private async runOne(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.options.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome ? outcome.reason : new Error('an item of a batch has no outcome'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** How many of those that wait fit into one batch; at least one. */
  private sizeOfNext(): number {
    const { maxItems, maxBytes = Infinity, bytesOf = () => 0 } = this.options;
    let bytes = 0;
    const tooMany = this.waiting.findIndex(({ item }, index) => {
      bytes += bytesOf(item);
      return index > 0 && (index === maxItems || bytes > maxBytes);
    });
    return tooMany === -1 ? this.waiting.length : tooMany;
  }
}

/** The outcome of an item that went well. */
export const done = <Result>(value: Result): PromiseFulfilledResult<Result> => ({
  status: 'fulfilled',
  value,
});
