import createClient from 'openapi-fetch';
import type { paths } from '../api/api-types.gen';
import { userOfToken } from '../api/token';
import { channelOf, SENT, sendingLockOf } from './channel';
import type { Entry, Waiting } from './outbox';
import { requestChange } from './request-change';
import { type Outcome, sendAll } from './sender';
import { openVault, usersHere, type Vault } from './vault';

/** A change that the service worker has sent. It is kept until a page has brought its lists and drafts up to date. */
export interface SentInBackground {
  one: Waiting;
  /** Undefined if it is a deletion. */
  entry?: Entry;
}

/** Milliseconds to wait for an answer. */
const DEADLINE_MS = 30_000;

/**
 * Sends what waits of the user of the session cookie, as a page does and never beside one. A change that the server refuses
 * is left to the page, which tells its writer why.
 * @throws if something has to be tried again later
 */
export async function sendInBackground(): Promise<void> {
  const token = await fetchToken();
  if (token === undefined) return;
  const { id: userId } = userOfToken(token);
  // Opening it would create a key for a user who keeps nothing here.
  if (!(await usersHere()).includes(userId)) return;
  const vault = await openVault(userId);
  const channel = new BroadcastChannel(channelOf(userId));
  const run = () =>
    sendAll({
      outbox: {
        edit: async (change) => {
          await vault.edit(change);
          channel.postMessage('changed');
        },
      },
      send: (one) => send(vault, token, one),
      onAttempt: () => undefined,
    });
  try {
    const again = await navigator.locks.request(sendingLockOf(userId), { ifAvailable: true }, (lock) =>
      // A page is sending.
      lock ? run() : false,
    );
    if (again) throw new Error('Something still waits');
  } finally {
    channel.close();
  }
}

/** The token of the session cookie. Undefined if the session has ended: what waits stays sealed then. */
export async function fetchToken(): Promise<string | undefined> {
  const answer = await fetch('/api/session', { cache: 'no-store', signal: AbortSignal.timeout(DEADLINE_MS) });
  if (answer.status === 200) return ((await answer.json()) as { token: string }).token;
  if (answer.ok || answer.status === 401) return undefined;
  throw new Error(`No session: ${answer.status}`);
}

/** Sends requests of the service worker. */
export const clientOf = (token: string) =>
  createClient<paths>({
    baseUrl: location.origin,
    cache: 'no-store',
    headers: { 'x-auth-token': token },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });

async function send(vault: Vault, token: string, one: Waiting): Promise<Outcome> {
  try {
    const { data, response } = await requestChange(clientOf(token), one);
    if (!response.ok) return { kind: 'later' };
    const done = data && { entry: data };
    // Before it leaves the outbox, so that no page misses it.
    await vault.keep(SENT + one.id, { one, ...done } satisfies SentInBackground);
    return { kind: 'done', ...done };
  } catch {
    return { kind: 'later' };
  }
}
