import type { components } from './api-types.gen';
import { createStore, useStore } from './store';
import { userOfToken } from './token';

export type SessionUser = components['schemas']['SessionUserDto'];

/**
 * The token lives here, in memory, and nowhere else: a script that gets at storage or at cookies finds nothing.
 * `restoring` lasts from the page's start until GET /session has answered. `reason` says why there is
 * nobody: never was (`none`), logged out just now (`left`), or the session ran out (`expired`).
 */
export type Session =
  | { status: 'restoring' }
  | { status: 'anonymous'; reason: 'none' | 'left' | 'expired' }
  | { status: 'authenticated'; token: string; user: SessionUser };

const RESTORING: Session = { status: 'restoring' };

export const sessionStore = createStore<Session>(RESTORING);

/** Sets the user from the token's contents. Throws when the token holds none. */
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

/** The signed-in user. Only for what stands behind the guard; elsewhere read useSession. */
export function useUser(): SessionUser | undefined {
  const session = useSession();
  return session.status === 'authenticated' ? session.user : undefined;
}
