import { type Location, useLocation } from 'react-router-dom';

/** The page that a visitor asked for, before `Guard` led to the login. */
export function useAskedPage(): Location<unknown> | undefined {
  const state: unknown = useLocation().state;
  // The state of other pages holds something else.
  return typeof state === 'object' && state !== null && 'pathname' in state
    ? (state as Location<unknown>)
    : undefined;
}
