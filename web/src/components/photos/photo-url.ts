import { PHOTO_SIDES } from '@inner-weather/domain/photos/photo-sides';
import { preload } from 'react-dom';
import type { Entry } from '../../lib/entry/entry';

/** Where an `<img>` finds a photo: the cookie of the session is enough there. */
export const photoUrl = (id: string, size: 'large' | 'small'): string => `/api/photos/${id}?size=${size}`;

/** The most photos that a card shows. The last of them says how many more there are. */
export const SHOWN = 4;

/** Pixels. */
interface Sides {
  width: number;
  height: number;
}

/** The widths of both sizes, which for a photo in portrait are less than their longer sides. */
export function srcSetOf(id: string, photo?: Sides): string {
  const { width = PHOTO_SIDES.large, height = 0 } = photo ?? {};
  const small = Math.round((PHOTO_SIDES.small * width) / Math.max(width, height));
  return [`${photoUrl(id, 'small')} ${small}w`, `${photoUrl(id, 'large')} ${width}w`].join();
}

/** How wide a photo is drawn. It covers its place, so one in landscape is wider than a place that is upright. */
export function sizesOf(photo: Sides | undefined, index: number, count: number): string {
  const { width, height } = photo ?? { width: 1, height: 1 };
  const isHalf = count === 2 || (count === 3 && index === 0);
  // All together are two thirds as high as wide.
  const place = count === 1 ? { width: 1, height: 2 / 3 } : { width: 1 / 2, height: isHalf ? 2 / 3 : 1 / 3 };
  const share = Math.max(place.width, (place.height * width) / height);
  return `(min-width: 46rem) ${(40 * share).toFixed()}rem, ${(92 * share).toFixed()}vw`;
}

/** Before entries are put on the page, which takes a phone as long as an answer: asks for the photos of the first with some. */
export function preloadPhotos(entries: readonly Pick<Entry, 'photos'>[]): void {
  const ids = entries.find(({ photos }) => photos?.length)?.photos ?? [];
  for (const [index, id] of ids.slice(0, SHOWN).entries())
    preload(photoUrl(id, 'large'), {
      as: 'image',
      imageSrcSet: srcSetOf(id),
      imageSizes: sizesOf(undefined, index, ids.length),
    });
}
