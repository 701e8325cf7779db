import { jest } from '@jest/globals';
import { Batcher } from './batcher.js';

describe('a batcher', () => {
  /** Notes each batch, and ends it when the test says so. */
  const heldBatcher = (options: Partial<ConstructorParameters<typeof Batcher<string, string>>[0]> = {}) => {
    const batches: string[][] = [];
    const ends: (() => void)[] = [];
    const batcher = new Batcher<string, string>({
      maxItems: 100,
      run: async (items) => {
        batches.push(items);
        await new Promise<void>((resolve) => ends.push(resolve));
        return items.map((item) => item.toUpperCase());
      },
      ...options,
    });
    const turn = () => new Promise(setImmediate);
    const end = async () => {
      ends.shift()!();
      await turn();
    };
    return { batcher, batches, turn, end };
  };

  it('carries out at once what comes alone, and together what waits meanwhile', async () => {
    const { batcher, batches, turn, end } = heldBatcher();
    const first = batcher.add('a');
    await turn();
    const rest = ['b', 'c', 'd'].map((item) => batcher.add(item));
    await turn();
    expect(batches).toEqual([['a']]);
    await end();
    await expect(first).resolves.toBe('A');
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
    await end();
    await expect(Promise.all(rest)).resolves.toEqual(['B', 'C', 'D']);
  });

  it('puts together what came in one turn of the event loop', async () => {
    const { batcher, batches, turn, end } = heldBatcher();
    const all = [batcher.add('a'), Promise.resolve().then(() => batcher.add('b'))];
    await turn();
    expect(batches).toEqual([['a', 'b']]);
    await end();
    await Promise.all(all);
  });

  it('is bounded in number and in bytes; what is larger goes alone', async () => {
    const batches: string[][] = [];
    const run = (items: string[]) => {
      batches.push(items);
      return Promise.resolve(items.map(() => undefined));
    };
    const batcher = new Batcher<string>({ run, maxItems: 3, maxBytes: 5, bytesOf: (item) => item.length });
    await Promise.all(['1', '2', '3', '4', '123456', '123', '12', '1'].map((item) => batcher.add(item)));
    expect(batches).toEqual([['1', '2', '3'], ['4'], ['123456'], ['123', '12'], ['1']]);
  });

  it('fails one item alone', async () => {
    const batcher = new Batcher<number, number>({
      maxItems: 10,
      run: (items) => Promise.resolve(items.map((item) => (item % 2 ? item : new Error('even')))),
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('goes on after a batch that failed as a whole, or threw at once', async () => {
    const run = jest
      .fn<(items: string[]) => Promise<string[]>>()
      .mockRejectedValueOnce(new Error('no database'))
      .mockImplementationOnce(() => {
        throw new Error('a defect');
      })
      .mockImplementation((items) => Promise.resolve(items));
    const batcher = new Batcher<string, string>({ run, maxItems: 10 });
    await expect(Promise.allSettled([batcher.add('a'), batcher.add('b')])).resolves.toMatchObject([
      { reason: { message: 'no database' } },
      { reason: { message: 'no database' } },
    ]);
    await expect(batcher.add('c')).rejects.toThrow('a defect');
    await expect(batcher.add('d')).resolves.toBe('d');
  });

  it('rejects a batch whose results are not one per item', async () => {
    const batcher = new Batcher<string>({ run: () => Promise.resolve([]), maxItems: 10 });
    await expect(batcher.add('a')).rejects.toThrow('a batch must have one result per item');
  });
});
