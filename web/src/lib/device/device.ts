import { sessionStore } from '../api/session';
import { createStore, useStore } from '../drafts/store';
import type { OutboxEdit, Waiting } from './outbox';
import { type Outcome, pauseAfter, sendAll } from './sender';
import { sendChange } from './send-change';
import { openMemory, openVault, type Vault } from './vault';

/*
 * The outbox of the signed-in user: every save, edit and deletion goes through it, with a connection and without. It is
 * stored on this device first, and one tab at a time sends it.
 */

const CHANNEL = 'inner-weather.waiting';

type Settled = (one: Waiting, outcome: Outcome) => void;

interface Device {
  userId: string;
  outbox: Pick<Vault, 'edit'>;
  /** Undefined if this browser cannot keep anything. */
  vault: Vault | undefined;
}

const waitingStore = createStore<Waiting[]>([]);
const listeners = new Set<Settled>();
let device: Promise<Device> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let channel: BroadcastChannel | undefined;

/** What waits to be sent, in order. */
export const useWaiting = (): Waiting[] => useStore(waitingStore);

export const waitingNow = (): Waiting[] => waitingStore.get();

/** Calls `listener` when a change of this tab was sent or has a problem. Returns a function that stops it. */
export function onSettled(listener: Settled): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens what this device keeps of a user, and sends what waits. Returns a function that stops sending. */
export function openDevice(userId: string): () => void {
  const opened = open(userId);
  device = opened;
  channel = 'BroadcastChannel' in window ? new BroadcastChannel(`${CHANNEL}.${userId}`) : undefined;
  channel?.addEventListener('message', () => void refresh());
  const send = () => void sendNow();
  const onVisible = () => document.visibilityState === 'visible' && send();
  window.addEventListener('online', send);
  document.addEventListener('visibilitychange', onVisible);
  void refresh().then(send);
  return () => {
    window.removeEventListener('online', send);
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(timer);
    channel?.close();
    channel = undefined;
    if (device === opened) device = undefined;
    waitingStore.set([]);
  };
}

async function open(userId: string): Promise<Device> {
  try {
    const vault = await openVault(userId);
    return { userId, outbox: vault, vault };
  } catch {
    return { userId, outbox: openMemory(), vault: undefined };
  }
}

/** What the signed-in user keeps on this device; undefined if the browser cannot keep anything. */
export async function vaultNow(): Promise<Vault | undefined> {
  return (await device)?.vault;
}

/** Edits what waits. Resolves when it is stored. */
export async function editOutbox(change: (waiting: Waiting[]) => OutboxEdit): Promise<void> {
  const current = await device;
  if (!current) throw new Error('No user is signed in');
  await current.outbox.edit(change);
  await refresh();
  channel?.postMessage('changed');
}

/** Reads what waits, which another tab may have changed. */
async function refresh(): Promise<void> {
  const current = await device;
  if (!current) return;
  await current.outbox.edit((waiting) => {
    if (device) waitingStore.set(waiting);
    return { put: [], remove: [] };
  });
}

let sending: Promise<void> | undefined;

/** Sends what waits, unless another tab does. Resolves when nothing can be sent for now. */
export function sendNow(): Promise<void> {
  clearTimeout(timer);
  // A change that was added while the last one was being sent is found by the same run, or by the next.
  sending = (sending ?? Promise.resolve()).then(send, send);
  return sending;
}

async function send(): Promise<void> {
  const current = await device;
  if (!current || !isSignedIn(current.userId)) return;
  const outbox = { edit: editOutbox };
  const run = () =>
    sendAll({
      outbox,
      send: sendChange,
      onSettled: (one, outcome) => {
        failures = 0;
        for (const listener of [...listeners]) listener(one, outcome);
      },
    });
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const again = locks
    ? await locks.request(`${CHANNEL}.sending.${current.userId}`, { ifAvailable: true }, (lock) =>
        // The tab that is sending will find this change, too.
        lock ? run() : undefined,
      )
    : await run();
  if (!again) return;
  failures += 1;
  timer = setTimeout(() => void sendNow(), Math.max(again.againAfterMs, pauseAfter(failures)));
}

function isSignedIn(userId: string): boolean {
  const session = sessionStore.get();
  return session.status === 'authenticated' && session.user.id === userId;
}
