import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { NEW_TEXT_ID } from './entries/entry-text';

/** The elements that the shortcuts of public/manifest.webmanifest lead to, the first of them that is there. */
const TARGETS: Record<string, string[]> = {
  '#how-are-you': ['how-are-you', 'how-are-you-now'],
  '#write': [NEW_TEXT_ID],
};

/**
 * Gives the focus to what a shortcut of the system asks for, once. The address is that of the journal then, so that the
 * same shortcut works again.
 * @param isLoaded whether it is known which question the page asks
 */
export function useShortcut(isLoaded: boolean): void {
  const location = useLocation();
  const { hash } = location;
  const navigate = useNavigate();
  const follow = useEffectEvent((ids: string[]) => {
    const { pathname, search } = location;
    const state: unknown = location.state;
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true, state });
    const target = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
    target?.focus();
  });
  useEffect(() => {
    const ids = TARGETS[hash];
    if (!ids || !isLoaded) return;
    // The focus opens the form, which may not happen while React is at work.
    queueMicrotask(() => follow(ids));
  }, [hash, isLoaded]);
}
