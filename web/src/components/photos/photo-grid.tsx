import { PHOTO_SIDES } from '@inner-weather/domain/photos/photo-sides';
import { t } from '@lingui/core/macro';
import { lazy, Suspense, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { numberInWords } from '../../lib/language/formats';
import { notePhotoSeen } from '../../lib/copy/seen-photos';
import { isPhotoKey } from '../../lib/outbox/kept-photos';
import { type Photo, usePhotos, usePicturesHere } from './photos-of';
import { photoUrl } from './photo-url';
import styles from './photos.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer'));

/** The most photos that a card shows. The last of them says how many more there are. */
const SHOWN = 4;

interface PhotoGridProps {
  /** The server's ids, and keys of photos that wait on this device. */
  ids: readonly string[];
  about: string;
}

/** One large photo, two to four in a grid. A press shows them full screen. */
export default function PhotoGrid({ ids, about }: PhotoGridProps) {
  const photos = usePhotos(ids);
  const { here, isMissing, onMissing } = usePicturesHere(ids);
  const sourceOf = (id: string) => here.get(id) ?? (isPhotoKey(id) ? undefined : photoUrl(id, 'large'));
  const hashes = ids
    .slice(0, SHOWN)
    .map((id) => photos.get(id)?.thumbhash ?? '')
    .join(' ');
  const backgrounds = useMemo(() => hashes.split(' ').map(blurred), [hashes]);
  const [shown, setShown] = useState<number>();
  const more = ids.length - SHOWN;
  return (
    <>
      {ids.slice(0, SHOWN).map((id, index) => {
        const photo = photos.get(id);
        const name = nameOf(photo, index, ids.length);
        const share = shareOf(photo, index, ids.length);
        return (
          <button
            key={id}
            type="button"
            className={styles.photo}
            style={{ backgroundImage: backgrounds[index] }}
            aria-label={name}
            onClick={() => setShown(index)}
          >
            {isMissing(id) ? (
              <span className={styles.missing}>{t`This photo cannot be shown right now.`}</span>
            ) : (
              <img
                src={sourceOf(id)}
                srcSet={here.has(id) || isPhotoKey(id) ? undefined : srcSetOf(id, photo)}
                sizes={`(min-width: 46rem) ${(40 * share).toFixed()}rem, ${(92 * share).toFixed()}vw`}
                alt=""
                loading="lazy"
                decoding="async"
                onLoad={() => here.has(id) || notePhotoSeen(id)}
                onError={() => onMissing(id)}
              />
            )}
            {index === SHOWN - 1 && more > 0 && (
              <span className={styles.more}>{numberInWords(more, { signDisplay: 'always' })}</span>
            )}
          </button>
        );
      })}
      {shown !== undefined && (
        <Suspense>
          <PhotoViewer
            slides={ids.map((id, index) => {
              const photo = photos.get(id);
              return {
                src: sourceOf(id) ?? '',
                alt: nameOf(photo, index, ids.length),
                width: photo?.width,
                height: photo?.height,
                description: (
                  <>
                    {photo?.description && <p className={styles.said}>{photo.description}</p>}
                    <p className={styles.about}>{about}</p>
                  </>
                ),
              };
            })}
            index={shown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function nameOf(photo: Photo | undefined, index: number, count: number): string {
  const number = numberInWords(index + 1);
  const all = numberInWords(count);
  return photo?.description || t`Photo ${number} of ${all}`;
}

/** The widths of both sizes, which for a photo in portrait are less than their longer sides. */
function srcSetOf(id: string, photo: Photo | undefined): string {
  const { width = PHOTO_SIDES.large, height = 0 } = photo ?? {};
  const small = Math.round((PHOTO_SIDES.small * width) / Math.max(width, height));
  return [`${photoUrl(id, 'small')} ${small}w`, `${photoUrl(id, 'large')} ${width}w`].join();
}

/** How wide a photo is drawn, as a share of the width of all. It covers its place, so one in landscape is wider than a place that is upright. */
function shareOf(photo: Photo | undefined, index: number, count: number): number {
  const { width, height } = photo ?? { width: 1, height: 1 };
  const isHalf = count === 2 || (count === 3 && index === 0);
  // All together are two thirds as high as wide.
  const place = count === 1 ? { width: 1, height: 2 / 3 } : { width: 1 / 2, height: isHalf ? 2 / 3 : 1 / 3 };
  return Math.max(place.width, (place.height * width) / height);
}

/** Colours in place of a photo that is not loaded yet, as CSS. Working them out takes as long as drawing a card without photos. */
const blurred = (thumbhash: string): string | undefined =>
  thumbhash === ''
    ? undefined
    : `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))})`;
