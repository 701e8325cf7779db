import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { jest } from '@jest/globals';
import { RememberedPages } from './remembered-pages.js';

const REQUEST = { userId: 'ada', startDate: '2026-11-01', endDate: '2026-11-24', tz: 'UTC' };

describe('pages that are asked for again', () => {
  let pages: RememberedPages;
  let now: string | undefined;
  let sent: (string | undefined)[];

  beforeEach(() => {
    now = 'a';
    sent = [];
    const callRaw = (_method: string, { known }: SearchEntriesRequest): Promise<RawReply> => {
      sent.push(known);
      if (known && known === now)
        return Promise.resolve(new RawReply(Buffer.from('[]'), { unchanged: 'true' }));
      const meta = { total: '7', ...(known !== undefined && now && { version: now }) };
      return Promise.resolve(new RawReply(Buffer.from(`["${now}"]`), meta));
    };
    pages = new RememberedPages({ callRaw } as unknown as RpcClient);
  });

  const read = async (more: object = {}) => {
    const { body, total } = await pages.read({ ...REQUEST, ...more });
    expect(total).toBe('7');
    return body.toString();
  };
  const times = async (count: number, more?: object) => {
    for (let time = 1; time < count; time += 1) await read(more);
    return read(more);
  };

  it('are remembered from the second time on, and sent while they are the same', async () => {
    expect(await times(4)).toBe('["a"]');
    expect(sent).toEqual([undefined, '', 'a', 'a']);
  });

  it('are sent as they are once something changed', async () => {
    await times(3);
    now = 'b';
    expect(await times(2)).toBe('["b"]');
    expect(sent.slice(3)).toEqual(['a', 'b']);
  });

  it('are not remembered without a version', async () => {
    now = undefined;
    await times(4);
    expect(sent).toEqual([undefined, '', '', '']);
    now = 'a';
    await times(2);
    now = undefined;
    expect(await times(3)).toBe('["undefined"]');
    expect(sent.slice(4)).toEqual(['', 'a', 'a', '', '']);
  });

  it.each([
    ['person', { userId: 'ben' }],
    ['range', { endDate: '2026-11-23' }],
    ['tag', { tag: 'river' }],
    ['page', { cursor: 'c' }],
    ['length', { limit: 3 }],
    ['time zone', { tz: 'Asia/Tokyo' }],
  ])('are not those of another %s', async (_what, other) => {
    await times(3);
    await times(3, other);
    expect(sent.slice(3)).toEqual([undefined, '', 'a']);
  });

  it('are forgotten after a minute, however often they are asked for', async () => {
    const begin = performance.now();
    const clock = jest.spyOn(performance, 'now');
    const readAfter = async (seconds: number) => {
      clock.mockReturnValue(begin + seconds * 1_000);
      // The cache looks at the clock once in a millisecond.
      await sleep(5);
      await read();
    };
    for (const seconds of [0, 1, 40, 60, 62]) await readAfter(seconds);
    expect(sent).toEqual([undefined, '', 'a', 'a', undefined]);
    clock.mockRestore();
  });

  it('are forgotten, the oldest first, when all of them take too much', async () => {
    now = 'a'.repeat(1_000_000);
    for (let one = 0; one < 20; one += 1) await times(2, { userId: `${one}` });
    sent = [];
    await read({ userId: '19' });
    await read({ userId: '0' });
    expect(sent).toEqual([now, undefined]);
  });
});
