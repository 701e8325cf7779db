import { ApiError, toApiError } from '../api/api-error';
import { sessionStore } from '../api/session';
import { createStore, useStore } from '../drafts/store';
import type { SentInBackground } from './background-sender';
import { askForSync } from './background-sync';
import { channelOf, SENT, sendingLockOf } from './channel';
import {
  applied,
  discard,
  type Entry,
  nextToSend,
  type OutboxEdit,
  readdressed,
  type Waiting,
} from './outbox';
import { type Outcome, pauseAfter, sendAll } from './sender';
import { sendChange } from './send-change';
import { isSharedDevice } from './shared-device';
import { openMemory, openVault, type Vault } from './vault';

/*
 * The outbox of the signed-in user: every save, edit and deletion goes through it, with a connection and without. It is
 * stored on this device first, and one tab at a time sends it.
 */

/** Milliseconds after which a page stops to wait for the server's answer, since the change is kept. */
const ANSWER_MS = 8_000;

/**
 * @param isAwaited whether `submit` is waiting for the outcome, and tells its caller
 * @returns what later listeners wait for if the service worker made the attempt
 */
type Attempt = (one: Waiting, outcome: Outcome, isAwaited: boolean) => void | Promise<void>;

interface Device {
  userId: string;
  opened: Promise<{ outbox: Pick<Vault, 'edit'>; vault?: Vault }>;
  channel?: BroadcastChannel;
  close: () => void;
}

const waitingStore = createStore<Waiting[]>([]);
const listeners = new Set<Attempt>();
const awaited = new Set<string>();
/** The entries that new ones became since this page was opened, by the id under which they waited. */
const arrived = new Map<string, Entry>();
let device: Device | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** What waits to be sent, in order. */
export const useWaiting = (): Waiting[] => useStore(waitingStore);

/** The entry that a new one became, by the id under which it waited. */
export const arrivedAs = (entryId: string): Entry | undefined => arrived.get(entryId);

/** Calls `listener` after each attempt of this tab to send a change. Returns a function that stops it. */
export function onAttempt(listener: Attempt): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens what this device keeps of the signed-in user, and sends what waits. Does nothing if it is open. */
export function startDevice(): void {
  if (currentDevice()) void catchUp().then(sendNow);
}

/** What the signed-in user keeps on this device; undefined if no user is signed in, or if the browser cannot keep anything. */
export async function vaultNow(): Promise<Vault | undefined> {
  return (await currentDevice()?.opened)?.vault;
}

/** Edits what waits. Resolves when it is stored. */
export async function editOutbox(change: (waiting: Waiting[]) => OutboxEdit): Promise<void> {
  const current = currentDevice();
  if (!current) throw new ApiError(401, []);
  const { outbox } = await current.opened;
  let after: Waiting[] | undefined;
  let hasChanged = false;
  await outbox.edit((waiting) => {
    const edit = change(waiting);
    after = applied(waiting, edit);
    hasChanged = edit.put.length + edit.remove.length > 0;
    return edit;
  });
  if (after && device === current) waitingStore.set(after);
  // The other tabs only read then. Otherwise two tabs would call each other without end.
  if (hasChanged) current.channel?.postMessage('changed');
}

/**
 * Stores a change and tries to send it.
 * @returns the entry that the server answered, if it was sent and is not a deletion; `waiting` if it waits
 * @throws ApiError if the server refuses it, or if it can neither be sent nor be kept. It does not wait then.
 */
export async function submit(
  change: (waiting: Waiting[]) => OutboxEdit,
): Promise<{ entry?: Entry; waiting?: Waiting }> {
  let one: Waiting | undefined;
  const edit = (waiting: Waiting[]): OutboxEdit => {
    const made = readdressed(waiting, change(waiting), arrivedAs);
    one = made.put.at(-1);
    return made;
  };
  const canKeep = (await vaultNow()) !== undefined;
  const isKept = await editOutbox(edit).then(
    () => true,
    () => false,
  );
  // The browser's storage is full, or was taken away: without it, the change is sent or it fails.
  if (!isKept && one) return sendUnkept(one);
  const stored: Waiting | undefined = one;
  // Nothing is left to be sent, such as a new entry that was deleted again.
  if (!stored) return {};
  awaited.add(stored.id);
  const last: { outcome?: Outcome } = {};
  const stop = onAttempt((sent, outcome) => {
    if (sent.id === stored.id) last.outcome = outcome;
  });
  await (canKeep ? Promise.race([sendNow(), untilGone(stored.id, ANSWER_MS)]) : sendNow());
  if (!last.outcome && isSentElsewhere) await untilGone(stored.id, ANSWER_MS);
  stop();
  awaited.delete(stored.id);
  const { outcome } = last;
  if (outcome?.kind === 'done') return outcome.entry ? { entry: outcome.entry } : {};
  if (outcome?.kind === 'signed-out') {
    // What is kept stays sealed until its writer logs in again.
    if (canKeep) return { waiting: stored };
    throw outcome.error;
  }
  if (outcome?.kind !== 'problem') {
    const still = waitingStore.get().find(({ id }) => id === stored.id);
    if (!still) return {};
    if (canKeep) {
      void askForSync();
      return { waiting: still };
    }
  }
  await editOutbox((waiting) => discard(waiting, stored));
  throw errorOf(outcome);
}

