import { useSyncExternalStore } from 'react';

/** Below this, a year does not fit with its weeks in columns. */
const narrow = () => window.matchMedia('(max-width: 44rem)');

/** Calls back when a window becomes narrow or wide. */
function onNarrowChange(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(onNarrowChange, () => narrow().matches);
}
