import type { components } from './api-types.gen';
import { refetchInTabs } from '../refetch-in-tabs';
import { createStore, useStore } from '../store';
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

/** @param token undefined for a session that opens without a connection */
type Preparation = (user: SessionUser, token?: string) => Promise<void>;

let prepare: Preparation | undefined;

/** Sets what has to happen before a user's session opens, such as loading their drafts, which forms need at once. */
export function prepareWith(preparation: Preparation): void {
  prepare = preparation;
}

let preparing: [userId: string, done: Promise<void>] | undefined;

/** Prepares the session of a user who is not signed in yet, once. Never fails. */
export async function prepareSession(user: SessionUser, token?: string): Promise<void> {
  if (!prepare || signedInId() === user.id) return;
  if (preparing?.[0] !== user.id) {
    const done = prepare(user, token).catch(() => undefined);
    preparing = [user.id, done.finally(() => (preparing = undefined))];
  }
  await preparing[1];
}

/** Opens a session that the user has just begun, when it is prepared. Throws if the token holds no user. */
export async function beginSession(token: string): Promise<SessionUser> {
  await prepareSession(userOfToken(token), token);
  return openSession(token);
}

/** Sets the user from the token. Throws if the token holds none. */
export function openSession(token: string): SessionUser {
  const user = userOfToken(token);
  sessionStore.set({ status: 'authenticated', token, user });
  return user;
}

/** Takes a new token of the signed-in user, which holds what has changed. Another user may have signed in meanwhile. */
export function renewSession(token: string): void {
  const { id } = userOfToken(token);
  if (id !== signedInId()) return;
  openSession(token);
  refetchInTabs(id, ['profile']);
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

/** The signed-in user, for code that is not a component. */
export function signedInUser(): SessionUser | undefined {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user : undefined;
}

export const signedInId = (): string | undefined => signedInUser()?.id;
