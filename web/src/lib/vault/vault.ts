import type { IDBPDatabase } from 'idb';
import { allOf, lockOf, type Place, type Schema, withDatabase } from './database';
import { type HeldKey, heldKey, idOf, lockIn, openKey, takeKey } from './keys';
import { writeStorage } from '../remembered';
import { LOCK } from './lock-mark';
import { isLasting } from './names';
import { seal, sealLetter, unseal } from './sealing';

/*
 * What this device keeps of a journal: in an IndexedDB, sealed with AES-GCM. The key is in the same database and cannot be
 * exported, so a copy of the browser's files does not have it in the clear, and deleting it makes what it sealed unreadable.
 * With a lock (lock.ts) it is there only wrapped. docs/security.md says what this protects from.
 */

/** Something that waits, in order. */
interface Ordered {
  id: string;
  order: number;
}

/** Changes that are stored together or not at all. */
export interface VaultEdit<T extends Ordered> {
  /** What waits from now on, in addition or in place of what has the same id. */
  put: T[];
  /** The ids of what waits no more. */
  remove: string[];
  /** What is kept from now on, by name. Bytes as a Uint8Array, anything else as JSON. */
  keep?: Record<string, unknown>;
  /** The names of what is kept no more. */
  drop?: string[];
}

/** What one user has on this device. One lock for all tabs and the service worker orders its changes. */
export interface Vault {
  /** Undefined if nothing is kept under this name, or if it cannot be read. */
  read: (name: string) => Promise<unknown>;
  keep: (name: string, value: unknown) => Promise<void>;
  /** Replaces what is kept under a name. @param change returns undefined to leave it as it is */
  update: (name: string, change: (value: unknown) => unknown) => Promise<void>;
  /** What is kept under the names that begin with `prefix`, by name. Leaves out what cannot be read. */
  list: (prefix: string) => Promise<Map<string, unknown>>;
  /** The names that begin with `prefix`. */
  names: (prefix: string) => Promise<string[]>;
  /** Deletes what is kept under the names that begin with `prefix`. */
  drop: (prefix: string) => Promise<void>;
  /** Edits what waits. No other edit comes between. @param change gets what waits, in order */
  edit: <T extends Ordered>(change: (waiting: T[]) => VaultEdit<T> | Promise<VaultEdit<T>>) => Promise<void>;
}

/**
 * Opens what a user has on this device.
 * @throws if the browser offers no storage, no encryption or no locks, as on a page without https, or refuses them
 */
export async function openVault(userId: string): Promise<Vault> {
  const opened = await openKey(userId);
  /** This tab or another may have sealed everything anew, for a lock, or begun with another key after a login. */
  const keyNow = async (database: IDBPDatabase<Schema>): Promise<HeldKey> => {
    takeKey(userId, await database.get('keys', userId));
    return heldKey(userId) ?? opened;
  };
  const alone = <T>(change: () => Promise<T>): Promise<T> => navigator.locks.request(lockOf(userId), change);

  const listIn = (place: Place, prefix = ''): Promise<[string, unknown][]> =>
    withDatabase(async (database) => {
      const by = await keyNow(database);
      const { store } = database.transaction(place);
      const range = allOf(userId, prefix);
      const [names, sealed] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      const records = await Promise.all(
        sealed.map(async (one, n): Promise<[string, unknown]> => {
          const name = names[n]?.[1] ?? '';
          return [name, await unseal(by, { place, name }, one)];
        }),
      );
      return records.filter(([, value]) => value !== undefined);
    });
  const read = (name: string): Promise<unknown> =>
    withDatabase(async (database) => {
      const by = await keyNow(database);
      const sealed = await database.get('kept', [userId, name]);
      return sealed && unseal(by, { place: 'kept', name }, sealed);
    });
  /** Durable when it resolves: what the page calls kept survives a power cut. */
  const store = async (waiting: VaultEdit<Ordered>): Promise<void> => {
    const by = await withDatabase(keyNow);
    const kept = Object.entries(waiting.keep ?? {});
    const sealedKept = await Promise.all(
      kept.map(async ([name, value]) => [name, await seal(by, { place: 'kept', name }, value)] as const),
    );
    const sealedWaiting = await Promise.all(
      waiting.put.map(
        async (one) => [one.id, await seal(by, { place: 'waiting', name: one.id }, one)] as const,
      ),
    );
    const dropped = waiting.drop ?? [];
    const needsKey = waiting.put.length > 0 || kept.some(([name]) => isLasting(name));
    const places: Place[] = [];
    if (waiting.put.length + waiting.remove.length > 0) places.push('waiting');
    if (kept.length + dropped.length > 0) places.push('kept');
    await withDatabase(async (database) => {
      const transaction = database.transaction(['keys', ...places], 'readwrite', { durability: 'strict' });
      const keys = transaction.objectStore('keys');
      const change = async (): Promise<void> => {
        // Another tab may have ended the session and deleted the key. Drafts, photos and what waits must stay readable for
        // their writer; the rest is gone with the session.
        const record = await keys.get(userId);
        if (record === undefined) {
          if (!needsKey) return;
          await keys.put(by.record, userId);
        } else if (idOf(record) !== by.id) {
          // Another tab has switched a lock on or off, and nothing would open what this one has sealed.
          transaction.abort();
          return;
        }
        await Promise.all([
          ...sealedWaiting.map(([id, record]) =>
            transaction.objectStore('waiting').put(record, [userId, id]),
          ),
          ...waiting.remove.map((id) => transaction.objectStore('waiting').delete([userId, id])),
          ...sealedKept.map(([name, record]) => transaction.objectStore('kept').put(record, [userId, name])),
          ...dropped.map((name) => transaction.objectStore('kept').delete([userId, name])),
        ]);
      };
      await Promise.all([change(), transaction.done]);
    });
  };

  return {
    read,
    keep: (name, value) => alone(() => store({ put: [], remove: [], keep: { [name]: value } })),
    update: (name, change) =>
      alone(async () => {
        const value = change(await read(name));
        if (value !== undefined) await store({ put: [], remove: [], keep: { [name]: value } });
      }),
    list: async (prefix) => new Map(await listIn('kept', prefix)),
    names: (prefix) =>
      withDatabase(async (database) =>
        (await database.getAllKeys('kept', allOf(userId, prefix))).map(([, name]) => name),
      ),
    drop: (prefix) => alone(() => withDatabase((database) => database.delete('kept', allOf(userId, prefix)))),
    edit: <T extends Ordered>(change: (waiting: T[]) => VaultEdit<T> | Promise<VaultEdit<T>>) =>
      alone(async () => {
        const waiting = (await listIn('waiting')).map(([, one]) => one as T);
        const edit = await change(waiting.sort((one, other) => one.order - other.order));
        if (edit.put.length + edit.remove.length > 0 || edit.keep || edit.drop) await store(edit);
      }),
  };
}

