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
    void ownCities().then(setCities);
  }, [isWanted]);
  return cities;
}

/** The same, once. It is empty if this device keeps no entries, or cannot read them. */
export async function ownCities(): Promise<string[]> {
  try {
    const vault = await vaultOfUser();
    const kept = vault && (await readEntries(vault));
    return mostUsed(kept?.entries.map(({ location }) => location) ?? []);
  } catch {
    return [];
  }
}

function mostUsed(locations: string[]): string[] {
  const counts = new Map<string, number>();
  for (const location of locations) counts.set(location, (counts.get(location) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, CITIES_MAX)
    .map(([location]) => location);
}
