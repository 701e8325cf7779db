import { useEffect, useState } from 'react';
import { vaultOfUser } from '../../../../lib/copy/copy';
import { readEntries } from '../../../../lib/copy/entries';

/** The most cities that are proposed. */
const CITIES_MAX = 12;

/** The cities of the entries that this device keeps, the most used first. @param isWanted whether to read them now */
export function useOwnCities(isWanted: boolean): string[] {
  const [cities, setCities] = useState<string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    vaultOfUser()
      .then((vault) => vault && readEntries(vault))
      .then((kept) => setCities(mostUsed(kept?.entries.map(({ location }) => location) ?? [])))
      // Any city can be typed.
      .catch(() => undefined);
  }, [isWanted]);
  return cities;
}

function mostUsed(locations: string[]): string[] {
  const counts = new Map<string, number>();
  for (const location of locations) counts.set(location, (counts.get(location) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, CITIES_MAX)
    .map(([location]) => location);
}
