import { createDecipheriv } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import sharp, { type OutputInfo } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/*
 * The process that decodes what people send. It may die: it has no connection, no key but that of the file, and no
 * environment, and picture-reader.ts starts another. It imports nothing of ours, so it is bundled as one small file.
 */

/** What picture-reader.ts asks for. The file is encrypted with a key of its own, which nothing else has. */
export interface PictureRequest {
  file: string;
  key: Uint8Array;
  iv: Uint8Array;
  /** The most pixels of a picture, and of the longer side of each size; the fewest of the shorter side. */
  pixelsMax: number;
  sides: { large: number; small: number };
  sideMin: number;
  /** Bytes of this process. */
  memoryMax: number;
}

export type PictureFault = 'not_image' | 'heic' | 'damaged' | 'pixels' | 'tiny';

export interface Picture {
  large: Uint8Array;
  small: Uint8Array;
  /** Of the large size. */
  width: number;
  height: number;
  thumbhash: Uint8Array;
}

export type PictureAnswer = { picture: Picture } | { fault: PictureFault };

/** Of a picture that this process has written. */
export interface JpegRequest {
  webp: Uint8Array;
  memoryMax: number;
}

export type JpegAnswer = { jpeg: Uint8Array } | { fault: PictureFault };

/** A thumbhash is made from at most this many pixels a side (https://evanw.github.io/thumbhash/). */
const HASHED_SIDE = 100;
const WATCH_MS = 10;
const WEBP = { large: { quality: 82 }, small: { quality: 76 } };

class Fault extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault);
  }
}

/** What a file is, by its first bytes. Only these ever reach a decoder. */
const FORMS: { fault?: PictureFault; is: (head: Buffer) => boolean }[] = [
  { is: (head) => head.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)) },
  { is: (head) => head.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  { is: (head) => /^RIFF....WEBP/s.test(head.toString('latin1')) },
  { is: (head) => /^GIF8[79]a/.test(head.toString('latin1')) },
  { is: (head) => /^....ftypavi[fs]/s.test(head.toString('latin1')) },
  { is: (head) => /^....ftyp(?:hei|hev|mif1|msf1)/s.test(head.toString('latin1')), fault: 'heic' },
];

async function read({ file, key, iv, ...bounds }: PictureRequest): Promise<Picture> {
  const parts: Buffer[] = [];
  const plain = createReadStream(file).pipe(createDecipheriv('aes-256-ctr', key, iv));
  for await (const part of plain) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  const form = FORMS.find(({ is }) => is(bytes.subarray(0, 32)));
  if (!form) throw new Fault('not_image');
  if (form.fault) throw new Fault(form.fault);
  return decode(bytes, bounds);
}

async function decode(
  bytes: Buffer,
  { pixelsMax, sides, sideMin }: Omit<PictureRequest, 'file' | 'key' | 'iv'>,
): Promise<Picture> {
  // The first picture of several. The bound on pixels is ours, with a sentence.
  const options = { failOn: 'error', limitInputPixels: false, pages: 1, sequentialRead: true } as const;
  const { width, height } = await sharp(bytes, options).metadata();
  if (width * height > pixelsMax) throw new Fault('pixels');
  if (Math.min(width, height) < sideMin) throw new Fault('tiny');
  // Decoded once. Upright and in sRGB, as screens show it; without metadata, which is kept only if one asks for it.
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize(sides.large, sides.large, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: rawOf(info) });
  const isOpaque = (await decoded().stats()).isOpaque;
  const shown = () => (isOpaque ? decoded().removeAlpha() : decoded());
  const large = await shown().webp(WEBP.large).toBuffer();
  const small = await shown().resize(sides.small, sides.small, INSIDE).webp(WEBP.small).toBuffer();
  const hashed = await decoded().resize(HASHED_SIDE, HASHED_SIDE, INSIDE).raw().toBuffer(WITH_INFO);
  const thumbhash = rgbaToThumbHash(hashed.info.width, hashed.info.height, hashed.data);
  return { large, small, width: info.width, height: info.height, thumbhash };
}

/** JPEG has no transparency, which is white then. */
const toJpeg = async ({ webp }: JpegRequest): Promise<JpegAnswer> => ({
  jpeg: await sharp(webp).flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer(),
});

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const;
const WITH_INFO = { resolveWithObject: true } as const;

const rawOf = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

/** Ends this process before the machine is short of memory. The decoder runs in threads, so the watch goes on. */
function watchMemory(memoryMax: number): NodeJS.Timeout {
  return setInterval(() => {
    if (process.memoryUsage.rss() > memoryMax) process.exit(1);
  }, WATCH_MS);
}

sharp.cache(false);
sharp.concurrency(1);
// Only decoders of the forms above.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((form) => `VipsForeignLoad${form}Buffer`),
});
try {
  // Where memory is short, the kernel ends this process before any other.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

process.on('message', (request: PictureRequest | JpegRequest) => {
  const watch = watchMemory(request.memoryMax);
  const answered: Promise<PictureAnswer | JpegAnswer> =
    'webp' in request ? toJpeg(request) : read(request).then((picture) => ({ picture }));
  answered
    .catch((error: unknown): PictureAnswer => ({ fault: error instanceof Fault ? error.fault : 'damaged' }))
    .then((answer) => {
      clearInterval(watch);
      process.send?.(answer);
    })
    .catch(() => process.exit(1));
});
// A stop may signal the whole group of processes. The service finishes the picture first, and then ends this process.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
// The service has ended.
process.on('disconnect', () => process.exit(0));
