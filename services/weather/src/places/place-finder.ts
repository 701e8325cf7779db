/** A place as a provider names it in one language. Fields that the provider omits are empty. */
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
  /** 0 if the provider names none, and for countries. */
  population: number;
  /** A `geo:` URI; see `placeAt`. */
  place: string;
}

/** A city as the user wrote it. */
export interface WrittenCity {
  text: string;
  /** The user's languages (ISO 639-1), the preferred one first. */
  languages?: readonly string[];
}

/** Looks up cities at a provider. Both methods throw a LookUpError. */
export interface PlaceFinder {
  /** Returns the places whose names begin with the text; empty if the provider knows none. */
  suggest(city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]>;
  /**
   * Returns the places that the complete text may mean, the most likely first. Names match in any spelling and language.
   * Empty if the provider knows none.
   */
  find(city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]>;
}

export const PLACE_FINDER = Symbol('PlaceFinder');
