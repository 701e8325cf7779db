import { isolate } from '@inner-weather/contracts/isolate';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { expectData, publicApi } from './api-client';
import type { components } from './api-types.gen';

export type Place = components['schemas']['PlaceDto'];

const normalised = (city: string) => city.trim().toLowerCase();

async function findPlaces(
  query: { name: string; whole?: boolean },
  signal: AbortSignal,
): Promise<Place[] | null> {
  return expectData(await publicApi.GET('/api/places', { params: { query }, signal })).items;
}

/** Nobody waits for a look-up: a city is kept as it is typed. */
const ONCE = { staleTime: Infinity, retry: false } as const;

/** GET /places: the places that a city's name may become when it is written on. Not asked while `city` is empty. */
export function usePlaces(city: string) {
  return useQuery({
    queryKey: ['places', 'beginning', normalised(city)],
    queryFn: ({ signal }) => findPlaces({ name: city.trim() }, signal),
    enabled: city.trim() !== '',
    placeholderData: keepPreviousData,
    ...ONCE,
  });
}

/** GET /places?whole=true: the places that a city means as it stands, the meant one first; null while nobody can tell. */
const meaningOf = (city: string) =>
  queryOptions({
    queryKey: ['places', 'whole', normalised(city)],
    queryFn: ({ signal }) => findPlaces({ name: city.trim(), whole: true }, signal),
    ...ONCE,
  });

export function useMeaning(city: string, isWanted = true) {
  return useQuery({ ...meaningOf(city), enabled: isWanted && city.trim() !== '' });
}

/** Notes what a city means that was taken from the list, so that it need not be looked up again. */
export function useNotePlace() {
  const queryClient = useQueryClient();
  return (place: Place) => queryClient.setQueryData(meaningOf(place.location).queryKey, [place]);
}

/**
 * For a form that saves a city. Answers which place it is, to send along; or what to say at the field, if no place of
 * the name is known and the field has not said so yet. Where nobody can tell, it answers neither.
 */
export function useCityCheck() {
  const queryClient = useQueryClient();
  return async (city: string): Promise<{ place?: string; problem?: string }> => {
    const meaning = meaningOf(city);
    const wasTold = queryClient.getQueryData(meaning.queryKey) !== undefined;
    try {
      const places = await queryClient.fetchQuery(meaning);
      if (places?.[0]) return { place: places[0].place };
      return places && !wasTold ? { problem: unknownCity(city) } : {};
    } catch {
      return {};
    }
  };
}

/** What to say, and what to write instead. */
export const unknownCity = (city: string): string =>
  `We found no place called “${isolate(city.trim())}”. Write the nearest town with its country, like “Bergen, Norway”. You can keep it, but its entries have no weather.`;
