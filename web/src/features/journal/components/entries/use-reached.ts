import { useEffect, useRef } from 'react';

/** The distance below the screen at which the element counts as reached, so that its content loads in time. */
const DISTANCE = '900px';

/**
 * Calls `onReached` when the element comes near the screen, and again whenever `trigger` changes while it stays there. It
 * does nothing in browsers without IntersectionObserver.
 */
export function useReached<E extends Element>(onReached: () => void, trigger: unknown) {
  const element = useRef<E>(null);
  const call = useRef(onReached);
  useEffect(() => {
    call.current = onReached;
  });
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) call.current();
      },
      { rootMargin: DISTANCE },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [trigger]);
  return element;
}
