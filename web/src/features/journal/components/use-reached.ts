import { useEffect, useRef } from 'react';

/** How far below the screen something counts as reached, so that it is there when one gets to it. */
const AHEAD = '900px';

/**
 * Calls `onReached` when the element comes near the screen, and again after each of `turns` while it stays there. In a
 * browser that cannot tell, it never does.
 */
export function useReached<E extends Element>(onReached: () => void, turns: unknown) {
  const element = useRef<E>(null);
  const call = useRef(onReached);
  useEffect(() => {
    call.current = onReached;
  });
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) call.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [turns]);
  return element;
}
