import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The token of the link by which the page was opened: behind the #, which no server ever sees. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  // Kept, should the address change while a form is filled in.
  const [token] = useState(hash.slice(1));
  return token === '' ? undefined : token;
}