/**
 * Deletes what is kept of a user. Drafts, photos and what waits stay sealed, with their key, until the user logs in again.
 * @param options.everything deletes those, too
 * @param options.except begins the names of what stays besides
 */
export async function forgetUser(
  userId: string,
  { everything, except = [] }: { everything: boolean; except?: string[] },
): Promise<void> {
  const stays = (name: string) => isLasting(name) || except.some((prefix) => name.startsWith(prefix));
  // Otherwise an edit that has read what waits would store it again.
  await navigator.locks.request(lockOf(userId), () =>
    withDatabase(async (database) => {
      const transaction = database.transaction(['keys', 'kept', 'waiting'], 'readwrite');
      const [kept, waiting] = [transaction.objectStore('kept'), transaction.objectStore('waiting')];
      const forget = async (): Promise<void> => {
        if (everything) await Promise.all([kept.delete(allOf(userId)), waiting.delete(allOf(userId))]);
        else
          for (const name of await kept.getAllKeys(allOf(userId)))
            if (!stays(name[1])) await kept.delete(name);
        const left = (await kept.count(allOf(userId))) + (await waiting.count(allOf(userId)));
        // A lock stays until its owner logs out.
        const isLocked = lockIn(await transaction.objectStore('keys').get(userId)) !== undefined;
        if (left === 0 && (everything || !isLocked)) await transaction.objectStore('keys').delete(userId);
      };
      await Promise.all([forget(), transaction.done]);
    }),
  );
}

/** The ids of the users of whom this device keeps something. */
export function usersHere(): Promise<string[]> {
  return withDatabase((database) => database.getAllKeys('keys'));
}

/** @param userId null if this device has no lock any more */
export const markLock = (userId: string | null): void => void writeStorage(LOCK, userId);

/** The lock of a user on this device, and whether it keeps this tab, or the service worker, from what they have here. */
export async function lockState(userId: string): Promise<'none' | 'closed' | 'open'> {
  const record = await withDatabase((database) => database.get('keys', userId));
  if (!record || !lockIn(record)) return 'none';
  return heldKey(userId)?.id === idOf(record) ? 'open' : 'closed';
}

/**
 * Keeps a few words for the user while their lock is closed: what they have left can be read once it is open.
 * @param value of less than 190 bytes as JSON
 */
export async function leaveLetter(userId: string, name: string, value: unknown): Promise<void> {
  await withDatabase(async (database) => {
    const lock = lockIn(await database.get('keys', userId));
    if (!lock) return;
    const sealed = await sealLetter(userId, lock.letters.publicKey, { place: 'kept', name }, value);
    await database.put('kept', sealed, [userId, name]);
  });
}
