import { LIMITS } from '@inner-weather/domain/limits';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, expectData } from '../../lib/api/api-client';
import type { components } from '../../lib/api/api-types.gen';
import { useUser } from '../../lib/api/session';
import { awayStore } from '../../lib/copy/copy';
import { readPhotoSeen } from '../../lib/copy/seen-photos';
import { isPhotoKey, readPhotoFacts } from '../../lib/outbox/kept-photos';
import { vaultNow } from '../../lib/outbox/outbox';
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

/** What is known of photos, by id. It changes only by their descriptions. Nothing is known of those that wait here. */
export function usePhotos(names: readonly string[]): Map<string, Photo> {
  const userId = useUser()?.id ?? '';
  return useQueries({
    queries: names.filter(isFromServer).map((id) => ({
      queryKey: queryKey('photo', userId, id),
      queryFn: () => getPhoto(id),
      staleTime: Infinity,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data._id, data] as const] : []))),
  });
}

const isFromServer = (name: string): boolean => !isPhotoKey(name);

/**
 * Small pictures from this device, as data URLs by name: of photos that wait to be sent, and of those for which `onMissing`
 * was called, because the server could not be reached, as far as they were seen lately.
 */
export function usePicturesHere(names: readonly string[]) {
  const userId = useUser()?.id ?? '';
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => {
    const tryAgain = () => setMissing([]);
    // A server that was away comes back without a word of the browser.
    const stop = awayStore.subscribe(() => awayStore.get() || tryAgain());
    window.addEventListener('online', tryAgain);
    return () => {
      stop();
      window.removeEventListener('online', tryAgain);
    };
  }, []);
  const here = useQueries({
    queries: names
      .filter((name) => isPhotoKey(name) || missing.includes(name))
      .map((name) => ({
        queryKey: queryKey('photoHere', userId, name),
        queryFn: async () => ({ name, picture: await readPicture(name) }),
        staleTime: 0,
      })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data?.picture ? [[data.name, data.picture] as const] : []))),
  });
  return {
    here,
    /** Whether neither the server nor this device could show it. */
    isMissing: (name: string) => missing.includes(name) && !here.has(name),
    onMissing: (name: string) => setMissing((all) => (all.includes(name) ? all : [...all, name])),
  };
}

async function readPicture(name: string): Promise<string | undefined> {
  const vault = await vaultNow();
  if (!vault) return undefined;
  return isPhotoKey(name) ? (await readPhotoFacts(vault, name))?.preview : readPhotoSeen(vault, name);
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
