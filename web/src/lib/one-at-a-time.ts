import { useRef } from 'react';

/** The same function, which does nothing while an earlier call of it has not ended. */
export function useOneAtATime<A extends unknown[]>(run: (...args: A) => Promise<void>) {
  const isRunning = useRef(false);
  return async (...args: A): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
