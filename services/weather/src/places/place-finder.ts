/** A place as a provider names it. What the provider does not say is empty. */
export interface FoundPlace {
  name: string;
  region: string;
  country: string;
}

/** A provider's look-up of cities. */
export interface PlaceFinder {
  /**
   * The places that a name, or its beginning, may mean; the first is the one whose weather an entry gets. Empty if the
   * provider knows none. Throws a LookUpError.
   */
  find(name: string, signal: AbortSignal): Promise<FoundPlace[]>;
}

export const PLACE_FINDER = Symbol('PlaceFinder');
