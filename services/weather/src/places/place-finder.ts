/** A place as a provider names it in one language. What the provider does not say is empty. */
export interface FoundPlace {
  /** The same in every language. */
  id: string;
  name: string;
  region: string;
  /** The administrative level below the region. */
  county: string;
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** 0 where the provider names none, and for what is no settlement: a country. */
  population: number;
  /** A `geo:` URI: see contracts/place. */
  place: string;
}

/** A city as the user wrote it. */
export interface WrittenCity {
  text: string;
  /** Languages that the writer reads, ISO 639-1, the preferred first. */
  languages?: readonly string[];
}

/** A provider's look-up of cities. Both throw a LookUpError. */
export interface PlaceFinder {
  /** The places that the text may become when it is written on; empty if the provider knows none. */
  suggest(city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]>;
  /**
   * The places that the text means as it stands, the most likely first: those of this name, in any spelling and language,
   * that lie where it says. Empty if the provider knows none.
   */
  find(city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]>;
}

export const PLACE_FINDER = Symbol('PlaceFinder');
