import { useLayoutEffect } from 'react';

/** A dialog is outside the page's root, so the whole root can be made inert for keyboards and screen readers. */
export function useInertPage(inert: boolean): void {
  // A layout effect, because the focus returns to the page right after the dialog closes.
  useLayoutEffect(() => {
    const page = document.getElementById('root');
    if (!inert || !page) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [inert]);
}
