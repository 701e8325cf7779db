import { type Query, type QueryClient, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeysOf } from '../query-keys';
import { type EntriesScope, type Entry, newest } from '../entry/entry';
import { entriesOf, type EntryLists, mapEntries, withEntry, withoutEntries } from './entry-lists';
import { isShort } from './entry-queries';

/** The roots of the queries that hold a few entries: those of days, or one. */
const FEW = ['dayEntries', 'earlierEntries', 'entry'] as const;

/** The roots of the queries whose answers follow from the entries. */
const DERIVED = [
  'entryCount',
  'firstDay',
  'days',
  'measured',
  'moodUses',
  'statistics',
  'tags',
  'together',
  'storage',
  'imports',
  'neighbours',
] as const;

/**
 * The only writer of the entries that the page has fetched. A caller says what happened to an entry; this changes the lists
 * and days, and fetches what follows from it. No newer version of an entry is replaced by an older one.
 */
export class EntriesCache {
  constructor(private readonly queryClient: QueryClient) {}

  /** An entry that the page has fetched. */
  find(id: string): Entry | undefined {
    const listed = this.queriesOf<EntryLists>('entryLists').flatMap(({ data }) => entriesOf(data));
    const ofFew = FEW.flatMap((root) => this.queriesOf<Entry[]>(root).flatMap(({ data }) => data));
    const versions = [...listed, ...ofFew].filter(({ _id }) => _id === id);
    return versions.length > 0 ? versions.reduce(newest) : undefined;
  }

  /** The server has saved a new entry, or a new version. */
  saved(entry: Entry): void {
    this.changeLists((lists, scope) => withEntry(lists, scope, entry));
    this.changeFew((entries) => entries.map(newestOf(entry)));
    // A list that was being fetched during the save would not contain it.
    this.refresh();
  }

  /** The server has told what an entry is now, in the answer to another question. */
  seen(entry: Entry): void {
    this.changeLists((lists) => mapEntries(lists, newestOf(entry)));
    this.changeFew((entries) => entries.map(newestOf(entry)));
  }

  /** The server has deleted an entry. */
  deleted(id: string): void {
    this.hide(id);
    this.refresh();
  }

  /** An entry is about to be deleted. The next answer shows it again if it was not. */
  hide(id: string): void {
    this.changeLists((lists) => withoutEntries(lists, [id]));
    this.changeFew((entries) => entries.filter(({ _id }) => _id !== id));
  }

  /** Copies only the weather, and only to entries that wait for it, because other fields may be older than the cached ones. */
  stamped(polledEntries: readonly Entry[]): void {
    const byId = new Map(polledEntries.map((entry) => [entry._id, entry]));
    const stamp = (entry: Entry): Entry => {
      const polled = byId.get(entry._id);
      if (entry.weatherStatus !== 'pending' || polled?.location !== entry.location) return entry;
      const { weatherStatus, weatherData, temperature } = polled;
      return { ...entry, weatherStatus, weatherData, temperature };
    };
    this.changeLists((lists) => mapEntries(lists, stamp));
    this.changeFew((entries) => entries.map(stamp));
  }

  /** Fetches what is shown of entries again, but no long lists. */
  refresh(): void {
    this.refreshDerived();
    void this.queryClient.invalidateQueries({ queryKey: queryKeysOf('entryLists'), refetchType: 'none' });
    void this.queryClient.refetchQueries({
      queryKey: queryKeysOf('entryLists'),
      type: 'active',
      predicate: isShort,
    });
  }

  /** Fetches one list again, however long it is. */
  refreshList(scope: EntriesScope): void {
    void this.queryClient.invalidateQueries({ queryKey: queryKeysOf('entryLists', scope) });
  }

  /** Fetches what is shown of entries again, after many were written or deleted that no list has. */
  reload(): void {
    this.refreshDerived();
    void this.queryClient.invalidateQueries({ queryKey: queryKeysOf('entryLists') });
  }

  private refreshDerived(): void {
    for (const root of [...FEW, ...DERIVED])
      void this.queryClient.invalidateQueries({ queryKey: queryKeysOf(root) });
  }

  private changeLists(change: (lists: EntryLists, scope: EntriesScope) => EntryLists): void {
    for (const list of this.queriesOf<EntryLists>('entryLists'))
      this.write(list, change(list.data, list.query.queryKey[1] as EntriesScope));
  }

  private changeFew(change: (entries: Entry[]) => Entry[]): void {
    for (const root of FEW)
      for (const day of this.queriesOf<Entry[]>(root)) this.write(day, change(day.data));
  }

  private queriesOf<T>(root: 'entryLists' | (typeof FEW)[number]): { query: Query; data: T }[] {
    const queries = this.queryClient.getQueryCache().findAll({ queryKey: queryKeysOf(root) });
    return queries.flatMap((query) => {
      const data = query.state.data as T | undefined;
      return data === undefined ? [] : [{ query, data }];
    });
  }

  private write<T>({ query, data }: { query: Query; data: T }, changed: T): void {
    if (replaceEqualDeep(data, changed) === data) return;
    const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    this.queryClient.setQueryData(query.queryKey, changed, { updatedAt });
    // The rest of the answer is no fresher than before.
    if (isInvalidated) query.invalidate();
  }
}

const newestOf =
  (version: Entry) =>
  (entry: Entry): Entry =>
    entry._id === version._id ? newest(entry, version) : entry;

export function useEntriesCache(): EntriesCache {
  const queryClient = useQueryClient();
  return useMemo(() => new EntriesCache(queryClient), [queryClient]);
}
