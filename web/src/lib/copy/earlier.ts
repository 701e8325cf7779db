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

export const changeEarlier = (change: (earlier: Entry[]) => Entry[]): Promise<void> =>
  updateKept<Entry[]>(EARLIER, (earlier) => earlier && change(earlier));
