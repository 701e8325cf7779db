import { api, expectData, publicApi } from '../api/api-client';
import { page } from '../language/language';
import { openByServer, readLock } from '../vault/lock';
import { markLock } from '../vault/vault';
import { bytesOfBase64url } from './base64url';

/**
 * The server's key, which opens a user's lock after a login.
 * @param token of a session that is about to open; otherwise that of the signed-in user
 * @throws if the server does not answer
 */
export async function fetchSecret(token?: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer =
    token === undefined
      ? await api.GET('/api/user/me/device-key')
      : await publicApi.GET('/api/user/me/device-key', { headers: { 'x-auth-token': token } });
  return bytesOfBase64url(expectData(answer).secret);
}

/**
 * Opens what is kept of a user who has just signed in. A lock that still has a PIN asks for it; one that its owner has
 * given up is removed by the server's key.
 * @throws if the server does not give that now. The next start tries again.
 */
export async function openAfterLogin(userId: string, token: string | undefined): Promise<void> {
  const lock = await readLock(userId);
  if (!lock) return;
  if (lock.hasPin) {
    markLock(userId);
    page.reload();
    // The session must not open in the meantime.
    await new Promise(() => undefined);
  }
  if (token !== undefined && (await openByServer(userId, await fetchSecret(token)))) markLock(null);
}
