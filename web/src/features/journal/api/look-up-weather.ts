import { useMutation } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { useEntriesCache } from '../../../lib/entries/entries-cache';
import type { Entry } from '../../../lib/entry/entry';

/** POST /journal/weather/{id}: requests weather that was not available before. Repeating it has no further effect. */
async function lookUpWeather(id: string): Promise<Entry> {
  return expectData(await api.POST('/api/journal/weather/{id}', { params: { path: { id } } }));
}

export function useLookUpWeather() {
  const cache = useEntriesCache();
  return useMutation({
    mutationFn: lookUpWeather,
    onSuccess: (entry) => cache.seen(entry),
  });
}
