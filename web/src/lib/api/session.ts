import type { components } from './api-types.gen';
import { createStore, useStore } from '../drafts/store';
import { userOfToken } from './token';

export type SessionUser = components['schemas']['SessionUserDto'];

/**
 * The token is kept in memory only, so that a script cannot read it from storage or cookies.
 * `restoring` lasts from the start of the page until GET /session has answered. `reason` says why no user is signed in:
 * there was no session (`none`), the user has just logged out (`left`), or the session expired (`expired`).
 */
export type Session =
  | { status: 'restoring' }
  | { status: 'anonymous'; reason: 'none' | 'left' | 'expired' }
  | { status: 'authenticated'; token: string; user: SessionUser };

const RESTORING: Session = { status: 'restoring' };

export const sessionStore = createStore<Session>(RESTORING);

/** Sets the user from the token. Throws if the token holds none. */
export function openSession(token: string): SessionUser {
  const user = userOfToken(token);
  sessionStore.set({ status: 'authenticated', token, user });
  return user;
}

export function endSession(reason: 'left' | 'expired' | 'none'): void {
  sessionStore.set({ status: 'anonymous', reason });
}

/** Forgets everything, as a reload does. */
export function resetSession(): void {
  sessionStore.set(RESTORING);
}

export function useSession(): Session {
  return useStore(sessionStore);
}

/** The signed-in user. Only for components behind the guard; elsewhere use useSession. */
export function useUser(): SessionUser | undefined {
  const session = useSession();
  return session.status === 'authenticated' ? session.user : undefined;
}
