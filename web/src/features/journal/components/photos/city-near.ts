import { type Coordinates, coordinatesOf } from '@inner-weather/domain/weather/place';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { meaningOf } from '../../../../components/forms/places';
import { useUser } from '../../../../lib/api/session';
import { queryKey } from '../../../../lib/query-keys';
import { ownCities } from '../search/use-own-cities';

const KM_MAX = 30;
const EARTH_RADIUS_KM = 6_371;

/**
 * The city of the person's journal that is at most 30 km from a place: the home city, or else the most used one. Coordinates
 * are asked nobody: the places of the person's own cities come here, and are compared with them on this device.
 * @returns null if there is none, or cities cannot be looked up; undefined while that is not known
 */
export function useCityNear(where: Coordinates | undefined): string | null | undefined {
  const client = useQueryClient();
  const { id = '', location: home = '' } = useUser() ?? {};
  const { data } = useQuery({
    queryKey: queryKey('cityNear', id, where),
    queryFn: async () => {
      for (const city of new Set([home, ...(await ownCities())])) {
        const places = await client.fetchQuery(meaningOf(city)).catch(() => null);
        const place = places?.[0]?.place;
        if (where && place && kilometresBetween(where, coordinatesOf(place)) <= KM_MAX) return city;
      }
      return null;
    },
    staleTime: Infinity,
    retry: false,
    enabled: where !== undefined,
  });
  return where ? data : null;
}

/** Along the surface (haversine formula). */
function kilometresBetween(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const share =
    halfChord(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      halfChord(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}
