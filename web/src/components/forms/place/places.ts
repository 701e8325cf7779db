import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { isolate } from '../../../lib/language/isolate';
import { expectData, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey } from '../../../lib/query-keys';

export type Place = components['schemas']['PlaceDto'];

const normalised = (city: string) => city.trim().toLowerCase();

async function findPlaces(
  query: { name: string; whole?: boolean },
  signal: AbortSignal,
): Promise<Place[] | null> {
  return expectData(await publicApi.GET('/api/places', { params: { query }, signal })).items;
}

/** Look-ups are optional, because a city can be kept as it is typed. So they are not retried. */
const ONCE = { staleTime: Infinity, retry: false } as const;

/** GET /places: places whose names begin with `city`. No request is sent while `city` is empty. */
export function usePlaces(city: string) {
  return useQuery({
    queryKey: queryKey('places', 'beginning', normalised(city)),
    queryFn: ({ signal }) => findPlaces({ name: city.trim() }, signal),
    enabled: city.trim() !== '',
    placeholderData: keepPreviousData,
    ...ONCE,
  });
}

/** GET /places?whole=true: the places with exactly this name, best match first; null if look-ups are not available. */
export const meaningOf = (city: string) =>
  queryOptions({
    queryKey: queryKey('places', 'whole', normalised(city)),
    queryFn: ({ signal }) => findPlaces({ name: city.trim(), whole: true }, signal),
    ...ONCE,
  });

export function useMeaning(city: string, isEnabled = true) {
  return useQuery({ ...meaningOf(city), enabled: isEnabled && city.trim() !== '' });
}

/** Caches the place of a city that the user chose from the list, so that it is not looked up again. */
export function useNotePlace() {
  const queryClient = useQueryClient();
  return (place: Place) => queryClient.setQueryData(meaningOf(place.location).queryKey, [place]);
}

/**
 * For a form that saves a city. Returns the place to send along, which is empty if look-ups are not available. If no such
 * place is known and the field has not said so yet, the field says it, and undefined is returned.
 */
export function useCityCheck<Values extends FieldValues & { location: string }>(form: UseFormReturn<Values>) {
  const queryClient = useQueryClient();
  return async (city: string): Promise<{ place?: string } | undefined> => {
    const meaning = meaningOf(city);
    const isChecked = queryClient.getQueryData(meaning.queryKey) !== undefined;
    try {
      const places = await queryClient.fetchQuery(meaning);
      if (places?.[0]) return { place: places[0].place };
      if (!places || isChecked) return {};
      form.setError('location' as FieldPath<Values>, { message: unknownCity(city) }, { shouldFocus: true });
      return undefined;
    } catch {
      return {};
    }
  };
}

/** The message for an unknown city. */
export function unknownCity(city: string): string {
  const name = isolate(city.trim());
  return t`We found no place called “${name}”. Write the nearest town with its country, like “Bergen, Norway”. You can keep it, but its entries have no weather.`;
}
