import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import type { Client } from 'openapi-fetch';
import type { ApiError } from '../api/api-error';
import type { paths } from '../api/api-types.gen';
import type { Vault } from '../vault/vault';
import {
  applyEdit,
  type Change,
  type Entry,
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
  /** No answer, or one that says nothing about the change. */
  | { kind: 'waiting'; error?: ApiError }
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

/** Begins the names under which the vault keeps them. */
export const SENT = 'sent.';

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

/**
 * Sends a change that waits, after its photos. Rejects if the journal does not answer.
 * @param vault what has its photos
 * @param email of its writer by now, who may have changed it since the change began to wait; undefined if it is not known
 */
export const requestChange = (
  client: Client<paths>,
  vault: Vault | undefined,
  one: Waiting,
  email: string | undefined,
) => sendWithPhotos(client, vault, one, (ready): Promise<Answer> => request(client, ready, email));

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

/** Why a change needs its writer; undefined if it does not. */
function problemOf(outcome: Outcome, { kind }: Change): Problem | undefined {
  if (outcome.kind === 'changed') return { kind: 'changed', current: outcome.current };
  if (outcome.kind === 'gone' && kind === 'update') return { kind: 'gone' };
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

/**
 * Sends what waits, one change after another, until nothing can be sent. Only one may run at a time for all tabs.
 *
 * An attempt is noted before it is made. If the page dies before its answer is stored, the next run sends it again: a new
 * entry under the same Idempotency-Key, an edition or deletion of the same version, so the server takes each once.
 * @returns whether to try again later
 */
export async function sendAll({ outbox, send, onAttempt }: Options): Promise<boolean> {
  for (;;) {
    let next: Waiting | undefined;
    await outbox.edit((waiting) => {
      next = nextToSend(waiting);
      return { put: next ? [{ ...next, isAttempted: true }] : [], remove: [] };
    });
    if (!next) return false;
    const one: Waiting = { ...next, isAttempted: true };
    const outcome = await send(one, next.isAttempted);
    if (outcome.kind === 'waiting' || outcome.kind === 'signed-out') {
      onAttempt(one, outcome);
      return outcome.kind === 'waiting';
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
  }
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Milliseconds before the next attempt. @param failures in a row, from 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}
