import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { within } from '../within';
import type { KeyRecord } from './keys';
import type { Sealed } from './sealing';

/*
 * The IndexedDB in which this device keeps what it keeps of a journal.
 */

export const NAME = 'inner-weather';
const VERSION = 1;
/** Milliseconds for the database to open. One that another tab blocks, or that is damaged, may never do. */
const OPEN_MS = 3_000;

/** Records are keyed by the user's id and their own name. */
export interface Schema extends DBSchema {
  /** A CryptoKey was made by an earlier version. */
  keys: { key: string; value: CryptoKey | KeyRecord };
  waiting: { key: [userId: string, id: string]; value: Sealed };
  kept: { key: [userId: string, name: string]; value: Sealed };
}

export type Place = 'waiting' | 'kept';

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
export async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
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
export const lockOf = (userId: string): string => `${NAME}.waiting.${userId}`;

export const allOf = (userId: string, prefix = '') =>
  IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`]);
