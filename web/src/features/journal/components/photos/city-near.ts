import { type Coordinates, coordinatesOf, kilometresBetween } from '@inner-weather/domain/weather/place';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { meaningOf } from '../../../../components/forms/place/places';
import { useUser } from '../../../../lib/api/session';
import { queryKey } from '../../../../lib/query-keys';
import { ownCities } from '../search/use-own-cities';

const KM_MAX = 30;

/**
 * The city of a photo: the city of the person's journal that is at most 30 km from it, first the home city, then the most
 * used one, or else the nearest city of the extract that comes with the page. Coordinates never leave this device.
 * @returns null if there is none; undefined while that is not known
 */
export function useCityNear(where: Coordinates | undefined): string | null | undefined {
  const client = useQueryClient();
  const { id = '', location: home = '' } = useUser() ?? {};
  const { data } = useQuery({
    queryKey: queryKey('cityNear', id, where),
    queryFn: async () => {
      if (!where) return null;
      for (const city of new Set([home, ...(await ownCities())])) {
        const places = await client.fetchQuery(meaningOf(city)).catch(() => null);
        const place = places?.[0]?.place;
        if (place && kilometresBetween(where, coordinatesOf(place)) <= KM_MAX) return city;
      }
      const { nearestCity } = await import('../../../../components/forms/place/nearest-city');
      return (await nearestCity(client, where))?.location ?? null;
    },
    staleTime: Infinity,
    retry: false,
    enabled: where !== undefined,
  });
  return where ? data : null;
}
