import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import type { MediaClient } from '../photos/media-client.js';
import { OwnData } from './own-data.js';

/** An answer whose connection ends before all of it has arrived. */
async function* cut() {
  yield Buffer.from('half a pict');
  await Promise.resolve();
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

/** What media answers about a photo as WebP, and as JPEG. */
function photoOf({ webp, jpeg }: Record<'webp' | 'jpeg', () => Readable>) {
  const rpc = { call: (_method: string, { form = 'webp' }) => Promise.resolve({ url: form }) };
  const media = { open: async ({ url }: { url: string }) => (url === 'jpeg' ? jpeg() : webp()) };
  const data = new OwnData(rpc as unknown as RpcClient, media as unknown as MediaClient, 'a-user', 0);
  return (form?: 'jpeg') => data.photos.read('a-photo', form);
}

const whole = () => Readable.from([Buffer.from('a whole '), Buffer.from('picture')]);
const refuse = (code: 'validation_failed' | 'not_found' | 'unavailable') => () => {
  throw new DomainError(code, code);
};

describe('a photo of an export', () => {
  it('is read as a whole', async () => {
    const read = photoOf({ webp: whole, jpeg: whole });
    expect(String(await read())).toBe('a whole picture');
    expect(String(await read('jpeg'))).toBe('a whole picture');
  });

  it('is left out if it is gone or damaged', async () => {
    const gone = photoOf({ webp: refuse('not_found'), jpeg: refuse('not_found') });
    expect([await gone(), await gone('jpeg')]).toEqual([undefined, undefined]);
    // MediaClient says `unavailable` if the connection ends before the answer has begun.
    for (const webp of [() => Readable.from(cut()), refuse('unavailable')]) {
      const damaged = photoOf({ webp, jpeg: refuse('validation_failed') });
      expect([await damaged(), await damaged('jpeg')]).toEqual([undefined, undefined]);
    }
  });

  it('ends the export while the store of photos is away', async () => {
    const away = photoOf({ webp: () => Readable.from(cut()), jpeg: refuse('unavailable') });
    await expect(away()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(away('jpeg')).rejects.toMatchObject({ code: 'unavailable' });
    const interrupted = photoOf({ webp: () => Readable.from(cut()), jpeg: whole });
    await expect(interrupted()).rejects.toThrow('aborted');
  });
});

describe('the descriptions of an export', () => {
  it('are those of any number of photos, though one call has at most a thousand', async () => {
    const call = (_method: string, { photoIds }: { photoIds: string[] }) =>
      photoIds.length > 1_000
        ? refuse('validation_failed')()
        : Promise.resolve({ photos: photoIds.map((_id) => ({ _id, description: `of ${_id}` })) });
    const data = new OwnData({ call } as unknown as RpcClient, {} as MediaClient, 'a-user', 0);
    const ids = Array.from({ length: 1_001 }, (_, n) => String(n));
    expect([...(await data.photos.describe(ids))]).toEqual(ids.map((id) => [id, `of ${id}`]));
  });
});

describe('the entries of an export', () => {
  it('are read once for all files, and what does not fit into the memory for them once for each', async () => {
    const asked: number[] = [];
    // Random, so that it stays large: nearly 800 bytes when it is compressed.
    const page = JSON.stringify([{ content: randomBytes(750).toString('base64') }]);
    const callRaw = (_method: string, { cursor = 0 }) => {
      asked.push(Number(cursor));
      const meta = Number(cursor) < 7 ? { nextCursor: String(Number(cursor) + 1) } : undefined;
      return Promise.resolve(new RawReply(Buffer.from(page), meta));
    };
    const data = new OwnData({ callRaw } as unknown as RpcClient, {} as MediaClient, 'a-user', 6_000);
    let entries = 0;
    for (let file = 1; file <= 3; file += 1) for await (const _entry of data.entries) entries += 1;
    expect(entries).toBe(3 * 8);
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7, 7]);
  });
});
