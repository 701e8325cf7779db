import { changesOf, type Entry, isNewId, type OutboxEdit, type Waiting } from './changes';
import type { Sent } from './sender';

/*
 * The versions that changes of this device made. So a change of a version that was replaced meanwhile, by this tab, another
 * or the service worker, becomes a change of the version that there is now.
 */

interface Made {
  entry: Entry;
  /** Whether this tab made the change or showed it in an editor, and so knew what it wrote. */
  isOfThisTab: boolean;
}

/** By the entry and the version before, which is '' for a new entry. */
const made = new Map<string, Made>();
/** The ids under which entries waited to be sent, by those that they have now. */
const firstIds = new Map<string, string>();
/** The ids under which this page has shown entries, before it knew of other ids of theirs. */
const shown = new Set<string>();
/** The ids of the changes that this tab made, or whose words it began to edit. */
const own = new Set<string>();

const madeOf = (entryId: string, base: string): Made | undefined => made.get(`${entryId} ${base}`);

export const noteOwn = (id: string): void => void own.add(id);

/** An editor begins with what waits for its entry, which an earlier page may have written. */
export function noteEdited(waiting: readonly Waiting[], entryId: string): void {
  for (const { id } of changesOf(waiting, entryId)) noteOwn(id);
}

export function noteMade({ id, entryId, kind, base, entry }: Sent): void {
  if (!entry) return;
  made.set(`${entryId} ${base}`, { entry, isOfThisTab: own.has(id) });
  // What an earlier page has sent is shown under its id by now.
  if (kind === 'create' && (shown.has(entryId) || !shown.has(entry._id))) firstIds.set(entry._id, entryId);
}

/** What the last user's device made is nothing to the next one. */
export function forgetMade(): void {
  made.clear();
  firstIds.clear();
  shown.clear();
}

/** The entry that a new one became, by the id under which it waited. */
export const arrivedAs = (entryId: string): Entry | undefined => madeOf(entryId, '')?.entry;

/** What the changes of this device have made of an entry by now. */
export function currentOf(entry: Entry): Entry {
  let current = entry;
  for (;;) {
    const next = madeOf(current._id, current.updatedAt)?.entry;
    if (!next || next.updatedAt === current.updatedAt) return current;
    current = next;
  }
}

/**
 * The id that an entry had first on this page: React keeps its card, and an editor in it, when it is sent, and when the
 * page hears that it was sent before.
 */
export function firstIdOf(entryId: string): string {
  const first = firstIds.get(entryId);
  if (first === undefined) shown.add(entryId);
  return first ?? entryId;
}

/** The version that a change is of by now. An edition must not write over what another tab has written since. */
function versionNow({ entryId, change }: Waiting): Entry | undefined {
  let newest: Entry | undefined;
  const isNew = isNewId(entryId);
  let next = madeOf(entryId, isNew || !('base' in change) ? '' : change.base);
  while (next && (change.kind === 'delete' || next.isOfThisTab || (isNew && !newest))) {
    newest = next.entry;
    next = madeOf(newest._id, newest.updatedAt);
  }
  return newest;
}

/** An edit of what waits, as an edit of the versions that there are now. */
export function readdressed(waiting: readonly Waiting[], { put, remove }: OutboxEdit): OutboxEdit {
  return {
    put: put.flatMap((one): Waiting[] => {
      const { entryId, change } = one;
      // What waits for the same entry is sent first, and then the version that it made is known.
      if (change.kind === 'create' || changesOf(waiting, entryId).length > 0) return [one];
      const now = versionNow(one);
      if (now) return [{ ...one, entryId: now._id, change: { ...change, base: now.updatedAt } }];
      // It was deleted before it was sent.
      return change.kind === 'delete' && isNewId(entryId) ? [] : [one];
    }),
    remove,
  };
}
