import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the ref's element when the focused part has closed. */
export function useFocusWhenClosed<T extends HTMLElement>(open: boolean): RefObject<T | null> {
  const ref = useRef<T>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) ref.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return ref;
}
