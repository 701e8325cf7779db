import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The token of the link that opened the page. It is in the fragment (#), which browsers never send to a server. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  // Kept in state, in case the address changes while a form is filled in.
  const [token] = useState(hash.slice(1));
  return token === '' ? undefined : token;
}

/** The token of a mailed link, if the user came from the page that the link opens. */
export function useEmailProofOfLink(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('emailProof' in state)) return undefined;
  return typeof state.emailProof === 'string' ? state.emailProof : undefined;
}
