/** All sizes are upper bounds of one batch. */
export interface BatcherOptions<Item, Result> {
  /**
   * Runs one batch and resolves with one result per item, in the same order. An Error in place of a result rejects this
   * item alone. If it rejects, every item of the batch is rejected with that error.
   */
  run: (items: Item[]) => Promise<(Result | Error)[]>;
  maxItems: number;
  maxBytes?: number;
  /** The size of an item in bytes. Required with `maxBytes`. An item larger than `maxBytes` gets a batch of its own. */
  bytesOf?: (item: Item) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Lets concurrent callers share one command of the database: the items that arrive while a batch runs form the next
 * batch. There is no timer, so a single item runs at once. Each caller gets the result of its own item.
 */
export class Batcher<Item, Result = void> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      // Items that arrive in the same turn of the event loop share a batch.
      setImmediate(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.sizeOfNext());
      await this.runOne(batch);
    }
    this.isRunning = false;
  }

  private async runOne(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch must have one result per item');
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index] as Result | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** How many waiting items fit into one batch; at least one. */
  private sizeOfNext(): number {
    const { maxItems, maxBytes = Infinity, bytesOf = () => 0 } = this.options;
    let bytes = 0;
    const firstExcess = this.waiting.findIndex(({ item }, index) => {
      bytes += bytesOf(item);
      return index > 0 && (index === maxItems || bytes > maxBytes);
    });
    return firstExcess === -1 ? this.waiting.length : firstExcess;
  }
}
