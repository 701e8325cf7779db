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
  const unlocked = unlockedIn(userId, record);
  if (unlocked) return unlocked;
  if (record) {
    const open = held.get(userId);
    if (open?.id !== idOf(record)) throw new LockedError();
    return { ...open, record };
  }
  const made = { id: crypto.randomUUID(), key: await newKey() };
  await database.put('keys', made, userId);
  return { userId, ...made, record: made };
}

/** Holds the key that is on the disk now, unless a lock has it. */
export function takeKey(userId: string, record: CryptoKey | KeyRecord | undefined): void {
  const unlocked = unlockedIn(userId, record);
  if (unlocked && held.get(userId)?.id !== unlocked.id) holdKey(unlocked);
}

/** Undefined if a lock has the key, or if there is none. */
function unlockedIn(userId: string, record: CryptoKey | KeyRecord | undefined): HeldKey | undefined {
  const key = record && ('id' in record ? record.key : record);
  return record && key && { userId, id: idOf(record), key, record };
}

export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