/** Why a change was not taken; that the server cannot be reached, if it was not even tried. */
const errorOf = (outcome: Outcome | undefined): ApiError =>
  (outcome && 'error' in outcome ? outcome.error : undefined) ?? toApiError(undefined);

async function sendNoted(one: Waiting): Promise<Outcome> {
  const outcome = await sendChange(one);
  if (outcome.kind === 'done') noteArrival(one, outcome.entry);
  return outcome;
}

function noteArrival({ entryId, change }: Waiting, entry: Entry | undefined): void {
  if (change.kind === 'create' && entry) arrived.set(entryId, entry);
}

async function sendUnkept(one: Waiting): Promise<{ entry?: Entry }> {
  const outcome = await sendNoted(one);
  if (outcome.kind === 'done') return outcome.entry ? { entry: outcome.entry } : {};
  throw errorOf(outcome);
}

/** Resolves when a change has left the outbox, or after some milliseconds. */
function untilGone(id: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(limit);
      stop();
      resolve();
    };
    const stop = waitingStore.subscribe(() => {
      if (waitingStore.get().every((one) => one.id !== id)) end();
    });
    const limit = setTimeout(end, ms);
  });
}

/** Reads what waits, which another tab or the service worker may have changed. */
async function catchUp(): Promise<void> {
  // A session may end meanwhile.
  await noteSent().catch(() => undefined);
  await editOutbox(() => ({ put: [], remove: [] })).catch(() => undefined);
}

/** What the service worker has sent counts as if this page had sent it. */
async function noteSent(): Promise<void> {
  const current = currentDevice();
  const vault = (await current?.opened)?.vault;
  if (!vault) return;
  for (const [name, sent] of await vault.list(SENT)) {
    if (device !== current) return;
    const { one, entry } = sent as SentInBackground;
    noteArrival(one, entry);
    // Without a connection, lists show what is kept, so the first listener keeps it before the others look.
    for (const listener of [...listeners])
      await listener(one, { kind: 'done', ...(entry && { entry }) }, awaited.has(one.id));
    await vault.drop(name);
  }
}

let sending: Promise<void> | undefined;
/** Whether the last run found that another tab is sending. */
let isSentElsewhere = false;

/** Sends what waits, unless another tab does. Resolves when nothing can be sent for now. */
export function sendNow(): Promise<void> {
  clearTimeout(timer);
  // A change that was added while the last one was being sent is found by the same run, or by the next.
  sending = (sending ?? Promise.resolve()).then(send).catch(() => undefined);
  return sending;
}

async function send(): Promise<void> {
  const current = currentDevice();
  if (!current) return;
  const run = () =>
    sendAll({
      outbox: {
        edit: (change) => (device === current ? editOutbox(change) : Promise.reject(new Error('left'))),
      },
      send: sendNoted,
      onAttempt: (one, outcome) => {
        if (outcome.kind !== 'later') failures = 0;
        for (const listener of [...listeners]) void listener(one, outcome, awaited.has(one.id));
      },
    });
  isSentElsewhere = false;
  const { vault } = await current.opened;
  // What is not kept is of this tab alone, and a browser that refuses storage refuses locks, too.
  const again = vault
    ? await navigator.locks.request(sendingLockOf(current.userId), { ifAvailable: true }, (lock) => {
        // The tab or worker that is sending finds this change, too, unless it is about to stop.
        isSentElsewhere = lock === null;
        return lock ? run() : nextToSend(waitingStore.get()) !== undefined;
      })
    : await run();
  if (!again) return;
  if (!isSentElsewhere) {
    failures += 1;
    void askForSync();
  }
  timer = setTimeout(() => void sendNow(), pauseAfter(Math.max(failures, 1)));
}

/** The device of the signed-in user, which is opened if it is not. */
function currentDevice(): Device | undefined {
  const session = sessionStore.get();
  const userId = session.status === 'authenticated' ? session.user.id : undefined;
  if (device?.userId !== userId) {
    device?.close();
    device = userId === undefined ? undefined : open(userId);
  }
  return device;
}

/** On a shared device, and if the browser cannot keep anything, what waits lasts as long as the page. */
async function openOutbox(userId: string): Promise<Awaited<Device['opened']>> {
  try {
    const vault = isSharedDevice() ? undefined : await openVault(userId);
    return vault ? { outbox: vault, vault } : { outbox: openMemory() };
  } catch {
    return { outbox: openMemory() };
  }
}

/** Undefined if the browser forbids storage: Firefox forbids this as well then. */
function openChannel(userId: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelOf(userId));
  } catch {
    return undefined;
  }
}

function open(userId: string): Device {
  const channel = openChannel(userId);
  channel?.addEventListener('message', () => void catchUp());
  const send = () => void sendNow();
  const onVisible = () => document.visibilityState === 'visible' && send();
  window.addEventListener('online', send);
  document.addEventListener('visibilitychange', onVisible);
  // What another user has must never be shown.
  const stop = sessionStore.subscribe(currentDevice);
  return {
    userId,
    opened: openOutbox(userId),
    ...(channel && { channel }),
    close() {
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', onVisible);
      stop();
      clearTimeout(timer);
      failures = 0;
      channel?.close();
      waitingStore.set([]);
      arrived.clear();
    },
  };
}
