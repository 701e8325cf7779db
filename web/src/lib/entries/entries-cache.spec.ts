import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { ana, entry } from '../../../test/builders';
import { createQueryClient } from '../api/query-client';
import { queryKey } from '../query-keys';
import { EntriesCache } from './entries-cache';
import type { EntriesPage, EntriesScope, Entry } from '../entry/entry';
import { dayEntriesQuery, entryListQuery } from './entry-queries';

const MARCH: EntriesScope = { userReference: ana.email, startDate: '2026-03-01', endDate: '2026-03-31' };
const at = (_id: string, day: string, more: object = {}): Entry =>
  entry({
    _id,
    content: _id,
    createdAt: `${day}T10:00:00.000Z`,
    updatedAt: '2026-03-20T10:00:00.000Z',
    ...more,
  });
const page = (entries: Entry[], nextCursor?: string): EntriesPage => ({
  entries,
  total: nextCursor === undefined ? entries.length : 99,
  nextCursor,
});

let client: QueryClient;
let cache: EntriesCache;
beforeEach(() => {
  client = createQueryClient();
  cache = new EntriesCache(client);
});
afterEach(() => client.clear());

const loadList = (scope: EntriesScope, answer: EntriesPage) =>
  client.fetchInfiniteQuery({ ...entryListQuery(scope, () => Promise.resolve(answer)), staleTime: 0 });
const loadDay = (day: string, entries: Entry[]) =>
  client.fetchQuery({ ...dayEntriesQuery(ana.id, day, () => Promise.resolve(entries)), staleTime: 0 });
const listOf = (scope: EntriesScope) =>
  client.getQueryData<{ pages: EntriesPage[] }>(queryKey('entryLists', scope))!.pages[0]!;
const idsOf = (scope: EntriesScope) => listOf(scope).entries.map(({ _id }) => _id);
const dayOf = (day: string) => client.getQueryData<Entry[]>(queryKey('dayEntries', ana.id, day))!;
const stateOf = (key: readonly unknown[]) => client.getQueryState(key)!;

describe('the writer of the entries that the page has fetched', () => {
  it('meets no other data, whatever the page has fetched', async () => {
    client.setQueryData(queryKey('storage'), { usedBytes: 1, maxBytes: 2 });
    client.setQueryData(queryKey('imports'), []);
    await loadList(MARCH, page([at('one', '2026-03-02')]));
    cache.stamped([]);
    cache.saved(at('two', '2026-03-03'));
    cache.deleted('one');
    expect(cache.find('one')).toBeUndefined();
    expect(idsOf(MARCH)).toEqual(['two']);
    // Both follow from the entries.
    expect([stateOf(['storage']).isInvalidated, stateOf(['imports']).isInvalidated]).toEqual([true, true]);
  });

  it('puts a new entry where its day belongs, and counts it', async () => {
    const april = { ...MARCH, startDate: '2026-04-01', endDate: '2026-04-30' };
    const filtered = { ...MARCH, filters: { words: 'sea' } };
    await loadList(MARCH, page([at('late', '2026-03-20'), at('early', '2026-03-02')], 'more'));
    await loadList(april, page([]));
    await loadList(filtered, page([]));
    cache.saved(at('new', '2026-03-10'));
    cache.saved(at('new', '2026-03-10'));
    expect([idsOf(MARCH), idsOf(april), idsOf(filtered)]).toEqual([['late', 'new', 'early'], [], []]);
    expect(listOf(MARCH).total).toBe(100);
    // It is among those that are not loaded.
    cache.saved(at('old', '2026-03-01'));
    expect(idsOf(MARCH)).toEqual(['late', 'new', 'early']);
  });

  it('moves an entry to its new day', async () => {
    await loadList(MARCH, page([at('one', '2026-03-20'), at('two', '2026-03-10')]));
    const later = { updatedAt: '2026-03-21T10:00:00.000Z' };
    cache.saved(at('one', '2026-03-05', later));
    expect(idsOf(MARCH)).toEqual(['two', 'one']);
    cache.saved(at('two', '2026-04-10', later));
    expect([idsOf(MARCH), listOf(MARCH).total]).toEqual([['one'], 1]);
  });

  it('replaces no version by an older one, in lists and days', async () => {
    const now = at('one', '2026-03-02', { content: 'new words', updatedAt: '2026-03-22T10:00:00.000Z' });
    const before = at('one', '2026-03-02', { content: 'old words' });
    await loadList(MARCH, page([now]));
    await loadDay('2026-03-02', [before]);
    expect(cache.find('one')?.content).toBe('new words');
    cache.saved(before);
    cache.seen(before);
    expect(listOf(MARCH).entries[0]?.content).toBe('new words');
    cache.seen(now);
    expect(dayOf('2026-03-02')[0]?.content).toBe('new words');
    // An answer that was on its way.
    await loadList(MARCH, page([before]));
    await loadDay('2026-03-02', [before]);
    expect([listOf(MARCH).entries[0]?.content, dayOf('2026-03-02')[0]?.content]).toEqual([
      'new words',
      'new words',
    ]);
  });

  it('keeps the weather that has arrived, since it makes no new version', async () => {
    const pending = at('one', '2026-03-02', { weatherStatus: 'pending', weatherData: '' });
    const ready = { ...pending, weatherStatus: 'ready' as const, weatherData: 'Sunny' };
    await loadList(MARCH, page([pending]));
    cache.stamped([ready]);
    expect(listOf(MARCH).entries[0]).toMatchObject({ weatherStatus: 'ready', weatherData: 'Sunny' });
    cache.saved(pending);
    await loadList(MARCH, page([pending]));
    expect(listOf(MARCH).entries[0]?.weatherStatus).toBe('ready');
    // Another place has other weather.
    cache.saved({ ...pending, location: 'Oslo', updatedAt: '2026-03-21T10:00:00.000Z' });
    expect(listOf(MARCH).entries[0]?.weatherStatus).toBe('pending');
  });

  it('leaves a list that has to be fetched again in need of it', async () => {
    await loadList(MARCH, page([at('one', '2026-03-02')]));
    cache.refresh();
    expect(stateOf(queryKey('entryLists', MARCH)).isInvalidated).toBe(true);
    cache.hide('one');
    expect(idsOf(MARCH)).toEqual([]);
    expect(stateOf(queryKey('entryLists', MARCH)).isInvalidated).toBe(true);
  });

  it('fetches a long list again only if it cannot have the changes', async () => {
    let asked = 0;
    const options = entryListQuery(MARCH, (cursor = '0') => {
      asked += 1;
      return Promise.resolve(
        page([at(cursor, `2026-03-${30 - Number(cursor)}`)], String(Number(cursor) + 1)),
      );
    });
    const list = new InfiniteQueryObserver(client, options);
    const stop = list.subscribe(() => undefined);
    for (let pages = 0; pages < 6; pages++) await list.fetchNextPage();
    asked = 0;
    cache.refresh();
    expect(asked).toBe(0);
    cache.reload();
    expect(asked).toBe(1);
    stop();
  });
});
