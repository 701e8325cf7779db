import { LIMITS } from '@inner-weather/domain/limits';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { api, expectData } from '../../lib/api/api-client';
import type { components } from '../../lib/api/api-types.gen';
import { useUser } from '../../lib/api/session';
import { queryKey } from '../../lib/query-keys';

export type Photo = components['schemas']['PhotoDto'];

/** What waits for the next request, by id. */
let waiting = new Map<string, ((photos: Promise<Photo[]>) => void)[]>();

/** What is known of a photo; null if it is gone. Those of all cards that appear together are asked for together. */
async function getPhoto(id: string): Promise<Photo | null> {
  if (waiting.size === 0) queueMicrotask(askForWaiting);
  const photos = await new Promise<Photo[]>((resolve) => {
    waiting.set(id, [...(waiting.get(id) ?? []), resolve]);
  });
  return photos.find(({ _id }) => _id === id) ?? null;
}

function askForWaiting(): void {
  const all = [...waiting];
  waiting = new Map();
  for (let from = 0; from < all.length; from += LIMITS.photoIdsMax) {
    const some = all.slice(from, from + LIMITS.photoIdsMax);
    const answer = askFor(some.map(([id]) => id));
    for (const resolve of some.flatMap(([, resolves]) => resolves)) resolve(answer);
  }
}

async function askFor(ids: string[]): Promise<Photo[]> {
  return expectData(await api.GET('/api/photos', { params: { query: { ids } } })).photos;
}

/** What is known of photos, by id. It changes only by their descriptions. */
export function usePhotos(ids: readonly string[]): Map<string, Photo> {
  const userId = useUser()?.id ?? '';
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKey('photo', userId, id),
      queryFn: () => getPhoto(id),
      staleTime: Infinity,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data._id, data] as const] : []))),
  });
}

/** A function that stores what is on a photo, for people who cannot see it. It throws an ApiError. */
export function useDescribePhoto() {
  const userId = useUser()?.id ?? '';
  const client = useQueryClient();
  return async (id: string, description: string): Promise<void> => {
    const path = { id };
    const answer = await api.PUT('/api/photos/{id}/description', { params: { path }, body: { description } });
    client.setQueryData(queryKey('photo', userId, id), expectData(answer));
  };
}
