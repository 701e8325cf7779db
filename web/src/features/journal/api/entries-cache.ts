import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Waiting } from '../../../lib/device/outbox';
import { newEntries, withWaiting } from '../../../lib/device/waiting-entries';
import type { EntriesPage, EntriesScope, Entry } from './entry';

type Lists = InfiniteData<EntriesPage, string | undefined>;

/** Adds a new entry at the top of every cached list whose range includes it. */
export function insertEntry(queryClient: QueryClient, entry: Entry): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['entries'] })) {
    const scope = query.queryKey[1] as EntriesScope;
    // Only the server can tell whether the entry matches filters.
    if (scope.filters) continue;
    if (!isWithin(scope, entry)) continue;
    queryClient.setQueryData<Lists>(query.queryKey, (lists) => lists && withEntry(lists, entry));
  }
}

/** Replaces an entry in every cached list and day. */
export function replaceEntry(queryClient: QueryClient, replacement: Entry): void {
  mapEntries(queryClient, (entry) => (entry._id === replacement._id ? replacement : entry));
}

/** An entry of a cached list or day. */
export function findEntry(queryClient: QueryClient, id: string): Entry | undefined {
  const lists = queryClient.getQueriesData<Lists>({ queryKey: ['entries'] });
  const days = queryClient.getQueriesData<Entry[]>({ queryKey: ['entries of a day'] });
  const entries = [
    ...lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.entries) ?? []),
    ...days.flatMap(([, day]) => day ?? []),
  ];
  return entries.find(({ _id }) => _id === id);
}

/** Copies only the weather, and only to entries that wait for it, because other fields may be older than the cached ones. */
export function stampWeather(queryClient: QueryClient, polledEntries: Entry[]): void {
  const byId = new Map(polledEntries.map((entry) => [entry._id, entry]));
  mapEntries(queryClient, (entry) => {
    const polled = byId.get(entry._id);
    if (entry.weatherStatus !== 'pending' || polled?.location !== entry.location) return entry;
    const { weatherStatus, weatherData, temperature } = polled;
    return { ...entry, weatherStatus, weatherData, temperature };
  });
}

export function removeEntry(queryClient: QueryClient, id: string): void {
  queryClient.setQueriesData<Lists>(
    { queryKey: ['entries'] },
    (lists) => lists && withoutEntries(lists, [id]),
  );
}

const identityOf = ({ createdAt, content }: Entry): string => `${Date.parse(createdAt)} ${content}`;

/**
 * The lists as they will be when everything that waits has been sent. A new entry is added where its moment belongs, if the
 * list has every entry of its days.
 */
export function withWaitingEntries(lists: Lists, scope: EntriesScope, waiting: readonly Waiting[]): Lists {
  if (waiting.length === 0) return lists;
  const isLast = (page: EntriesPage) => page.nextCursor === undefined;
  // An entry whose answer was lost is in the list before it has left the outbox. Its moment and its words tell.
  const listed = new Set(lists.pages.flatMap((page) => page.entries.map(identityOf)));
  const added = scope.filters
    ? []
    : newEntries(waiting).filter((entry) => isWithin(scope, entry) && !listed.has(identityOf(entry)));
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
export function withoutEntries(lists: Lists, ids: string[]): Lists {
  const count = lists.pages.flatMap((page) => page.entries).filter(({ _id }) => ids.includes(_id)).length;
  if (count === 0) return lists;
  return {
    ...lists,
    pages: lists.pages.map((page) => ({
      ...page,
      total: plus(page.total, -count),
      entries: page.entries.filter(({ _id }) => !ids.includes(_id)),
    })),
  };
}

function withEntry(lists: Lists, entry: Entry): Lists {
  // A save that was sent twice under one key returns the same entry twice.
  const isListed = lists.pages.some((page) => page.entries.some(({ _id }) => _id === entry._id));
  if (isListed) return lists;
  const [first, ...rest] = lists.pages;
  if (!first) return lists;
  return {
    ...lists,
    pages: [
      { ...first, total: plus(first.total, 1), entries: [entry, ...first.entries] },
      ...rest.map((page) => ({ ...page, total: plus(page.total, 1) })),
    ],
  };
}

const plus = (total: number | undefined, more: number) => (total === undefined ? undefined : total + more);

function mapEntries(queryClient: QueryClient, change: (entry: Entry) => Entry): void {
  queryClient.setQueriesData<Entry[]>({ queryKey: ['entries of a day'] }, (entries) => entries?.map(change));
  queryClient.setQueriesData<Lists>(
    { queryKey: ['entries'] },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({ ...page, entries: page.entries.map(change) })),
      },
  );
}
