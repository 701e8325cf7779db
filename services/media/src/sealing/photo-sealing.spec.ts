import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { sealingKey } from '@inner-weather/platform/encryption/sealed-bytes';
import { PhotoSealing } from './photo-sealing.js';

const PLACE = { userId: 'ada', photoId: '6740f1d1a5b0c4e2d3f4a5b6', size: 'large' };

describe('PhotoSealing', () => {
  const keysOf = (key = sealingKey()) =>
    ({
      forWriting: () => Promise.resolve(key),
      forReading: () => Promise.resolve(key),
    }) as unknown as DataKeys;
  const sealing = new PhotoSealing(keysOf());
  const plain = randomBytes(300_000);
  let sealed: Buffer;

  beforeAll(async () => {
    sealed = await sealing.seal(PLACE, plain);
  });

  /** What has left the opener, and how it ended. */
  async function open(bytes: Buffer, place = PLACE, by = sealing) {
    const parts: Buffer[] = [];
    const opener = await by.opener(place);
    const error = await pipeline(Readable.from([bytes]), opener, async (source) => {
      for await (const part of source) parts.push(part as Buffer);
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, opened: Buffer.concat(parts) };
  }

  it('opens what it sealed', async () => {
    const { error, opened } = await open(sealed);
    expect(error).toBeUndefined();
    expect(opened.equals(plain)).toBe(true);
    expect(sealed.includes(plain.subarray(0, 32))).toBe(false);
  });

  it.each([
    [
      'changed in a late frame',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 250_000), Buffer.of(bytes[250_000]! ^ 1), bytes.subarray(250_001)]),
    ],
    ['cut off in a frame', (bytes: Buffer) => bytes.subarray(0, 200_000)],
    ['without its last frame', (bytes: Buffer) => bytes.subarray(0, -40_000)],
    ['that are none', () => Buffer.alloc(0)],
    ['full of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['with another header', (bytes: Buffer) => Buffer.concat([Buffer.of(bytes[0]! ^ 1), bytes.subarray(1)])],
  ])('refuses bytes %s, and lets out only what it has checked', async (_how, change) => {
    const { error, opened } = await open(change(sealed));
    expect(error).toBeDefined();
    expect(plain.subarray(0, opened.length).equals(opened)).toBe(true);
    expect(opened.length).toBeLessThan(plain.length);
  });

  it('refuses bytes of another place or key, and lets none out', async () => {
    for (const change of [{ photoId: '6740f1d1a5b0c4e2d3f4a5b7' }, { userId: 'bob' }, { size: 'small' }]) {
      const { error, opened } = await open(sealed, { ...PLACE, ...change });
      expect(error).toBeDefined();
      expect(opened).toHaveLength(0);
    }
    const { error, opened } = await open(sealed, PLACE, new PhotoSealing(keysOf()));
    expect(error).toBeDefined();
    expect(opened).toHaveLength(0);
  });
});
