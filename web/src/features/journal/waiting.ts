import { dateAt, dateNow } from '../../lib/dates/dates';
import { newUuid7, timeOfUuid7 } from '@inner-weather/domain/entries/uuid7';
import {
  discard,
  editEntry,
  type EntryEdition,
  newIdOf,
  type NewEntry,
  type OutboxEdit,
  replace,
  type Waiting,
} from '../../lib/outbox/changes';
import { asNew } from '../../lib/outbox/as-new';
import type { Entry } from '../../lib/entry/entry';

/*
 * What people decide about changes that wait, as pure functions over the outbox. The other decisions are in lib/outbox/changes.ts.
 */

const NOTHING: OutboxEdit = { put: [], remove: [] };

/** How many entries wait for a connection, and how many need their writer. */
export function countWaiting(waiting: readonly Waiting[]): { waits: number; needsYou: number } {
  const listed = listWaiting(waiting);
  const needsYou = listed.filter(({ problem }) => problem).length;
  return { waits: listed.length - needsYou, needsYou };
}

/**
 * One change of each entry: the one that needs its writer, or else the deletion or the first one. Those that need their
 * writer come first. What waits behind a listed change is part of it.
 */
export function listWaiting(waiting: readonly Waiting[]): Waiting[] {
  const ids = [...new Set(waiting.map(({ entryId }) => entryId))];
  const listed = ids.flatMap((entryId) => {
    const changes = waiting.filter((one) => one.entryId === entryId);
    const stuck = changes.find(({ problem }) => problem);
    return stuck ?? changes.find(({ change }) => change.kind === 'delete') ?? changes[0] ?? [];
  });
  return [...listed.filter(({ problem }) => problem), ...listed.filter(({ problem }) => !problem)];
}

/** Decides about a change as it is now, which another tab may have sent or discarded. */
export function decideOn(id: string, decide: (one: Waiting, waiting: Waiting[]) => OutboxEdit) {
  return (waiting: Waiting[]): OutboxEdit => {
    const one = waiting.find((other) => other.id === id);
    return one ? decide(one, waiting) : NOTHING;
  };
}

/** When a change was made: ISO 8601; undefined if its id does not tell. */
export function sinceOf({ id, change, problem }: Waiting): string | undefined {
  if (problem?.kind === 'restored') return change.kind === 'create' ? change.body.date : undefined;
  const time = timeOfUuid7(id);
  return time === undefined ? undefined : dateAt(time);
}

/** What a change and those that wait behind it write. Undefined if it is a deletion. */
export function editionOf(one: Waiting, waiting: readonly Waiting[]): NewEntry | EntryEdition | undefined {
  if (one.change.kind === 'delete') return undefined;
  const later = followersOf(one, waiting).flatMap(({ change }) =>
    change.kind === 'update' ? [change.body] : [],
  );
  return Object.assign({}, one.change.body, ...later) as NewEntry | EntryEdition;
}

/** Sends a change once more that was refused, or that the server does not have since it was restored. */
export function sendAgain(one: Waiting): OutboxEdit {
  if (one.problem?.kind === 'restored' || one.problem?.kind === 'stopped') return replace(one, one.change);
  if (one.problem?.kind !== 'refused') return NOTHING;
  const { problem, ...rest } = one;
  // The Idempotency-Key belongs to another text, so it would be refused again.
  return problem.status === 422 ? replace(one, one.change) : { put: [rest], remove: [] };
}

/** An edition of an entry that is gone, for its writer to decide about. */
export function editGone(waiting: readonly Waiting[], entryId: string, body: EntryEdition): OutboxEdit {
  const { put, remove } = editEntry(waiting, entryId, body, '');
  return { put: put.map((one) => ({ ...one, problem: { kind: 'gone' } })), remove };
}

/**
 * Makes an edition a new entry, beside the version on the server or instead of one that was deleted there.
 * @param saved the entry that was edited, as far as this device knows it
 */
export function keepAsNew(
  one: Waiting,
  waiting: readonly Waiting[],
  { email, saved }: { email: string; saved: Entry | undefined },
): OutboxEdit {
  const edition = editionOf(one, waiting);
  if (!edition) return NOTHING;
  const id = newUuid7();
  const body = { ...(saved && asNew(saved)), ...edition };
  const change = {
    kind: 'create' as const,
    body: {
      ...body,
      inputMood: edition.inputMood || undefined,
      // Without it, the entry would belong to the moment in which it is sent.
      date: body.date ?? sinceOf(one) ?? dateNow(),
      email,
    },
  };
  const { remove } = discard(waiting, one);
  return { put: [{ id, order: one.order, entryId: newIdOf(id), change, isAttempted: false }], remove };
}

/** Sends everything again that the server does not have since it was restored. Its deletions are decided one by one. */
export function sendAllMissing(waiting: readonly Waiting[]): OutboxEdit {
  const edits = listMissing(waiting).map(sendAgain);
  return { put: edits.flatMap(({ put }) => put), remove: edits.flatMap(({ remove }) => remove) };
}

export const listMissing = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ change, problem }) => problem?.kind === 'restored' && change.kind === 'create');

const followersOf = (one: Waiting, waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ id, entryId, order }) => id !== one.id && entryId === one.entryId && order > one.order);
