import { crc32, deflateSync } from 'node:zlib';
import type { PhotoDto } from '@inner-weather/contracts/photos/photos.dto';
import type { Answer, Person } from './api.js';

/** A PNG of 12 by 9 blue pixels. */
export const BLUE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAJCAIAAACJ2loDAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVQY02OwyltKEDGMKiJKEQA4JIx9726M5AAAAABJRU5ErkJggg==',
  'base64',
);

/** A grey PNG of this size, by which it is told from others. */
export function pngOf(width: number, height: number): typeof BLUE {
  const chunk = (type: string, data: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    whole.writeUInt32BE(data.length, 0);
    whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
    return whole;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Sends a photo as the page does. */
export const sendPhoto = (
  person: Person,
  photo = BLUE,
  headers: Record<string, string> = {},
): Promise<Answer<PhotoDto>> =>
  person.request('POST', '/api/photos', {
    body: photo,
    headers: { 'content-type': 'image/png', ...headers },
  });
