import type { IDBPDatabase } from 'idb';
import { NAME, type Schema, withDatabase } from './database';
import type { Lock } from './lock-keys';

/*
 * The key that seals what one user has on this device. Without a lock it is in the database and cannot be exported. With
 * a lock the database has it only as the lock wraps it, and an open page has it in memory.
 */

/** The key of a user as it is on the disk. One of the two is there. */
export interface KeyRecord {
  /** Another one whenever what is kept is sealed anew. */
  id: string;
  key?: CryptoKey;
  lock?: Lock;
}

/** A key as this tab or worker has it. */
export interface HeldKey {
  userId: string;
  id: string;
  key: CryptoKey;
  /** Opens what was left while the journal was locked. */
  letters?: CryptoKey;
  /** What the disk has of it. */
  record: CryptoKey | KeyRecord;
}

/** What is kept cannot be read before the person has opened the lock. */
class LockedError extends Error {}

const held = new Map<string, HeldKey>();

export const heldKey = (userId: string): HeldKey | undefined => held.get(userId);

export const holdKey = (key: HeldKey): void => void held.set(key.userId, key);

/** Keys of earlier versions have no id. */
export const idOf = (record: CryptoKey | KeyRecord): string => ('id' in record ? record.id : '');

export const lockIn = (record: CryptoKey | KeyRecord | undefined): Lock | undefined =>
  record && 'id' in record ? record.lock : undefined;

/**
 * The key of a user, which is made if there is none.
 * @throws LockedError if a lock has it and this tab did not open that
 */
export async function openKey(userId: string): Promise<HeldKey> {
  const key = await navigator.locks.request(keyLockOf(userId), () =>
    withDatabase((database) => readKey(database, userId)),
  );
  holdKey(key);
  return key;
}

/** The lock under which the key of a user is made, and a lock of theirs is tried. */
export const keyLockOf = (userId: string): string => `${NAME}.key.${userId}`;

async function readKey(database: IDBPDatabase<Schema>, userId: string): Promise<HeldKey> {
  const record = await database.get('keys', userId);
  if (record && !('id' in record)) return { userId, id: '', key: record, record };
  if (record?.key) return { userId, id: record.id, key: record.key, record };
  if (record) {
    const open = held.get(userId);
    if (open?.id !== record.id) throw new LockedError();
    return { ...open, record };
  }
  const made = { id: crypto.randomUUID(), key: await newKey() };
  await database.put('keys', made, userId);
  return { userId, ...made, record: made };
}

/** Another tab may have ended the session, and the next login made another key; or it has removed a lock. */
export function takeKey(userId: string, record: CryptoKey | KeyRecord | undefined): void {
  const key = record && ('id' in record ? record.key : record);
  if (record && key && held.get(userId)?.id !== idOf(record))
    holdKey({ userId, id: idOf(record), key, record });
}

export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
