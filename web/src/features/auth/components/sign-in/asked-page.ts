import { type Location, useLocation } from 'react-router-dom';

/** The paths to which a provider's answer can lead. */
const RETURN_PATH = /^\/[a-z][a-z0-9/-]{0,100}(\?template=[a-z0-9-]{1,36})?$/;

/** The way back to that page from a provider; empty if there is none. */
export function useReturnTo(): { returnTo?: string } {
  const { pathname = '', search = '' } = useAskedPage() ?? {};
  const returnTo = [pathname + search, pathname].find((path) => RETURN_PATH.test(path));
  return returnTo === undefined ? {} : { returnTo };
}

/** The page that a visitor asked for, before `Guard` led to the login. */
export function useAskedPage(): Location<unknown> | undefined {
  const state: unknown = useLocation().state;
  // The state of other pages holds something else.
  return typeof state === 'object' && state !== null && 'pathname' in state
    ? (state as Location<unknown>)
    : undefined;
}
