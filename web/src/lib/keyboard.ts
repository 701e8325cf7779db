import { useEffect } from 'react';

/**
 * Sets `--keyboard` on the root to the height, in pixels, that an on-screen keyboard covers at the bottom of the window. It
 * is 0 in browsers that shrink the window instead.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let known = 0;
    const measure = () => {
      // If the user has zoomed in, most of the hidden part is not behind a keyboard.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      const height = Math.max(0, Math.round(covered));
      // Setting it computes all styles again.
      if (height === known) return;
      known = height;
      document.documentElement.style.setProperty('--keyboard', `${height}px`);
    };
    // After the first layout, which asking for heights would force a second time.
    const first = requestAnimationFrame(measure);
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      cancelAnimationFrame(first);
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
}
