import { ApiError } from '../api/api-error';
import { frontStore } from '../api/front';
import { sessionStore, signedInId } from '../api/session';
import { openChannel } from '../channel';
import { applyEdit, nextToSend, type Waiting } from './changes';
import { sweepPhotos } from './kept-photos';
import { forgetMade, noteMade } from './made';
import {
  channelOf,
  isRecent,
  isTooOld,
  newestSent,
  openMemory,
  type Outbox,
  type Outcome,
  pauseAfter,
  sendAll,
  sendingLockOf,
  type Sent,
} from './sender';
import { apiOf, askForSync, outcomeOfProblem, sendChange } from './send-change';
import { SENT } from '../vault/names';
import { isSharedDevice } from '../vault/shared-device';
import { openVault, type Vault } from '../vault/vault';
import { UNREAD, waitingStore } from './waiting';

/*
 * The outbox of the signed-in user: every save, edit and deletion goes through it, with a connection and without. It is
 * stored on this device first, and one tab at a time sends it. Every tab learns what came of it from the same records.
 */

/** Milliseconds after which a page stops to wait for the server's answer, since the change is kept. */
const ANSWER_MS = 8_000;

/**
 * Called once in every tab for each change that the server has taken.
 * @param when `awaited` if `submit` is waiting for it and tells its caller, `earlier` if it was before this page was opened
 */
type OnSent = (sent: Sent, when: 'awaited' | 'now' | 'earlier') => void | Promise<void>;

interface Device {
  userId: string;
  opened: Promise<{ outbox: Outbox; vault?: Vault }>;
  /** The ids of changes of which all listeners of this tab know that they were sent. */
  known: Set<string>;
  /** Whether all listeners are there. They are told again what some of them may have missed before. */
  isStarted: boolean;
  channel?: BroadcastChannel;
  close: () => void;
}

const listeners = new Set<OnSent>();
/** What `submit` waits for, by the id of the change. */
const awaited = new Map<string, (outcome: Outcome) => void>();
let device: Device | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Calls `listener` for each change that was sent, by this tab or elsewhere. Returns a function that stops it. */
export function onSent(listener: OnSent): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens what this device keeps of the signed-in user, and sends what waits. Call it when all listeners are there. */
export function startDevice(): void {
  const current = currentDevice();
  if (!current) return;
  current.isStarted = true;
  void catchUp().then(sendNow);
  void vaultNow()
    .then((vault) => vault && sweepPhotos(vault))
    .catch(() => undefined);
}

/** What the signed-in user keeps on this device; undefined if no user is signed in, or if the browser cannot keep anything. */
export async function vaultNow(): Promise<Vault | undefined> {
  return (await currentDevice()?.opened)?.vault;
}

/** Edits what waits. Resolves when it is stored. */
export async function editOutbox(
  change: Parameters<Outbox['edit']>[0],
  current = currentDevice(),
): Promise<void> {
  const opened = await current?.opened;
  // What one user wrote must not become another's.
  if (!current || !opened || device !== current) throw new ApiError(401, []);
  const { outbox, vault } = opened;
  let after: Waiting[] | undefined;
  let hasChanged = false;
  let isRemoval = false;
  let sent: Sent[] = [];
  await outbox.edit(async (waiting) => {
    const edit = await change(waiting);
    after = applyEdit(waiting, edit);
    hasChanged = edit.put.length + edit.remove.length > 0;
    isRemoval = edit.remove.length > 0;
    sent = Object.entries(edit.keep ?? {}).flatMap(([name, one]) =>
      name.startsWith(SENT) ? [one as Sent] : [],
    );
    return edit;
  });
  // Before the entry that waited is gone: its card stays, and so does an editor in it.
  for (const one of sent) await tell(current, one);
  if (after && device === current) waitingStore.set(after);
  // The other tabs only read then. Otherwise two tabs would call each other without end.
  if (hasChanged) current.channel?.postMessage('changed');
  // Photos of what was sent, or taken back.
  if (isRemoval && vault) void sweepPhotos(vault).catch(() => undefined);
}

/**
 * What came of an attempt to send a change, of this tab or another; undefined if it was not attempted in time.
 * @param isKept whether a page need not wait for long
 */
export async function outcomeOf(id: string, isKept: boolean): Promise<Outcome | undefined> {
  try {
    return await new Promise((resolve) => {
      awaited.set(id, resolve);
      if (isKept) setTimeout(resolve, ANSWER_MS);
      // If another tab or the service worker is sending, its answer is on its way.
      void sendNow().then(() => isSentElsewhere || resolve(undefined));
    });
  } finally {
    awaited.delete(id);
  }
}

/** Reads what waits and what was sent, which another tab or the service worker may have changed. */
async function catchUp(): Promise<void> {
  // A session may end meanwhile.
  await readSent().catch(() => undefined);
  await editOutbox(() => ({ put: [], remove: [] })).catch(() => undefined);
  for (const { id, problem } of waitingStore.get()) if (problem) awaited.get(id)?.(outcomeOfProblem(problem));
}

