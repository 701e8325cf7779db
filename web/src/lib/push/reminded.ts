/*
 * Whose reminders come to this device. A browser knows its push subscription, but neither whose it is nor whether the
 * server still has it. Pages and the service worker read it, also after the session has ended, so it is not sealed: it
 * holds two ids.
 */

export interface Reminded {
  userId: string;
  /** The id that the server gave to the subscription: see `deviceIdOf`. */
  deviceId: string;
}

/** The record is in a cache, since that is created when something is kept, and not by looking. */
const CACHE = 'inner-weather.reminded';
const ADDRESS = '/reminded';

/** Undefined if nobody is reminded here. */
export async function readReminded(): Promise<Reminded | undefined> {
  const kept = await caches.match(ADDRESS, { cacheName: CACHE });
  return (await kept?.json()) as Reminded | undefined;
}

export async function keepReminded(reminded: Reminded): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, new Response(JSON.stringify(reminded)));
}

export async function forgetReminded(): Promise<void> {
  await caches.delete(CACHE);
}

/** The id that the server gives to a subscription: a SHA-256 in base64url. */
export async function deviceIdOf(userId: string, endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${userId} ${endpoint}`));
  return base64url(hash);
}

export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
