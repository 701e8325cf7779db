import { useSyncExternalStore } from 'react';

/** Below this, a day of a year is too small to hit. Paper is not pressed, and shows the year at any width. */
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
