import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../lib/api/api-client';
import { queryKey } from '../../lib/query-keys';

/** Milliseconds. The server keeps its answer until the hour ends. */
const FRESH_MS = 10 * 60_000;

/**
 * GET /places/weather: the weather of a place now; null while the provider cannot be asked.
 * @param place a `geo:` URI; nothing is asked without one
 */
export function useCurrentWeather(place: string | undefined) {
  return useQuery({
    queryKey: queryKey('currentWeather', place),
    enabled: place !== undefined,
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async ({ signal }) =>
      expectData(await api.GET('/api/places/weather', { params: { query: { place: place ?? '' } }, signal }))
        .weather,
  });
}
