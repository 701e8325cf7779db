import { useRef } from 'react';

/** Wraps a function so that it does nothing while an earlier call is running. */
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
