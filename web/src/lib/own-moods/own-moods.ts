import { useQuery } from '@tanstack/react-query';
import { Moods, PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { useEffect } from 'react';
import type { components } from '../api/api-types.gen';
import { api, expectData, expectNoBody } from '../api/api-client';
import { useUser } from '../api/session';
import { orKeptAnswer } from '../copy/copy';
import { moodsStore, useMoods } from '../entry/moods';
import { queryKey } from '../query-keys';
import { useChange } from '../api/use-change';

export type OwnMood = components['schemas']['OwnMoodDto'];
export type OwnMoods = components['schemas']['OwnMoodsDto'];
export type MoodUses = components['schemas']['MoodUsesDto'];
type Arrangement = components['schemas']['ArrangeMoodsDto'];

/** The kinds under which the device keeps them, and the only answer of each. */
const [MOODS, USES, ALL] = ['moods', 'moodUses', 'all'];

/** Milliseconds for which the list is fresh. A change in the settings fetches it again. */
const FRESH_MS = 5 * 60_000;

/** One object for each answer, so that nothing is drawn again for the same one. */
const moodsOf = new WeakMap<OwnMoods, Moods>();

/** GET /moods. A page that shows moods calls it, and is drawn again with them. */
export function useOwnMoods() {
  const userId = useUser()?.id ?? '';
  const list = useQuery({
    queryKey: queryKey('ownMoods', userId),
    queryFn: ({ signal }) =>
      orKeptAnswer(MOODS, ALL, async () => expectData(await api.GET('/api/moods', { signal }))),
    staleTime: FRESH_MS,
    enabled: userId !== '',
  });
  const { data } = list;
  useEffect(() => {
    if (!data) return;
    const moods = moodsOf.get(data) ?? new Moods(data);
    moodsOf.set(data, moods);
    moodsStore.set(moods);
  }, [data]);
  useMoods();
  return list;
}

/** Knows the moods of this user, until another one signs in. */
export function useFollowMoods(userId: string): void {
  useOwnMoods();
  useEffect(() => () => moodsStore.set(PRESET_MOODS), [userId]);
}

/** GET /moods/uses. */
export function useMoodUses() {
  const userId = useUser()?.id ?? '';
  return useQuery({
    queryKey: queryKey('moodUses', userId),
    queryFn: ({ signal }) =>
      orKeptAnswer(USES, ALL, async () => expectData(await api.GET('/api/moods/uses', { signal }))),
    enabled: userId !== '',
  });
}

/** The list and all that is counted by moods. */
export const OF_MOODS = ['ownMoods', 'moodUses', 'days', 'statistics', 'together'] as const;

/** PUT /moods/{id}. */
export const usePutMood = () =>
  useChange(OF_MOODS, async ({ _id, ...body }: Omit<OwnMood, 'formerNames'>) =>
    expectData(await api.PUT('/api/moods/{id}', { params: { path: { id: _id } }, body })),
  );

/** PUT /moods. */
export const useArrangeMoods = () =>
  useChange(OF_MOODS, async (body: Arrangement) => expectData(await api.PUT('/api/moods', { body })));

/** DELETE /moods/{id}. */
export const useDeleteMood = () =>
  useChange(OF_MOODS, async (id: string) =>
    expectNoBody(await api.DELETE('/api/moods/{id}', { params: { path: { id } } })),
  );
