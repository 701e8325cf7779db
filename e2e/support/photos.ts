import type { PhotoDto } from '@inner-weather/contracts/photos/photos.dto';
import { pngOf } from '../../scripts/demo/png.mjs';
import type { Answer, Person } from './requests/api.js';

/** A PNG of 12 by 9 blue pixels. */
export const BLUE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAJCAIAAACJ2loDAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVQY02OwyltKEDGMKiJKEQA4JIx9726M5AAAAABJRU5ErkJggg==',
  'base64',
);

/** A black PNG of this size, by which it is told from others. */
export const blankPhoto = (width: number, height: number): typeof BLUE =>
  pngOf(width, height, 'grey', Buffer.alloc((width + 1) * height));

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
