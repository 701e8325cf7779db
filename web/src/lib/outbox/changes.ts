import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import type { components } from '../api/api-types.gen';
import type { VaultEdit } from '../vault/vault';

/*
 * What waits to be sent, as plain data and pure functions. `sender.ts` sends it, `outbox.ts` stores it.
 */

export type Entry = components['schemas']['EntryDto'];
export type NewEntry = components['schemas']['CreateEntryDto'];
export type EntryEdition = components['schemas']['UpdateEntryDto'];

/** `base` is `updatedAt` of the version that is changed. The server changes no other version. */
export type Change =
  | { kind: 'create'; body: NewEntry }
  | { kind: 'update'; body: EntryEdition; base: string }
  | { kind: 'delete'; base: string };

/**
 * Why a change needs its writer: the server refused it, or the entry has changed or is gone. Or the server had taken it,
 * and does not have it since it was restored from a backup; `current` is an entry that was deleted and is back.
 */
export type Problem =
  | { kind: 'refused'; status: number; message: string }
  /** Something in front of the journal lets other changes through, and not this one. */
  | { kind: 'stopped' }
  | { kind: 'changed'; current: Entry }
  | { kind: 'gone' }
  | { kind: 'restored'; current?: Entry };

/** A change that waits. */
export interface Waiting {
  /** The Idempotency-Key of a new entry. It changes if the server refused the entry and its writer changed it since. */
  id: string;
  /** Changes are sent in ascending order. */
  order: number;
  /** The server's id, or `new.<first id>` while the entry has none. */
  entryId: string;
  change: Change;
  /** Set before the first attempt. From then on the server may have it, so it can no longer be altered. */
  isAttempted: boolean;
  /** How often it was stopped, though others may get through. */
  setbacks?: number;
  /** Its writer sends it again after it was stopped for good. */
  wasStopped?: boolean;
  problem?: Problem;
}

/** Changes of what waits, which are stored together or not at all. */
export type OutboxEdit = VaultEdit<Waiting>;

const NEW = 'new.';

/** Whether the id is that of an entry that the server does not have yet. */
export const isNewId = (entryId: string): boolean => entryId.startsWith(NEW);

export const newIdOf = (id: string): string => NEW + id;

export const changesOf = (waiting: readonly Waiting[], entryId: string): Waiting[] =>
  waiting.filter((one) => one.entryId === entryId);

/** A new entry. @param id the Idempotency-Key of all attempts */
export function addEntry(waiting: readonly Waiting[], body: NewEntry, id: string = newUuid7()): OutboxEdit {
  return add(waiting, newIdOf(id), { kind: 'create', body }, id);
}

/**
 * Edits an entry. If a change of it waits that the server cannot have, that change is altered instead of adding another: the
 * one that was refused, with all that waits behind it, or else the last one.
 * @param base `updatedAt` of the version that was edited
 */
export function editEntry(
  waiting: readonly Waiting[],
  entryId: string,
  body: EntryEdition,
  base: string,
): OutboxEdit {
  const changes = changesOf(waiting, entryId);
  const refused = changes.findIndex(isRefused);
  const [altered, ...followers] = changes.slice(refused === -1 ? -1 : refused);
  if (!altered || !isAlterable(altered) || altered.change.kind === 'delete')
    return add(waiting, entryId, { kind: 'update', body, base });
  const bodies = followers.map(({ change }) => ('body' in change ? change.body : {}));
  const change = {
    ...altered.change,
    body: [...bodies, body].reduce((all, one) => ({ ...all, ...one }), altered.change.body),
  } as Change;
  const { put, remove } = replace(altered, change);
  return { put, remove: [...remove, ...followers.map(({ id }) => id)] };
}

/** Deletes an entry. What waits for it and cannot be on the server is dropped. */
export function deleteEntry(waiting: readonly Waiting[], entryId: string, base: string): OutboxEdit {
  const changes = changesOf(waiting, entryId);
  const dropped = changes.filter(isAlterable);
  const remove = dropped.map(({ id }) => id);
  // Nothing of it has left the device.
  if (isNewId(entryId) && changes.length > 0 && dropped.length === changes.length) return { put: [], remove };
  const firstBase = dropped.map(({ change }) => ('base' in change ? change.base : undefined)).find(Boolean);
  const { put } = add(waiting, entryId, { kind: 'delete', base: firstBase ?? base });
  return { put, remove };
}

/** Takes a change back, for example one that the server refused, with those that were made after it. */
export function discard(waiting: readonly Waiting[], { entryId, order }: Waiting): OutboxEdit {
  const later = changesOf(waiting, entryId).filter((one) => one.order >= order);
  return { put: [], remove: later.map((one) => one.id) };
}

