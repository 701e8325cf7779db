import { lazy, Suspense, useState } from 'react';
import type { Entry } from '../../lib/entry/entry';
import { within } from '../../lib/within';
import styles from './photos.module.css';

const loadGrid = () => import('./photo-grid');
const LazyGrid = lazy(loadGrid);

/** Once it is here: React shows what it had to wait for only some time after the rest. */
let Grid: Awaited<ReturnType<typeof loadGrid>>['default'] | undefined;

/** Milliseconds that entries wait for the code of their photos, which mostly is on the device. */
const WAIT_MS = 300;

/** Fetches the code of photos before entries that have some are put on the page. Never fails: the page tries again. */
export async function preloadPhotos(entries: readonly Pick<Entry, 'photos'>[]): Promise<void> {
  if (Grid || !entries.some(({ photos }) => photos?.length)) return;
  const loading = loadGrid().then((module) => (Grid = module.default));
  await within(WAIT_MS, loading).catch(() => undefined);
}

interface PhotosProps {
  ids: readonly string[] | undefined;
  /** What is said about each of them full screen, such as the moment of the entry. */
  about: string;
}

/** The photos of an entry. Their code is fetched when there are any, and their place has its size before. */
export function Photos({ ids, about }: PhotosProps) {
  // It must not switch between the two while it is mounted: photos that are open full screen would close.
  const [Shown] = useState(() => Grid ?? LazyGrid);
  if (!ids || ids.length === 0) return null;
  return (
    <div className={styles.photos} data-count={Math.min(ids.length, 4)}>
      <Suspense>
        <Shown ids={ids} about={about} />
      </Suspense>
    </div>
  );
}
