import { useEffect } from 'react';

/**
 * Keeps `--keyboard` on the root: how many pixels of the window's bottom an on-screen keyboard covers. Where the browser
 * makes the window smaller instead, it is 0.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => {
      // Where somebody has zoomed in, most of what is out of sight is not behind a keyboard.
      const covered = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
      document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, []);
}
