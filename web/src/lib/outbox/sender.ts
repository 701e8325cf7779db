import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import type { Client } from 'openapi-fetch';
import type { ApiError } from '../api/api-error';
import type { paths } from '../api/api-types.gen';
import { ForeignAnswer } from '../api/own-answer';
import { SENT } from '../vault/names';
import type { Vault } from '../vault/vault';
import {
  applyEdit,
  type Change,
  type Entry,
  lacksPhotos,
  nextToSend,
  type OutboxEdit,
  type Problem,
  settle,
  type Waiting,
} from './changes';
import { type Answer, sendWithPhotos } from './kept-photos';

/*
 * Sends what waits, from a page and from the service worker, which knows no languages.
 */

const NAME = 'inner-weather.waiting';

/** The BroadcastChannel that tells the tabs that what waits of a user has changed. */
export const channelOf = (userId: string): string => `${NAME}.${userId}`;

/** The Web Lock of the tab or worker that sends what waits of a user. */
export const sendingLockOf = (userId: string): string => `${NAME}.sending.${userId}`;

/** The tag of the Background Sync. */
export const SYNC_TAG = NAME;

/**
 * What stops a change, though others may get through: something in front of the journal refuses it, maybe for its words, or
 * one of its photos gets no answer that counts.
 */
export type Stop = 'front' | 'photo';

/** What came of an attempt to send a change. */
export type Outcome =
  /** The server has it. */
  | { kind: 'saved'; entry: Entry }
  /** The entry is not on the server any more, as a deletion wants it. */
  | { kind: 'gone'; error?: ApiError }
  /** The entry has been changed elsewhere. */
  | { kind: 'changed'; current: Entry; error: ApiError }
  /** The server refuses this change for good. */
  | { kind: 'refused'; error: ApiError }
  /** No answer, or one that says nothing about the change. Without `stop`, nothing gets through for now. */
  | { kind: 'waiting'; error?: ApiError; stop?: Stop }
  /** Something in front of the journal refuses this change and lets others through. */
  | { kind: 'stopped' }
  /** The session has ended. What is kept stays sealed until its writer logs in again. */
  | { kind: 'signed-out'; error: ApiError };

/**
 * A change that the server has taken. Kept for a day, so that every tab learns of it, also one that opens later, and the
 * last one of each entry for two weeks, in case the server is restored from a backup.
 */
