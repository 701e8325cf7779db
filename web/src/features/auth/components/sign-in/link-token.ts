import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Characters. All tokens are longer, and other fragments, such as `#main`, are shorter. */
const TOKEN_MIN = 16;

/**
 * The token of the link that opened the page, or of the last one that was opened in its tab, which does not load the page
 * again. It is in the fragment (#), which browsers never send to a server.
 */
export function useLinkToken(): string | undefined {
  const asked = useLocation().hash.slice(1);
  // Kept in state, in case the address changes while a form is filled in.
  const [token, setToken] = useState(asked);
  if (asked !== token && asked.length >= TOKEN_MIN) setToken(asked);
  return token === '' ? undefined : token;
}

/** The token of a mailed link, if the user came from the page that the link opens. */
export function useEmailProofOfLink(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('emailProof' in state)) return undefined;
  return typeof state.emailProof === 'string' ? state.emailProof : undefined;
}
