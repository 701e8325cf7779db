import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { within } from '../within';
import { isLasting } from './names';

/*
 * What this device keeps of a journal: in an IndexedDB, sealed with AES-GCM. The key is in the same database and cannot be
 * exported, so a copy of the browser's files does not have it in the clear, and deleting it makes what it sealed unreadable.
 * docs/security.md says what this protects from.
 */

const NAME = 'inner-weather';
const VERSION = 1;
/** Bytes of the nonce that AES-GCM needs (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;
/** Milliseconds for the database to open. One that another tab blocks, or that is damaged, may never do. */
const OPEN_MS = 3_000;

interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Whether it was bytes. Anything else is JSON. */
  isBytes?: true;
}

/** Records are keyed by the user's id and their own name. */
interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  waiting: { key: [userId: string, id: string]; value: Sealed };
  kept: { key: [userId: string, name: string]; value: Sealed };
}

type Place = 'waiting' | 'kept';

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

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  opening ??= within(
    OPEN_MS,
    openDB<Schema>(NAME, VERSION, {
      upgrade(database) {
        database.createObjectStore('keys');
        database.createObjectStore('waiting');
        database.createObjectStore('kept');
      },
      // A newer page in another tab, or the deletion of everything, must not wait for this one.
      blocking: () => void closeDatabase(),
      terminated: () => (opening = undefined),
    }),
  );
  opening.catch(() => (opening = undefined));
  return opening;
}

async function closeDatabase(): Promise<void> {
  const open = opening;
  opening = undefined;
  (await open)?.close();
}

/** Safari may end its connection to the database without a word: then one more attempt is made with a new one. */
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    return await work(await openDatabase());
  } catch (error) {
    const isConnectionLost =
      error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
    if (!isConnectionLost) throw error;
    await closeDatabase().catch(() => undefined);
    return work(await openDatabase());
  }
}

/** The lock under which a user's records are changed. */
const lockOf = (userId: string): string => `${NAME}.waiting.${userId}`;

/**
 * Opens what a user has on this device.
 * @throws if the browser offers no storage, no encryption or no locks, as on a page without https, or refuses them
 */
export async function openVault(userId: string): Promise<Vault> {
  const { locks } = navigator;
  const key = await locks.request(`${NAME}.key.${userId}`, () =>
    withDatabase((database) => keyOf(database, userId)),
  );
  const alone = <T>(change: () => Promise<T>): Promise<T> => locks.request(lockOf(userId), change);

  const seal = async (place: Place, name: string, value: unknown): Promise<Sealed> => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const isBytes = value instanceof Uint8Array;
    const bytes = isBytes ? new Uint8Array(value) : new TextEncoder().encode(JSON.stringify(value));
    const data = await crypto.subtle.encrypt(algorithm(nonce, userId, place, name), key, bytes);
    return { nonce, data, ...(isBytes && { isBytes }) };
  };
  /** Undefined for a record that another key sealed, which is as good as none. */
  const unseal = async (place: Place, name: string, { nonce, data, isBytes }: Sealed): Promise<unknown> => {
    try {
      const bytes = await crypto.subtle.decrypt(algorithm(nonce, userId, place, name), key, data);
      return isBytes ? new Uint8Array(bytes) : JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  };
  const listIn = (place: Place, prefix = ''): Promise<[string, unknown][]> =>
    withDatabase(async (database) => {
      const { store } = database.transaction(place);
      const range = allOf(userId, prefix);
      const [names, sealed] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      const records = await Promise.all(
        sealed.map(async (one, n): Promise<[string, unknown]> => {
          const name = names[n]?.[1] ?? '';
          return [name, await unseal(place, name, one)];
        }),
      );
      return records.filter(([, value]) => value !== undefined);
    });
  const read = (name: string): Promise<unknown> =>
    withDatabase(async (database) => {
      const sealed = await database.get('kept', [userId, name]);
      return sealed && unseal('kept', name, sealed);
    });
  /** Durable when it resolves: what the page calls kept survives a power cut. */
  const store = async (waiting: VaultEdit<Ordered>): Promise<void> => {
    const kept = Object.entries(waiting.keep ?? {});
    const sealedKept = await Promise.all(
      kept.map(async ([name, value]) => [name, await seal('kept', name, value)] as const),
    );
    const sealedWaiting = await Promise.all(
      waiting.put.map(async (one) => [one.id, await seal('waiting', one.id, one)] as const),
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
        if ((await keys.getKey(userId)) === undefined) {
          if (!needsKey) return;
          await keys.put(key, userId);
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
        if (left === 0) await transaction.objectStore('keys').delete(userId);
      };
      await Promise.all([forget(), transaction.done]);
    }),
  );
}

/** The ids of the users of whom this device keeps something. */
export function usersHere(): Promise<string[]> {
  return withDatabase((database) => database.getAllKeys('keys'));
}

async function keyOf(database: IDBPDatabase<Schema>, userId: string): Promise<CryptoKey> {
  const existing = await database.get('keys', userId);
  if (existing) return existing;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await database.put('keys', key, userId);
  return key;
}

/** Binds a record to its place, so that no record can stand for another. */
function algorithm(nonce: Uint8Array<ArrayBuffer>, userId: string, place: Place, name: string): AesGcmParams {
  return {
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(`${userId}/${place}/${name}`),
  };
}

const allOf = (userId: string, prefix = '') =>
  IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`]);
