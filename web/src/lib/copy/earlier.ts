import type { Entry } from '../outbox/changes';
import type { Vault } from '../vault/vault';
import { updateKept } from './copy';

/** Entries of this day in earlier years, most of which are older than the others that are kept. */
const EARLIER = 'earlier';

export const keepEarlier = (entries: readonly Entry[]): Promise<void> =>
  updateKept<readonly Entry[]>(EARLIER, () => entries);

export async function readEarlierEntries(vault: Vault): Promise<Entry[]> {
  return ((await vault.read(EARLIER)) as Entry[] | undefined) ?? [];
}

/** @param vault with which the caller began */
export const changeEarlier = (vault: Vault, change: (earlier: Entry[]) => Entry[]): Promise<void> =>
  updateKept<Entry[]>(EARLIER, (earlier) => earlier && change(earlier), vault);

export function noteEarlier(vault: Vault, noted: readonly Entry[]): Promise<void> {
  const byId = new Map(noted.map((entry) => [entry._id, entry]));
  return changeEarlier(vault, (earlier) =>
    earlier.map((entry) => newerOf(entry, byId.get(entry._id) ?? entry)),
  );
}

export const newerOf = (kept: Entry | undefined, noted: Entry): Entry =>
  kept && kept.updatedAt > noted.updatedAt ? kept : noted;
