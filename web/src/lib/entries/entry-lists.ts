import type { InfiniteData } from '@tanstack/react-query';
import { hasWordForms } from '@inner-weather/domain/text/word-forms';
import { findEntries, newestFirst } from '../copy/entries';
import { currentLanguage } from '../language/language';
import type { Waiting } from '../outbox/changes';
import { changedIds, newEntries, withWaiting } from '../outbox/pending';
import { type EntriesPage, type EntriesScope, type Entry, newest } from '../entry/entry';

/** The loaded pages of a list. */
export type EntryLists = InfiniteData<EntriesPage, string | undefined>;

export const entriesOf = ({ pages }: EntryLists): Entry[] => pages.flatMap(({ entries }) => entries);

export const mapEntries = (lists: EntryLists, change: (entry: Entry) => Entry): EntryLists => ({
  ...lists,
  pages: lists.pages.map((page) => ({ ...page, entries: page.entries.map(change) })),
});

/** What the server would find of these entries. Until the forms of words are loaded, those of English only. */
function findIn(scope: EntriesScope, entries: readonly Entry[]): Entry[] {
  const language = currentLanguage();
  return findEntries(entries, scope, hasWordForms(language) ? language : 'en');
}

/** The list with a version of an entry, unless it has a newer one. */
export function withEntry(lists: EntryLists, scope: EntriesScope, entry: Entry): EntryLists {
  const cached = entriesOf(lists).find(({ _id }) => _id === entry._id);
  if (cached && newest(cached, entry) === cached) return lists;
  const isFound = findIn(scope, [entry]).length > 0;
  const isInPlace = cached?.day === entry.day && cached.createdAt === entry.createdAt;
  if (isInPlace && isFound) return mapEntries(lists, (other) => (other._id === entry._id ? entry : other));
  const others = withoutEntries(lists, [entry._id]);
  if (!isFound) return others;
  const place = others.pages.findIndex((page) => reaches(page, entry));
  // It is on a page that is not loaded, and was counted if it was on one that is.
  if (place === -1) return cached ? counted(others, 1) : others;
  const pages = others.pages.map((page, at) =>
    at === place ? { ...page, entries: [...page.entries, entry].sort(newestFirst) } : page,
  );
  return counted({ ...others, pages }, 1);
}

/** Whether the first page of which this is true is where the entry belongs. */
function reaches({ entries, nextCursor }: EntriesPage, entry: Entry): boolean {
  const last = entries.at(-1);
  return nextCursor === undefined || (last !== undefined && newestFirst(entry, last) < 0);
}

const identityOf = ({ createdAt, content }: Entry): string => `${Date.parse(createdAt)} ${content}`;

/**
 * The lists as they will be when everything that waits has been sent. A new or edited entry that the search finds is where
 * its moment belongs, if that is on a page that is loaded.
 * @param saved what waiting changes edit or delete, as the server has it
 */
export function withWaitingEntries(
  lists: EntryLists,
  scope: EntriesScope,
  waiting: readonly Waiting[],
  saved: readonly Entry[],
): EntryLists {
  if (waiting.length === 0) return lists;
  const find = (entries: readonly Entry[]) => findIn(scope, entries);
  const loaded = new Map(entriesOf(lists).map((entry) => [entry._id, entry]));
  const ids = new Set(changedIds(waiting));
  const changed = [
    ...new Map([...saved.map((entry) => [entry._id, entry] as const), ...loaded]).values(),
  ].filter(({ _id }) => ids.has(_id));
  const found = new Map(find(withWaiting(changed, waiting)).map((entry) => [entry._id, entry]));
  // The server has found what is loaded, whatever this device thinks of it.
  const foundBefore = new Set([
    ...find(changed).map(({ _id }) => _id),
    ...[...ids].filter((id) => loaded.has(id)),
  ]);
  // An entry whose answer was lost is in the list before it has left the outbox. Its moment and its words tell.
  const listed = new Set([...loaded.values()].map(identityOf));
  const created = find(newEntries(waiting)).filter((entry) => !listed.has(identityOf(entry)));
  const stays = ({ _id, createdAt }: Entry) => !ids.has(_id) || found.get(_id)?.createdAt === createdAt;
  const pages = lists.pages.map((page) => ({
    ...page,
    total: plus(page.total, created.length + found.size - foundBefore.size),
    entries: page.entries.filter(stays).map((entry) => found.get(entry._id) ?? entry),
  }));
  const isPlaced = ({ _id, createdAt }: Entry) => loaded.get(_id)?.createdAt === createdAt;
  for (const entry of [...created, ...[...found.values()].filter((one) => !isPlaced(one))]) {
    // The first page whose last entry is older takes it.
    const page = pages.find(
      (one) => one.nextCursor === undefined || momentOf(one.entries.at(-1)) < momentOf(entry),
    );
    page?.entries.push(entry);
    page?.entries.sort((a, b) => momentOf(b) - momentOf(a));
  }
  return { ...lists, pages };
}

const momentOf = (entry: Entry | undefined): number => (entry ? Date.parse(entry.createdAt) : -Infinity);

/** The lists without some entries, which are not counted either. Returns the same object if it contains none of them. */
export function withoutEntries(lists: EntryLists, ids: readonly string[]): EntryLists {
  const count = entriesOf(lists).filter(({ _id }) => ids.includes(_id)).length;
  if (count === 0) return lists;
  const pages = lists.pages.map((page) => ({
    ...page,
    entries: page.entries.filter(({ _id }) => !ids.includes(_id)),
  }));
  return counted({ ...lists, pages }, -count);
}

const counted = (lists: EntryLists, more: number): EntryLists => ({
  ...lists,
  pages: lists.pages.map((page) => ({ ...page, total: plus(page.total, more) })),
});

const plus = (total: number | undefined, more: number) => (total === undefined ? undefined : total + more);
