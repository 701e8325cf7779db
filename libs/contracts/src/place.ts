/*
 * A place on the map, as a `geo:` URI (RFC 5870): `geo:41.15,-8.61`. It is kept beside the name of a city, which may have
 * namesakes, so that every look-up of the weather is for the same place. Two decimals are a kilometre: closer than any
 * weather model, and not so close that a place would tell a home.
 */

/** A latitude and a longitude in degrees, of up to six decimals. */
export const PLACE_PATTERN =
  /^geo:-?(?:90(?:\.0{1,6})?|[1-8]?\d(?:\.\d{1,6})?),-?(?:180(?:\.0{1,6})?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d{1,6})?)$/;

/** Characters of the longest one. */
export const PLACE_MAX = 30;

export interface Coordinates {
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export const placeAt = ({ latitude, longitude }: Coordinates): string =>
  `geo:${rounded(latitude)},${rounded(longitude)}`;

/** @param place as PLACE_PATTERN */
export function coordinatesOf(place: string): Coordinates {
  const [latitude = 0, longitude = 0] = place.slice('geo:'.length).split(',').map(Number);
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

// Plus zero turns -0 into 0.
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100 + 0;
