import type { Vault } from '../src/lib/device/vault';

/** What the fake vault keeps, by name, as JSON. jsdom has no IndexedDB. */
export const records = new Map<string, string>();

export const vault: Vault = {
  read: async (name) => (JSON.parse(records.get(name) ?? 'null') as unknown) ?? undefined,
  keep: async (name, value) => void records.set(name, JSON.stringify(value)),
  drop: async () => records.clear(),
  edit: async (change) => void change([]),
};
