import type { ChildProcess } from 'node:child_process';
import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { eventually } from '@inner-weather/testing/eventually';
import sharp, { type Sharp } from 'sharp';
import { builtChild } from '../../test/built-child.js';
import { PictureReader } from './picture-reader.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'inner-weather-pictures-'));

const HEIC = new URL('../../../../web/samples/photo.heic', import.meta.url);

/** As it arrives: encrypted, in a file. */
function fileWith(bytes: Buffer) {
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const file = join(FOLDER, randomUUID());
  writeFileSync(file, Buffer.concat([cipher.update(bytes), cipher.final()]));
  return { file, key, iv };
}

/** Red on the left, and blue on the right. */
function redAndBlue(width = 600, height = 400): Sharp {
  const red = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#f00' } };
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } });

/** A PNG with a comment of 50 MB, which takes 50 kB. */
function withLongComment(png: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(50_000_000))]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(comment.length - 4);
  sum.writeUInt32BE(crc32(comment));
  // Behind the signature and the first chunk, which says the size.
  return Buffer.concat([png.subarray(0, 33), length, comment, sum, png.subarray(33)]);
}

/** The same PNG, which says that it has so many pixels. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(12, 29));
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  return Buffer.concat([png.subarray(0, 12), header, sum, png.subarray(33)]);
}

const reversed = (png: Sharp) => png.png().toBuffer();

// ASVS 5.1.1, 5.2.1, 5.2.2
describe('PictureReader', () => {
  let reader: PictureReader;
  /** Takes a while to read, and to make. */
  let large: Buffer;

  beforeAll(async () => {
    large = await blank(4_000, 4_000).png().toBuffer();
    reader = new PictureReader();
    reader.childFile = builtChild();
  });

  afterAll(() => reader.beforeApplicationShutdown());

  const read = (bytes: Buffer, userId = 'ada') => reader.read(fileWith(bytes), userId);

  /** The colour of a pixel, at a fraction of width and height. */
  async function colourAt(webp: Uint8Array, x: number, y: number) {
    const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const [red = 0, , blue = 0] = data.subarray(at, at + 3);
    return red > 100 && blue < 100 ? 'red' : blue > 100 && red < 100 ? 'blue' : `${red}/${blue}`;
  }

  it.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => redAndBlue().jpeg().toBuffer()],
    ['PNG', () => reversed(redAndBlue())],
    ['WebP', () => redAndBlue().webp().toBuffer()],
    ['AVIF', () => redAndBlue().avif({ effort: 0 }).toBuffer()],
    ['GIF', () => redAndBlue().gif().toBuffer()],
    [
      'CMYK',
      async () =>
        sharp(await reversed(redAndBlue()))
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
    ],
    [
      'JPEG with a ZIP behind it',
      async () => Buffer.concat([await redAndBlue().jpeg().toBuffer(), Buffer.from('PK\x03\x04 <script>')]),
    ],
    ['PNG with a comment of 50 MB', async () => withLongComment(await reversed(redAndBlue()))],
  ])('reads %s', async (_kind, make) => {
    const { large, small, width, height, thumbhash } = await read(await make());
    expect([width, height]).toEqual([600, 400]);
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 });
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect([await colourAt(large, 0.2, 0.5), await colourAt(large, 0.8, 0.5)]).toEqual(['red', 'blue']);
    expect(thumbhash.length).toBeLessThan(40);
    expect(Buffer.from(large).includes('PK\x03\x04')).toBe(false);
  });

  it('makes a photo upright and smaller, and drops what the camera wrote into it', async () => {
    const photo = await redAndBlue(3000, 2000)
      .withExif({ IFD0: { Make: 'Secretcam' }, IFD3: { GPSLatitude: '41/1 9/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { large, width, height } = await read(photo);
    expect([width, height]).toEqual([1067, 1600]);
    expect([await colourAt(large, 0.5, 0.2), await colourAt(large, 0.5, 0.8)]).toEqual(['red', 'blue']);
    const { exif, icc, xmp, orientation } = await sharp(large).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
  });

  it('keeps what can be seen through', async () => {
    const hole = { create: { width: 300, height: 400, channels: 4 as const, background: '#f000' } };
    const png = await sharp(hole).extend({ right: 300, background: '#00f' }).png().toBuffer();
    const { large } = await read(png);
    const { data } = await sharp(large).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([data.at(3), data.at(-1)]).toEqual([0, 255]);
  });

  it('takes the first picture of a moving one', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const form of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(form)
        .toBuffer();
      const { large, height } = await read(moving);
      expect(height).toBe(40);
      expect((await sharp(large).metadata()).pages ?? 1).toBe(1);
      expect(await colourAt(large, 0.5, 0.5)).toBe('red');
    }
  });

  it.each<[string, string, () => Promise<Buffer>]>([
    ['200 megapixels', 'photo_pixels', async () => withSize(await reversed(blank(1, 1)), 20_000, 10_000)],
    ['a single pixel', 'photo_tiny', () => blank(1, 1).png().toBuffer()],
    [
      'half a JPEG',
      'photo_damaged',
      async () => (await redAndBlue(2000, 1500).jpeg().toBuffer()).subarray(0, 9_000),
    ],
    [
      'the first bytes of a GIF',
      'photo_damaged',
      () => Promise.resolve(Buffer.from('GIF89a/*=1;alert(1)//*/')),
    ],
    ['a page', 'photo_not_image', () => Promise.resolve(Buffer.from('<html><script>alert(1)</script>'))],
    [
      'SVG',
      'photo_not_image',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ],
    ['TIFF', 'photo_not_image', () => blank(20, 20).tiff().toBuffer()],
    [
      'half an AVIF',
      'photo_damaged',
      async () => (await redAndBlue().avif({ effort: 0 }).toBuffer()).subarray(0, 300),
    ],
    ['HEIC', 'photo_heic', () => Promise.resolve(readFileSync(HEIC))],
    ['nothing', 'photo_not_image', () => Promise.resolve(Buffer.alloc(0))],
  ])('refuses %s as %s', async (_what, code, make) => {
    await expect(read(await make())).rejects.toMatchObject({ code: 'validation_failed', errors: [{ code }] });
  });

  it.each([
    ['memory', { memoryMax: 1, timeoutMs: 20_000 }],
    ['time', { memoryMax: 1e9, timeoutMs: 5 }],
  ])('ends a picture that takes too much %s, and reads the next', async (_what, bounds) => {
    const usual = reader.bounds;
    reader.bounds = bounds;
    await expect(read(large)).rejects.toMatchObject({ errors: [{ code: 'photo_too_hard' }] });
    reader.bounds = usual;
    expect(await read(await redAndBlue().jpeg().toBuffer())).toMatchObject({ width: 600 });
  });

  /** Reads a picture that takes a while, in a process that has already started, and signals that process meanwhile. */
  async function readAndSignal(signal: NodeJS.Signals) {
    await read(await redAndBlue().jpeg().toBuffer());
    const answer = read(large);
    const { child } = reader as unknown as { child: ChildProcess };
    await eventually(() => expect(child.listenerCount('message')).toBe(1));
    child.kill(signal);
    return answer;
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('finishes a picture though %s asks all to stop', async (signal) => {
    expect(await readAndSignal(signal)).toMatchObject({ width: 1600 });
  });

  it('does not refuse a picture whose process was ended from outside, and reads the next', async () => {
    await expect(readAndSignal('SIGKILL')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await read(await redAndBlue().jpeg().toBuffer())).toMatchObject({ width: 600 });
  });

  it('takes the pictures of people in turn, however many one has sent', async () => {
    const jpeg = await redAndBlue().jpeg().toBuffer();
    const order: string[] = [];
    const send = (userId: string) => read(jpeg, userId).then(() => order.push(userId));
    await Promise.all([...['ada', 'ada', 'ada', 'ada'].map(send), send('bob'), send('eve')]);
    expect(order).toEqual(['ada', 'bob', 'eve', 'ada', 'ada', 'ada']);
  });
});
