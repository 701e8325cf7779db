import type { Measured } from '@inner-weather/domain/measures/measures';
import { lazy, Suspense } from 'react';

const EntryMeasures = lazy(() => import('./entry-measures'));

/** What an entry measured. The code is fetched when there is anything. */
export function MeasuresOf({ measured }: { measured: Measured | undefined }) {
  if (!measured || Object.keys(measured).length === 0) return null;
  return (
    <Suspense>
      <EntryMeasures measured={measured} />
    </Suspense>
  );
}
