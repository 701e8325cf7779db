import type { Vault, VaultEdit } from '../src/lib/vault/vault';

/** Begins the names under which it keeps what waits. */
const WAITING = 'waiting.';

/** What the fake vault keeps, by name, as JSON. jsdom has no IndexedDB. */
export const records = new Map<string, string>();
/** The bytes that it keeps, by name. */
export const bytes = new Map<string, Uint8Array>();

export const vault: Vault = {
  read: async (name) => bytes.get(name) ?? (JSON.parse(records.get(name) ?? 'null') as unknown) ?? undefined,
  keep: async (name, value) =>
    void (value instanceof Uint8Array ? bytes.set(name, value) : records.set(name, JSON.stringify(value))),
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
  names: async (prefix) => [...records.keys(), ...bytes.keys()].filter((name) => name.startsWith(prefix)),
  drop: async (prefix) => {
    for (const name of await vault.names(prefix)) forget(name);
  },
  edit: async <T extends { id: string; order: number }>(
    change: (waiting: T[]) => VaultEdit<T> | Promise<VaultEdit<T>>,
  ) => {
    const waiting = [...(await vault.list(WAITING)).values()] as T[];
    const {
      put,
      remove,
      keep = {},
      drop = [],
    } = await change(waiting.sort((one, other) => one.order - other.order));
    for (const id of remove) records.delete(WAITING + id);
    for (const one of put) await vault.keep(WAITING + one.id, one);
    for (const [name, value] of Object.entries(keep)) await vault.keep(name, value);
    drop.forEach(forget);
  },
};

function forget(name: string): void {
  records.delete(name);
  bytes.delete(name);
}

/** What `lib/vault/vault` has besides, of a device without a lock. */
export const withoutLock = {
  lockState: async () => 'none',
  markLock: () => undefined,
  leaveLetter: async () => undefined,
  forgetUser: async () => undefined,
};
