import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { expectData, publicApi } from './api-client';
import type { components } from './api-types.gen';

export type Place = components['schemas']['PlaceDto'];

const keyOf = (city: string) => ['places', city.trim().toLowerCase()];

/** GET /places: the places that a city's name, or its beginning, may mean. Not asked while `city` is empty. */
export function usePlaces(city: string) {
  return useQuery({
    queryKey: keyOf(city),
    queryFn: async ({ signal }) =>
      expectData(await publicApi.GET('/api/places', { params: { query: { name: city.trim() } }, signal }))
        .items,
    enabled: city.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Nobody waits for it: a city is kept as it is typed.
    retry: false,
  });
}

/** Notes what a city means that was taken from the list, so that it need not be looked up again. */
export function useNotePlace() {
  const queryClient = useQueryClient();
  return (place: Place) => queryClient.setQueryData(keyOf(place.location), [place]);
}
