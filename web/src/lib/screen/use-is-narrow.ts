import { useSyncExternalStore } from 'react';

/**
 * The width of a phone: the navigation moves to the bottom, and the days of a year are too small to tap. Paper is as wide as
 * it is, and counts as wide.
 */
const narrow = () => window.matchMedia('screen and (max-width: 44rem)');

/** Calls back when a window becomes narrow or wide. */
function onNarrowChange(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(onNarrowChange, () => narrow().matches);
}