async function readSent(): Promise<void> {
  const current = currentDevice();
  const vault = (await current?.opened)?.vault;
  if (!current || !vault) return;
  const all = (await vault.list(SENT)) as Map<string, Sent>;
  const newest = new Set(newestSent([...all.values()]));
  for (const [name, sent] of all) {
    if (isRecent(sent)) await tell(current, sent);
    else if (isTooOld(sent) || !newest.has(sent)) await vault.drop(name);
  }
}

export async function readMade(vault: Vault | undefined): Promise<void> {
  for (const sent of (await vault?.list(SENT))?.values() ?? []) noteMade(sent as Sent);
}

/** Tells this tab that a change was sent, once. */
async function tell(current: Device, sent: Sent): Promise<void> {
  const { id, entry } = sent;
  if (device !== current || current.known.has(id)) return;
  if (current.isStarted) current.known.add(id);
  noteMade(sent);
  const resolve = awaited.get(id);
  // Without a connection, lists show what is kept, so the first listener keeps it before the others look.
  const when = resolve ? 'awaited' : sent.at < performance.timeOrigin ? 'earlier' : 'now';
  for (const listener of [...listeners]) await listener(sent, when);
  resolve?.(entry ? { kind: 'saved', entry } : { kind: 'gone' });
}

let sending: Promise<void> | undefined;
/** Whether the last run found that another tab or the service worker is sending. */
let isSentElsewhere = false;

/** Sends what waits, unless another tab does. Resolves when nothing can be sent for now. */
export function sendNow(): Promise<void> {
  clearTimeout(timer);
  // A change that was added while the last one was being sent is found by the same run, or by the next.
  sending = (sending ?? Promise.resolve()).then(send);
  return sending;
}

/** Never fails: what cannot be sent now is tried again later. */
async function send(): Promise<void> {
  const current = currentDevice();
  if (!current) return;
  const again = await sendAs(current).catch(() => nextToSend(waitingStore.get()) !== undefined);
  if (!again || device !== current) return;
  if (!isSentElsewhere) {
    failures += 1;
    void askForSync();
  }
  timer = setTimeout(() => void sendNow(), pauseAfter(Math.max(failures, 1)));
}

/** @returns whether to try again later */
async function sendAs(current: Device): Promise<boolean> {
  const client = apiOf(current.userId);
  const { vault } = await current.opened;
  const run = () =>
    sendAll({
      outbox: { edit: (change) => editOutbox(change, current) },
      send: (one, isRepeated) => sendChange(client, vault, one, isRepeated),
      onAttempt: ({ id }, outcome) => {
        if (outcome.kind !== 'waiting') failures = 0;
        // It looked like a sign-in, until another change got through.
        if (outcome.kind === 'stopped') frontStore.set(false);
        awaited.get(id)?.(outcome);
      },
    });
  isSentElsewhere = false;
  // What is not kept is of this tab alone, and a browser that refuses storage refuses locks, too.
  if (!vault) return run();
  return navigator.locks.request(sendingLockOf(current.userId), { ifAvailable: true }, (lock) => {
    // The tab or worker that is sending finds this change, too, unless it is about to stop.
    isSentElsewhere = lock === null;
    return lock ? run() : nextToSend(waitingStore.get()) !== undefined;
  });
}

/** The device of the signed-in user, which is opened if it is not. */
export function currentDevice(): Device | undefined {
  const userId = signedInId();
  if (device?.userId !== userId) {
    device?.close();
    device = userId === undefined ? undefined : open(userId);
  }
  return device;
}

/** On a shared device, and if the browser cannot keep anything, what waits lasts as long as the page. */
async function openOutbox(userId: string): Promise<Awaited<Device['opened']>> {
  try {
    if (isSharedDevice()) return { outbox: openMemory() };
    const vault = await openVault(userId);
    // Before the first change is made, which may be of a version that was replaced while no page was open.
    await readMade(vault);
    return { outbox: vault, vault };
  } catch {
    return { outbox: openMemory() };
  }
}

function open(userId: string): Device {
  const channel = openChannel(channelOf(userId));
  channel?.addEventListener('message', () => void catchUp());
  const send = () => void sendNow();
  const onVisible = () => document.visibilityState === 'visible' && void catchUp().then(send);
  window.addEventListener('online', send);
  document.addEventListener('visibilitychange', onVisible);
  // What another user has must never be shown.
  const stop = sessionStore.subscribe(currentDevice);
  return {
    userId,
    opened: openOutbox(userId),
    known: new Set(),
    isStarted: false,
    ...(channel && { channel }),
    close() {
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', onVisible);
      stop();
      clearTimeout(timer);
      failures = 0;
      channel?.close();
      waitingStore.set(UNREAD);
      forgetMade();
    },
  };
}
