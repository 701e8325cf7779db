import { t } from '@lingui/core/macro';
import { lazy, Suspense, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { numberInWords } from '../../lib/language/formats';
import { notePhotoSeen } from '../../lib/copy/seen-photos';
import { isPhotoKey } from '../../lib/outbox/kept-photos';
import { type Photo, usePhotos, usePicturesHere } from './photos-of';
import { photoUrl, SHOWN, sizesOf, srcSetOf } from './photo-url';
import styles from './photos.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer'));

interface PhotosProps {
  /** The id of their entry. */
  of: string;
  /** The server's ids, and keys of photos that wait on this device. */
  ids: readonly string[] | undefined;
  /** What is said about each of them full screen, such as the moment of the entry. */
  about: string;
}

/** One large photo, two to four in a grid. A press shows them full screen. */
export function Photos({ ids, ...props }: PhotosProps) {
  if (!ids || ids.length === 0) return null;
  return (
    <div className={styles.photos} data-count={Math.min(ids.length, SHOWN)}>
      <PhotoGrid ids={ids} {...props} />
    </div>
  );
}

function PhotoGrid({ of, ids, about }: PhotosProps & { ids: readonly string[] }) {
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
                sizes={sizesOf(photo, index, ids.length)}
                alt=""
                loading="lazy"
                decoding="async"
                onLoad={() => here.has(id) || notePhotoSeen(id, of)}
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
            onView={setShown}
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

/** Colours in place of a photo that is not loaded yet, as CSS. Working them out takes as long as drawing a card without photos. */
const blurred = (thumbhash: string): string | undefined =>
  thumbhash === ''
    ? undefined
    : `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)))})`;