/** Solves a conflict for this device: the change is sent again, as a change of the current version. */
export function keepMine(one: Waiting): OutboxEdit {
  const { problem, change } = one;
  if (problem?.kind !== 'changed' || change.kind === 'create') return { put: [], remove: [] };
  const { updatedAt: base, inputMood } = problem.current;
  if (change.kind === 'delete') return replace(one, { ...change, base });
  // The other version may have got a mood since, which an entry then keeps.
  return replace(one, {
    ...change,
    base,
    body: { ...change.body, inputMood: change.body.inputMood || inputMood },
  });
}

/** Whether the server or something in front of it refused a change. */
export const isRefused = ({ problem }: Waiting): boolean =>
  problem?.kind === 'refused' || problem?.kind === 'stopped';

/** Nothing of it can be on the server, or the server has answered that it did not take it. */
const isAlterable = ({ isAttempted, problem }: Waiting): boolean => !isAttempted || problem !== undefined;

/**
 * Replaces a change. A changed new entry that was attempted needs a new Idempotency-Key, unless it was stopped: its first
 * words may be on the server if only the answer was stopped, and the server then refuses others under their key.
 */
export function replace(one: Waiting, change: Change): OutboxEdit {
  const { problem, setbacks: _setbacks, ...rest } = one;
  const wasStopped = problem?.kind === 'stopped';
  const isNewKey = one.isAttempted && change.kind === 'create' && !wasStopped;
  const id = isNewKey ? newUuid7() : one.id;
  const put = [{ ...rest, id, change, isAttempted: false, ...(wasStopped && { wasStopped }) }];
  return { put, remove: isNewKey ? [one.id] : [] };
}

function add(
  waiting: readonly Waiting[],
  entryId: string,
  change: Change,
  id: string = newUuid7(),
): OutboxEdit {
  const order = (waiting.at(-1)?.order ?? 0) + 1;
  return { put: [{ id, order, entryId, change, isAttempted: false }], remove: [] };
}

/**
 * The next change to send: the first of an entry that has none that needs its writer. Those that were stopped more often come
 * after the others, so that each run tries others first.
 * @param stopped entries that are left alone
 */
export function nextToSend(
  waiting: readonly Waiting[],
  stopped: ReadonlyMap<string, unknown> = new Map(),
): Waiting | undefined {
  const passed = new Set([
    ...stopped.keys(),
    ...waiting.filter(({ problem }) => problem).map(({ entryId }) => entryId),
  ]);
  let next: Waiting | undefined;
  for (const one of waiting) {
    if (passed.has(one.entryId)) continue;
    passed.add(one.entryId);
    if (!next || (one.setbacks ?? 0) < (next.setbacks ?? 0)) next = one;
  }
  return next;
}

/**
 * Whether the server has taken a change without its photos. While the server is being updated, the version before, which
 * knows no photos, still answers some of the requests.
 */
export const lacksPhotos = ({ change }: Waiting, answer: Entry): boolean =>
  change.kind !== 'delete' && Boolean(change.body.photos?.length) && !answer.photos?.length;

/** Adds the photos that an answer lacks to the version that it names. It goes before the later changes of the entry. */
function addPhotos({ change, order, setbacks = 0 }: Waiting, answer: Entry): Waiting {
  const { _id: entryId, updatedAt: base, content, inputMood, location, checkIn } = answer;
  const { photos } = change.kind === 'delete' ? {} : change.body;
  const body = { content, inputMood, location, ...(checkIn && { checkIn }), photos };
  const update = { kind: 'update', body, base } as const;
  return {
    id: newUuid7(),
    order,
    entryId,
    change: update,
    isAttempted: false,
    setbacks: setbacks + 1,
  };
}

/**
 * After the server has taken a change: later changes of the entry are changes of the version that it answered, and photos
 * that the answer lacks wait on.
 * @param answer undefined if the entry is gone. Words that were written for it since are left to their writer.
 */
export function settle(waiting: readonly Waiting[], sent: Waiting, answer: Entry | undefined): OutboxEdit {
  const followers = changesOf(waiting, sent.entryId).filter(({ id }) => id !== sent.id);
  if (!answer) {
    const put = followers
      .filter(({ change }) => change.kind === 'update')
      .map((one): Waiting => ({ ...one, problem: { kind: 'gone' } }));
    const kept = new Set(put.map(({ id }) => id));
    return { put, remove: [sent.id, ...followers.flatMap(({ id }) => (kept.has(id) ? [] : [id]))] };
  }
  const put = followers.map((one): Waiting => {
    const { change } = one;
    return {
      ...one,
      entryId: answer._id,
      change: change.kind === 'create' ? change : { ...change, base: answer.updatedAt },
    };
  });
  return { put: lacksPhotos(sent, answer) ? [addPhotos(sent, answer), ...put] : put, remove: [sent.id] };
}

/** What waits after an edit, in order. */
export function applyEdit(waiting: readonly Waiting[], { put, remove }: OutboxEdit): Waiting[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)]);
  return [...waiting.filter(({ id }) => !gone.has(id)), ...put].sort((a, b) => a.order - b.order);
}
