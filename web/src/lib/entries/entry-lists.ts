import type { InfiniteData } from '@tanstack/react-query';
import { hasWordForms } from '@inner-weather/domain/text/word-forms';
import { findEntries, newestFirst } from '../copy/entries';
import { currentLanguage } from '../language/language';
import type { Waiting } from '../outbox/changes';
import { newEntries, withWaiting } from '../outbox/pending';
import { type EntriesPage, type EntriesScope, type Entry, newest } from '../entry/entry';

/** The loaded pages of a list. */
export type EntryLists = InfiniteData<EntriesPage, string | undefined>;

export const entriesOf = ({ pages }: EntryLists): Entry[] => pages.flatMap(({ entries }) => entries);

export const mapEntries = (lists: EntryLists, change: (entry: Entry) => Entry): EntryLists => ({
  ...lists,
  pages: lists.pages.map((page) => ({ ...page, entries: page.entries.map(change) })),
});

/** The list with a version of an entry, unless it has a newer one. */
export function withEntry(lists: EntryLists, scope: EntriesScope, entry: Entry): EntryLists {
  const cached = entriesOf(lists).find(({ _id }) => _id === entry._id);
  if (cached && newest(cached, entry) === cached) return lists;
  const isInPlace = cached?.day === entry.day && cached.createdAt === entry.createdAt;
  // Only the server can tell whether the entry matches filters.
  if (isInPlace || scope.filters)
    return mapEntries(lists, (other) => (other._id === entry._id ? entry : other));
  const others = withoutEntries(lists, [entry._id]);
  if (!isWithin(scope, entry)) return others;
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
 * The lists as they will be when everything that waits has been sent. A new entry is added where its moment belongs, if the
 * list has every entry of its days.
 */
export function withWaitingEntries(
  lists: EntryLists,
  scope: EntriesScope,
  waiting: readonly Waiting[],
): EntryLists {
  if (waiting.length === 0) return lists;
  const isLast = (page: EntriesPage) => page.nextCursor === undefined;
  // An entry whose answer was lost is in the list before it has left the outbox. Its moment and its words tell.
  const listed = new Set(entriesOf(lists).map(identityOf));
  const language = currentLanguage();
  const added = findEntries(newEntries(waiting), scope, hasWordForms(language) ? language : 'en').filter(
    (entry) => !listed.has(identityOf(entry)),
  );
  const pages = lists.pages.map((page) => {
    const kept = withWaiting(page.entries, waiting);
    return {
      ...page,
      total: plus(page.total, kept.length - page.entries.length + added.length),
      entries: kept,
    };
  });
  for (const entry of added) {
    // The first page whose last entry is older takes it.
    const page = pages.find((one) => isLast(one) || momentOf(one.entries.at(-1)) < momentOf(entry));
    page?.entries.push(entry);
    page?.entries.sort((a, b) => momentOf(b) - momentOf(a));
  }
  return { ...lists, pages };
}

const momentOf = (entry: Entry | undefined): number => (entry ? Date.parse(entry.createdAt) : -Infinity);

const isWithin = ({ startDate, endDate }: EntriesScope, { day }: Entry): boolean =>
  day >= startDate && day <= endDate;

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
