import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { applied, type OutboxEdit, type Waiting } from './outbox';

/*
 * What this device keeps of a journal: in an IndexedDB, sealed with AES-GCM. The key is in the same database and cannot be
 * exported, so a copy of the browser's files does not have it in the clear, and deleting it makes what it sealed unreadable.
 * docs/security.md says what this protects from.
 */

const NAME = 'inner-weather';
const VERSION = 1;
/** Bytes of the nonce that AES-GCM needs (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;

interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** Records are keyed by the user's id and their own name. */
interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  waiting: { key: [userId: string, id: string]; value: Sealed };
  kept: { key: [userId: string, name: string]; value: Sealed };
}

type Place = 'waiting' | 'kept';

/** What one user has on this device. */
export interface Vault {
  /** Undefined if nothing is kept under this name, or if it cannot be read. */
  read: (name: string) => Promise<unknown>;
  keep: (name: string, value: unknown) => Promise<void>;
  /** What is kept under the names that begin with `prefix`, by name. Leaves out what cannot be read. */
  list: (prefix: string) => Promise<Map<string, unknown>>;
  /** Deletes what is kept under the names that begin with `prefix`. */
  drop: (prefix: string) => Promise<void>;
  /** Stores an edit of what waits, all of it or nothing. No other edit comes between, from no tab. */
  edit: (change: (waiting: Waiting[]) => OutboxEdit) => Promise<void>;
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('keys');
      database.createObjectStore('waiting');
      database.createObjectStore('kept');
    },
    // A newer page in another tab, or the deletion of everything, must not wait for this one.
    blocking: () => void closeDatabase(),
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

async function closeDatabase(): Promise<void> {
  const open = opening;
  opening = undefined;
  (await open)?.close();
}

/**
 * Opens what a user has on this device.
 * @throws if the browser offers no storage, no encryption or no locks, as on a page without https, or refuses them
 */
export async function openVault(userId: string): Promise<Vault> {
  const { locks } = navigator;
  const database = await openDatabase();
  const key = await locks.request(`${NAME}.key.${userId}`, () => keyOf(database, userId));
  const seal = async (place: Place, name: string, value: unknown): Promise<Sealed> => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const data = await crypto.subtle.encrypt(algorithm(nonce, userId, place, name), key, bytes);
    return { nonce, data };
  };
  const unseal = async (place: Place, name: string, { nonce, data }: Sealed): Promise<unknown> => {
    const bytes = await crypto.subtle.decrypt(algorithm(nonce, userId, place, name), key, data);
    return JSON.parse(new TextDecoder().decode(bytes));
  };
  const readWaiting = async (): Promise<Waiting[]> => {
    const transaction = (await openDatabase()).transaction('waiting');
    const [names, sealed] = await Promise.all([
      transaction.store.getAllKeys(allOf(userId)),
      transaction.store.getAll(allOf(userId)),
    ]);
    const waiting = await Promise.all(
      // A record that another key sealed cannot be read any more, and must not hold up the others.
      sealed.map((one, n) => unseal('waiting', names[n]?.[1] ?? '', one).catch(() => undefined)),
    );
    return waiting
      .filter((one): one is Waiting => one !== undefined)
      .sort((one, other) => one.order - other.order);
  };

  return {
    async read(name) {
      const sealed = await (await openDatabase()).get('kept', [userId, name]);
      // A record that another key sealed is as good as none.
      return sealed && unseal('kept', name, sealed).catch(() => undefined);
    },
    async keep(name, value) {
      const sealed = await seal('kept', name, value);
      // Durable when it resolves, as what waits.
      const transaction = (await openDatabase()).transaction('kept', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(sealed, [userId, name]), transaction.done]);
    },
    async list(prefix) {
      const { store } = (await openDatabase()).transaction('kept');
      const range = allOf(userId, prefix);
      const [names, sealed] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      const values = await Promise.all(
        sealed.map(async (one, n) => {
          const name = names[n]?.[1] ?? '';
          return [name, await unseal('kept', name, one).catch(() => undefined)] as const;
        }),
      );
      return new Map(values.filter(([, value]) => value !== undefined));
    },
    async drop(prefix) {
      await (await openDatabase()).delete('kept', allOf(userId, prefix));
    },
    async edit(change) {
      await locks.request(`${NAME}.waiting.${userId}`, async () => {
        const { put, remove } = change(await readWaiting());
        if (put.length + remove.length === 0) return;
        const sealed = await Promise.all(
          put.map(async (one) => ({ id: one.id, record: await seal('waiting', one.id, one) })),
        );
        // Durable when it resolves: what the page calls kept survives a power cut.
        const transaction = (await openDatabase()).transaction(['keys', 'waiting'], 'readwrite', {
          durability: 'strict',
        });
        const keys = transaction.objectStore('keys');
        const store = transaction.objectStore('waiting');
        await Promise.all([
          // Another tab whose session has expired may have deleted the key, and these words must stay readable.
          keys.getKey(userId).then((stored) => stored ?? keys.put(key, userId)),
          ...sealed.map(({ id, record }) => store.put(record, [userId, id])),
          ...remove.map((id) => store.delete([userId, id])),
          transaction.done,
        ]);
      });
    },
  };
}

/** Keeps what waits in memory, for a browser that cannot store it. It lasts as long as the page. */
export function openMemory(): Pick<Vault, 'edit'> {
  let waiting: Waiting[] = [];
  return {
    edit: async (change) => {
      waiting = applied(waiting, change(waiting));
    },
  };
}

/**
 * Deletes what is kept of a user. What waits stays sealed, with its key, until they log in again.
 * @param options.waiting deletes that too
 */
export async function forgetUser(userId: string, { waiting }: { waiting: boolean }): Promise<void> {
  // Otherwise an edit that has read what waits would store it again.
  await navigator.locks.request(`${NAME}.waiting.${userId}`, async () => {
    const database = await openDatabase();
    const transaction = database.transaction(['keys', 'kept', 'waiting'], 'readwrite');
    const kept = transaction.objectStore('kept').delete(allOf(userId));
    const isWaiting = (await transaction.objectStore('waiting').count(allOf(userId))) > 0;
    if (waiting) await transaction.objectStore('waiting').delete(allOf(userId));
    if (waiting || !isWaiting) await transaction.objectStore('keys').delete(userId);
    await Promise.all([kept, transaction.done]);
  });
}

/** The ids of the users of whom this device keeps something. */
export async function usersHere(): Promise<string[]> {
  return (await openDatabase()).getAllKeys('keys');
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
