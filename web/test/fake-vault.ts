import type { Vault } from '../src/lib/vault/vault';

/** What the fake vault keeps, by name, as JSON. jsdom has no IndexedDB. */
export const records = new Map<string, string>();

export const vault: Vault = {
  read: async (name) => (JSON.parse(records.get(name) ?? 'null') as unknown) ?? undefined,
  keep: async (name, value) => void records.set(name, JSON.stringify(value)),
  update: async (name, change) => {
    const value = change(await vault.read(name));
    if (value !== undefined) await vault.keep(name, value);
  },
  list: async (prefix) =>
    new Map(
      [...records]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, json]) => [name, JSON.parse(json) as unknown]),
    ),
  drop: async (prefix) => {
    for (const name of records.keys()) if (name.startsWith(prefix)) records.delete(name);
  },
  edit: async (change) => void change([]),
};
