import { lazy, Suspense } from 'react';
import type { Entry } from '../../lib/entry/entry';
import styles from './photos.module.css';

const loadGrid = () => import('./photo-grid');
const PhotoGrid = lazy(loadGrid);

/** Fetches the code of photos while the entries that have some are put on the page. */
export function preloadPhotos(entries: readonly Pick<Entry, 'photos'>[]): void {
  if (entries.some(({ photos }) => photos?.length)) loadGrid().catch(() => undefined);
}

interface PhotosProps {
  ids: readonly string[] | undefined;
  /** What is said about each of them full screen, such as the moment of the entry. */
  about: string;
}

/** The photos of an entry. Their code is fetched when there are any, and their place has its size before. */
export function Photos({ ids, about }: PhotosProps) {
  if (!ids || ids.length === 0) return null;
  return (
    <div className={styles.photos} data-count={Math.min(ids.length, 4)}>
      <Suspense>
        <PhotoGrid ids={ids} about={about} />
      </Suspense>
    </div>
  );
}
