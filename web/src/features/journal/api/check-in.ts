import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../../lib/api/api-error';
import type { SessionUser } from '../../../lib/api/session';
import { dateNow } from '../../../lib/dates/dates';
import { arrivedAs, currentOf } from '../../../lib/outbox/made';
import { onSent } from '../../../lib/outbox/outbox';
import { isForLater } from '../../../lib/outbox/send-change';
import { submit } from '../../../lib/outbox/submit';
import { useWaiting } from '../../../lib/outbox/waiting';
import {
  changesOf,
  deleteEntry,
  editEntry,
  type EntryEdition,
  isNewId,
  newIdOf,
  type NewEntry,
  type Waiting,
} from '../../../lib/outbox/changes';
import { newEntries, pendingEntry, withWaiting } from '../../../lib/outbox/pending';
import { checkInOf } from '../../../lib/entry/entry-values';
import { useCreateEntry } from './create-entry';
import { type EntriesCache, useEntriesCache } from '../../../lib/entries/entries-cache';
import type { Entry } from '../../../lib/entry/entry';

/** Milliseconds for which a check-in is the current one. Later the faces stand for the next one. */
export const FRESH_MS = 5 * 60_000;

/** What failed, and why. */
export interface CheckInProblem {
  what: 'save' | 'change' | 'undo';
  error: ApiError;
}

/**
 * The check-in of this page: a tap saves it, and it can be changed and undone until the page is left. Everything goes
 * through the outbox, so what was not sent is discarded when it is undone, and what was sent is deleted.
 */
export function useCheckIn(user: SessionUser) {
  const cache = useEntriesCache();
  const create = useCreateEntry();
  const waiting = useWaiting();
  const [saved, setSaved] = useState<Entry>();
  const [problem, setProblem] = useState<CheckInProblem>();
  /** The Idempotency-Key of the check-in that is shown, which an earlier one's late answer leaves alone. */
  const shownKey = useRef<string>(undefined);
  const undoneKeys = useRef(new Set<string>());
  /** A save whose answer was lost is repeated under the same key. */
  const failed = useRef<{ idempotencyKey: string; body: NewEntry; at: number }>(undefined);

  // A check-in that was kept on this device gets its id when it is sent, and is gone when its deletion is.
  useEffect(
    () => onSent(({ entryId, entry }) => setSaved((current) => (current?._id === entryId ? entry : current))),
    [],
  );

  async function save(inputMood: string): Promise<void> {
    setProblem(undefined);
    const lost = failed.current;
    const isRepeated = lost?.body.inputMood === inputMood && Date.now() - lost.at < FRESH_MS;
    const { idempotencyKey, body } = isRepeated ? lost : creationOf(user, inputMood);
    failed.current = undefined;
    shownKey.current = idempotencyKey;
    // It is shown at once, since it is on this device before it is sent.
    setSaved(pendingEntry(newIdOf(idempotencyKey), body));
    try {
      const { entry } = await create.mutateAsync({ body, idempotencyKey });
      if (undoneKeys.current.has(idempotencyKey)) cache.hide(entry._id);
      else if (shownKey.current === idempotencyKey) setSaved(entry);
    } catch (error) {
      if (undoneKeys.current.has(idempotencyKey)) return;
      const apiError = toApiError(error);
      // What was refused under this key would be refused again.
      if (isForLater(apiError.status)) failed.current = { idempotencyKey, body, at: Date.now() };
      if (shownKey.current === idempotencyKey) setSaved(undefined);
      setProblem({ what: 'save', error: apiError });
    }
  }

  /** The last change, which has ended once it is sent or waits for a connection. */
  const lastChange = useRef(Promise.resolve());

  function change(changeOf: (entry: Entry) => Partial<EntryEdition>): Promise<void> {
    lastChange.current = send(changeOf);
    return lastChange.current;
  }

  /** @param changeOf what to change of the entry as it is with everything that waits */
  async function send(changeOf: (entry: Entry) => Partial<EntryEdition>): Promise<void> {
    if (!saved) return;
    setProblem(undefined);
    try {
      const submitted = await submit((all) => {
        const entry = latestOf(cache, saved, all);
        if (!entry) return { put: [], remove: [] };
        const { _id, content, inputMood, location, updatedAt } = entry;
        const body = { content, inputMood, location, ...checkInOf(entry, content), ...changeOf(entry) };
        return editEntry(all, _id, body, updatedAt);
      });
      if (submitted.kind === 'saved') cache.saved(submitted.entry);
    } catch (error) {
      setProblem({ what: 'change', error: toApiError(error) });
    }
  }

  async function undo(): Promise<void> {
    if (!saved) return;
    setProblem(undefined);
    if (shownKey.current !== undefined) undoneKeys.current.add(shownKey.current);
    shownKey.current = undefined;
    const { updatedAt } = latestOf(cache, saved, waiting) ?? saved;
    // Before it is sent, so that the lists do not show it for a moment when it has left the outbox.
    cache.hide(saved._id);
    setSaved(undefined);
    try {
      await submit((all) => deleteEntry(all, saved._id, updatedAt));
    } catch (error) {
      setProblem({ what: 'undo', error: toApiError(error) });
    }
    cache.refresh();
  }

  const latest = saved && latestOf(cache, saved, waiting);
  // It has left the outbox and was not sent.
  const isDropped =
    latest && isNewId(latest._id) && !create.isPending && changesOf(waiting, latest._id).length === 0;

  return {
    /** Undefined also once it was deleted. */
    saved: isDropped ? undefined : latest,
    problem,
    save,
    change,
    /** Resolves when the changes so far are in `saved`, so that what is written next is of that version. */
    changed: () => lastChange.current,
    undo,
  };
}

const creationOf = (user: SessionUser, inputMood: string): { idempotencyKey: string; body: NewEntry } => ({
  idempotencyKey: newUuid7(),
  body: {
    email: user.email,
    content: '',
    checkIn: true,
    inputMood,
    location: user.location,
    date: dateNow(),
  },
});

/**
 * The entry as the lists have it, with what waits for it; undefined if its deletion waits. It may have arrived since the page
 * was drawn.
 */
function latestOf(cache: EntriesCache, saved: Entry, waiting: readonly Waiting[]): Entry | undefined {
  const stillNew = newEntries(waiting).find(({ _id }) => _id === saved._id);
  if (stillNew) return stillNew;
  const arrived = arrivedAs(saved._id) ?? saved;
  const entry = currentOf(cache.find(arrived._id) ?? arrived);
  return withWaiting([entry], waiting)[0];
}
