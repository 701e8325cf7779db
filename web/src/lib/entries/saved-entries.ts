import { useQueries } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import { toApiError } from '../api/api-error';
import { orKept } from '../copy/copy';
import { noteEntries, readEntry } from '../copy/entries';
import type { Entry } from '../entry/entry';
import { isNewId } from '../outbox/changes';
import { useEntriesCache } from './entries-cache';
import { entryQuery } from './entry-queries';

/** GET /journal/entries/{id}. */
export async function getEntry(id: string, signal?: AbortSignal): Promise<Entry> {
  const entry = expectData(await api.GET('/api/journal/entries/{id}', { params: { path: { id } }, signal }));
  void noteEntries([entry]);
  return entry;
}

/** An entry as a list, from the server or from this device. An entry that is not there is an answer, too. */
export function fetchEntry(id: string, signal: AbortSignal): Promise<Entry[]> {
  const ask = () =>
    getEntry(id, signal).then(
      (entry) => [entry],
      (error: unknown) => {
        if (toApiError(error).status === 404) return [];
        throw error;
      },
    );
  return orKept(ask, (vault) => readEntry(vault, id));
}

/** The saved versions of entries. What the page has is not fetched, and new entries have none. */
export function useSavedEntries(userId: string, ids: readonly string[]): Entry[] {
  const cache = useEntriesCache();
  const saved = [...new Set(ids)].filter((id) => !isNewId(id));
  return useQueries({
    queries: saved.map((id) => {
      const known = cache.find(id);
      return {
        ...entryQuery(userId, id, (signal) => fetchEntry(id, signal)),
        initialData: known && [known],
        enabled: !known,
      };
    }),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}