export interface Sent {
  id: string;
  /** Under which it waited. */
  entryId: string;
  kind: Change['kind'];
  /** `updatedAt` of the version that it changed; '' if it is a new entry. */
  base: string;
  /** Undefined if the entry is gone. */
  entry?: Entry;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds for which tabs learn that a change was sent, and for which the last one of an entry is kept. */
const TOLD_MS = 24 * 60 * 60_000;
const KEPT_MS = 14 * TOLD_MS;

/** Whether tabs still learn of it. */
export const isRecent = ({ at }: Sent): boolean => Date.now() - at < TOLD_MS;

export const isTooOld = ({ at }: Sent): boolean => !(Date.now() - at < KEPT_MS);

/** The last change of each entry. */
export function newestSent(all: readonly Sent[]): Sent[] {
  const newest = new Map<string, Sent>();
  for (const one of [...all].sort((a, b) => a.at - b.at)) newest.set(one.entry?._id ?? one.entryId, one);
  return [...newest.values()];
}

/** What was answered about a change; `thrown` if the journal did not answer. */
type Attempt = ({ sent: Waiting; answer: Answer } | { thrown: unknown }) & {
  /** What stops the change, if the attempt says nothing about it. */
  stop?: Stop;
};

/**
 * Sends a change that waits, after its photos. Never rejects.
 * @param vault what has its photos
 * @param email of its writer by now, who may have changed it since the change began to wait; undefined if it is not known
 */
export async function requestChange(
  client: Client<paths>,
  vault: Vault | undefined,
  one: Waiting,
  email: string | undefined,
): Promise<Attempt> {
  let isAboutPhoto = true;
  try {
    const attempt = await sendWithPhotos(client, vault, one, (ready): Promise<Answer> => {
      isAboutPhoto = false;
      return request(client, ready, email);
    });
    return isAboutPhoto ? { ...attempt, stop: 'photo' } : attempt;
  } catch (thrown) {
    if (isRefusedInFront(thrown)) return { thrown, stop: 'front' };
    return isAboutPhoto ? { thrown, stop: 'photo' } : { thrown };
  }
}

/** The statuses with which something in front asks to come again later, whatever is sent. */
const LATER_IN_FRONT = [408, 425, 429];

/** What the journal says of the way to it is no answer of something in front, and stops all changes. */
const isRefusedInFront = (error: unknown): boolean =>
  error instanceof ForeignAnswer &&
  error.problem === undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  !LATER_IN_FRONT.includes(error.status);

function request(client: Client<paths>, { id, entryId, change }: Waiting, email: string | undefined) {
  if (change.kind === 'create') {
    const header = { 'Idempotency-Key': id };
    // An edited entry may have an empty mood, which a new one leaves out.
    const inputMood = change.body.inputMood || undefined;
    const body = { ...change.body, inputMood, ...(email !== undefined && { email }) };
    return client.POST('/api/journal/new', { body, params: { header } });
  }
  const params = { path: { id: entryId }, header: { 'If-Match': entryTagOf({ updatedAt: change.base }) } };
  return change.kind === 'update'
    ? client.PUT('/api/journal/update/{id}', { params, body: change.body })
    : client.DELETE('/api/journal/delete/{id}', { params });
}

const DEADLINE_MS = 30_000;
const PHOTO_DEADLINE_MS = 5 * 60_000;

/** Milliseconds to wait for an answer. A photo takes a while on its way. */
export const deadlineOf = ({ method, url }: Request): number =>
  method === 'POST' && url.endsWith('/api/photos') ? PHOTO_DEADLINE_MS : DEADLINE_MS;

export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { _id, updatedAt } = value as Partial<Entry>;
  return typeof _id === 'string' && typeof updatedAt === 'string';
}

/**
 * What the server has done, if the answer is a success that the route promises: 204 of a deletion, the edited entry, or a
 * new one. Undefined for any other, which says nothing about the change.
 */
export function successOf(
  { entryId, change }: Waiting,
  { data, response: { ok, status } }: Answer,
): Extract<Outcome, { kind: 'saved' | 'gone' }> | undefined {
  if (change.kind === 'delete') return status === 204 ? { kind: 'gone' } : undefined;
  if (!ok || !isEntry(data)) return undefined;
  return change.kind === 'create' || data._id === entryId ? { kind: 'saved', entry: data } : undefined;
}

/** Why a change needs its writer; undefined if it does not. */
function problemOf(outcome: Outcome, { kind }: Change): Problem | undefined {
  if (outcome.kind === 'changed') return { kind: 'changed', current: outcome.current };
  if (outcome.kind === 'gone' && kind === 'update') return { kind: 'gone' };
  if (outcome.kind === 'stopped') return { kind: 'stopped' };
  if (outcome.kind !== 'refused') return undefined;
  return { kind: 'refused', status: outcome.error.status, message: outcome.error.message };
}

const baseOf = (change: Change): string => ('base' in change ? change.base : '');

export interface Outbox {
  /** Reads what waits, in order, and stores the edit, all of it or nothing. No other edit comes between, from no tab. */
  edit: (change: (waiting: Waiting[]) => OutboxEdit | Promise<OutboxEdit>) => Promise<void>;
}

/** Keeps what waits in memory, for a browser that cannot store it. It lasts as long as the page. */
export function openMemory(): Outbox {
  let waiting = Promise.resolve<Waiting[]>([]);
  return {
    edit(change) {
      const before = waiting;
      const after = before.then(async (all) => applyEdit(all, await change(all)));
      // One that fails changes nothing.
      waiting = after.catch(() => before);
      return after.then(() => undefined);
    },
  };
}

