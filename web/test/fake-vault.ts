import type { Vault, VaultEdit } from '../src/lib/vault/vault';

/** Begins the names under which it keeps what waits. */
const WAITING = 'waiting.';

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
  edit: async <T extends { id: string; order: number }>(
    change: (waiting: T[]) => VaultEdit<T> | Promise<VaultEdit<T>>,
  ) => {
    const waiting = [...(await vault.list(WAITING)).values()] as T[];
    const { put, remove, keep = {} } = await change(waiting.sort((one, other) => one.order - other.order));
    for (const id of remove) records.delete(WAITING + id);
    for (const one of put) await vault.keep(WAITING + one.id, one);
    for (const [name, value] of Object.entries(keep)) await vault.keep(name, value);
  },
};
