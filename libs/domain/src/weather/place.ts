/*
 * A place on the map as a `geo:` URI (RFC 5870): `geo:41.15,-8.61`. It is stored with the name of a city, which may be
 * ambiguous, so that every weather look-up is for the same place. Two decimals are about a kilometre: more precise than
 * any weather model, but too coarse to identify a home.
 */

/** A latitude and a longitude in degrees, of up to six decimals. */
export const PLACE_PATTERN =
  /^geo:-?(?:90(?:\.0{1,6})?|[1-8]?\d(?:\.\d{1,6})?),-?(?:180(?:\.0{1,6})?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d{1,6})?)$/;

/** The length of the longest place. */
export const PLACE_MAX = 30;

export interface Coordinates {
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export const placeAt = ({ latitude, longitude }: Coordinates): string =>
  `geo:${roundToHundredths(latitude)},${roundToHundredths(longitude)}`;

/** @param place matches PLACE_PATTERN */
export function coordinatesOf(place: string): Coordinates {
  const [latitude = 0, longitude = 0] = place.slice('geo:'.length).split(',').map(Number);
  return { latitude: roundToHundredths(latitude), longitude: roundToHundredths(longitude) };
}

const EARTH_RADIUS_KM = 6_371;

/** Along the surface (haversine formula). */
export function kilometresBetween(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const share =
    halfChord(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      halfChord(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}

// Adding 0 turns -0 into 0.
const roundToHundredths = (degrees: number): number => Math.round(degrees * 100) / 100 + 0;
