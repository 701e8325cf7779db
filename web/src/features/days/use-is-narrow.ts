import { useSyncExternalStore } from 'react';

/** Below this width, the days of a year are too small to tap. Print shows the whole year at any width. */
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