interface Options {
  outbox: Outbox;
  /** Sends one change. It must not throw. @param isRepeated whether the server may have it from an earlier attempt */
  send: (one: Waiting, isRepeated: boolean) => Promise<Outcome>;
  /** Called after each attempt, when its outcome is stored. */
  onAttempt: (one: Waiting, outcome: Outcome) => void;
}

/** A run ends after so many stops in a row: then it is the way that is shut, rather than each change that is stopped. */
const MAX_STOPS = 2;

/**
 * Sends what waits, one change after another, until nothing can be sent. Only one may run at a time for all tabs.
 *
 * An attempt is noted before it is made. If the page dies before its answer is stored, the next run sends it again: a new
 * entry under the same Idempotency-Key, an edition or deletion of the same version, so the server takes each once.
 *
 * A change that is stopped holds up its own entry only. Entries do not depend on each other: each names its own moment.
 * @returns whether to try again later
 */
export async function sendAll({ outbox, send, onAttempt }: Options): Promise<boolean> {
  /** The entries that this run leaves alone. */
  const stopped = new Map<string, Stop>();
  let stopsInARow = 0;
  let hasPassed = false;
  for (;;) {
    let next: Waiting | undefined;
    await outbox.edit((waiting) => {
      next = nextToSend(waiting, stopped);
      return { put: next ? [{ ...next, isAttempted: true }] : [], remove: [] };
    });
    if (!next) return stopped.size > 0;
    const one: Waiting = { ...next, isAttempted: true };
    const outcome = judge(await send(one, next.isAttempted), one, hasPassed);
    if (outcome.kind === 'waiting' || outcome.kind === 'signed-out') {
      const stop = outcome.kind === 'waiting' ? outcome.stop : undefined;
      if (stop) await noteSetback(outbox, one);
      onAttempt(one, outcome);
      stopsInARow += 1;
      if (!stop || stopsInARow === MAX_STOPS) return outcome.kind === 'waiting';
      stopped.set(one.entryId, stop);
      continue;
    }
    const problem = problemOf(outcome, one.change);
    const entry = outcome.kind === 'saved' ? outcome.entry : undefined;
    const { id, entryId, change } = one;
    const sent: Sent | undefined = problem
      ? undefined
      : { id, entryId, kind: change.kind, base: baseOf(change), at: Date.now(), ...(entry && { entry }) };
    await outbox.edit((waiting) =>
      sent
        ? { ...settle(waiting, one, entry), keep: { [SENT + id]: sent } }
        : // Its writer may have taken it back meanwhile.
          { put: waiting.some((other) => other.id === id) ? [{ ...one, problem }] : [], remove: [] },
    );
    onAttempt(one, outcome);
    // A proxy may have refused a photo, and what was stopped proves nothing.
    if (outcome.kind === 'refused' || outcome.kind === 'stopped') continue;
    hasPassed = true;
    stopsInARow = 0;
    // The next answer would come from the same version of the server.
    if (entry && lacksPhotos(one, entry)) stopped.set(entry._id, 'photo');
    // The way is open, so what was refused in front shows in a second attempt whether that is about the change.
    for (const [id, stop] of stopped) if (stop === 'front') stopped.delete(id);
  }
}

/**
 * A change is stopped for good if it was refused in front before, and is refused again after another got through in the same
 * run. One such run is enough: if the way had been shut and opened between, the second attempt would have succeeded.
 */
function judge(outcome: Outcome, { setbacks = 0, wasStopped }: Waiting, hasPassed: boolean): Outcome {
  if (outcome.kind !== 'waiting' || outcome.stop !== 'front') return outcome;
  return wasStopped || (hasPassed && setbacks > 0) ? { kind: 'stopped' } : outcome;
}

const noteSetback = (outbox: Outbox, { id }: Waiting): Promise<void> =>
  outbox.edit((waiting) => ({
    put: waiting.filter((one) => one.id === id).map((one) => ({ ...one, setbacks: (one.setbacks ?? 0) + 1 })),
    remove: [],
  }));

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Milliseconds before the next attempt. @param failures in a row, from 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}
