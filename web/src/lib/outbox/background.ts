import createClient, { type Client } from 'openapi-fetch';
import { ForeignAnswer, ownAnswer } from '../api/own-answer';
import type { paths } from '../api/api-types.gen';
import { userOfToken } from '../api/token';
import { showBadge } from './badge';
import type { Waiting } from './changes';
import { sweepPhotos } from './kept-photos';
import {
  channelOf,
  deadlineOf,
  type Outcome,
  requestChange,
  sendAll,
  sendingLockOf,
  successOf,
} from './sender';
import { lockState, openVault, usersHere, type Vault } from '../vault/vault';

/**
 * Sends what waits of the user of the session cookie, as a page does and never beside one.
 * @throws if something has to be tried again later
 */
export async function sendInBackground(): Promise<void> {
  const token = await fetchToken();
  if (token === undefined) return;
  const { id: userId, email } = userOfToken(token);
  // Opening it would create a key for a user who keeps nothing here.
  if (!(await usersHere()).includes(userId)) return;
  // A page sends it once the lock is open.
  if ((await lockState(userId)) !== 'none') return;
  const vault = await openVault(userId);
  const channel = new BroadcastChannel(channelOf(userId));
  const client = clientOf(token);
  const run = () =>
    sendAll({
      outbox: vault,
      send: (one) => send(client, vault, one, email),
      onAttempt: () => channel.postMessage('changed'),
    });
  try {
    const again = await navigator.locks.request(sendingLockOf(userId), { ifAvailable: true }, (lock) =>
      // A page is sending.
      lock ? run() : false,
    );
    await sweepPhotos(vault);
    showBadge(await countOf(vault));
    if (again) throw new Error('Something still waits');
  } finally {
    channel.close();
  }
}

async function countOf(vault: Vault): Promise<number> {
  let count = 0;
  await vault.edit<Waiting>((waiting) => {
    count = waiting.length;
    return { put: [], remove: [] };
  });
  return count;
}

/** What the server refuses is left to a page, which tells its writer why. */
async function send(client: Client<paths>, vault: Vault, one: Waiting, email: string): Promise<Outcome> {
  const attempt = await requestChange(client, vault, one, email);
  const success = 'answer' in attempt ? successOf(attempt.sent, attempt.answer) : undefined;
  return success ?? { kind: 'waiting', ...(attempt.stop && { stop: attempt.stop }) };
}

/**
 * The token of the session cookie. Undefined if the session has ended: what waits stays sealed then.
 * @throws if the journal did not answer, or not now
 */
export async function fetchToken(): Promise<string | undefined> {
  const answer = await fetchOwn(new Request('/api/session', { cache: 'no-store' }));
  if (answer.status === 204 || answer.status === 401) return undefined;
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new ForeignAnswer();
  return token;
}

/** Sends requests of the service worker. */
export const clientOf = (token: string) =>
  createClient<paths>({
    baseUrl: location.origin,
    cache: 'no-store',
    headers: { 'x-auth-token': token },
    fetch: fetchOwn,
  });

const fetchOwn = async (request: Request): Promise<Response> =>
  ownAnswer(await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(deadlineOf(request)) }));
