import { allOf, lockOf, type Place, withDatabase } from './database';
import { type HeldKey, heldKey, holdKey, type KeyRecord, keyLockOf, lockIn, newKey, openKey } from './keys';
import {
  type DeviceWrap,
  type Lock,
  newLetters,
  newRawKey,
  openLetters,
  type RawKey,
  sealingKeyOf,
  unwrapByPin,
  unwrapBySecret,
  wrapByPin,
  wrapBySecret,
} from './lock-keys';
import { markGivenUp } from './marks';
import { seal, type Sealed, unseal } from './sealing';
import { forgetUser } from './vault';

/*
 * A lock on what this device keeps of a user. The key of what is kept is on the disk only as the lock wraps it, and a page
 * has it in memory once the lock was opened.
 */

/** Wrong PINs in a row after which the copy on this device is deleted. */
const TRIES_MAX = 10;

/** Milliseconds to wait after so many wrong PINs in a row, the last one for all that follow. */
const PAUSES = [0, 0, 0, 5_000, 15_000, 30_000, 60_000, 2 * 60_000, 5 * 60_000, 10 * 60_000];

/** What a lock says of itself while it is closed. */
export interface LockFacts {
  /** Whether a PIN opens it. If not, only a login does. */
  hasPin: boolean;
  device?: Pick<DeviceWrap, 'credentialId' | 'salt'>;
  awayMs: number;
  failures: number;
  /** When the next PIN can be tried, in milliseconds since 1970. */
  waitUntil: number;
}

/** What came of a PIN. */
export type Tried =
  | { kind: 'open'; raw: RawKey }
  | { kind: 'wrong'; left: number; waitUntil: number }
  /** It was not tried. */
  | { kind: 'early'; waitUntil: number }
  /** Only a login opens the lock: this was the last of the wrong ones, or there is no lock. */
  | { kind: 'given-up' };

/** Undefined if this user has no lock on this device. */
export async function readLock(userId: string): Promise<LockFacts | undefined> {
  const lock = lockIn(await readRecord(userId));
  if (!lock) return undefined;
  const { device, failures, awayMs } = lock;
  return {
    hasPin: lock.pin !== undefined,
    ...(device && { device: { credentialId: device.credentialId, salt: device.salt } }),
    ...{ awayMs, failures, waitUntil: waitUntil(lock) },
  };
}

/** A clock that was set back since must not make the pause longer. */
const waitUntil = ({ failures, failedAt }: Lock): number =>
  Math.min(failedAt, Date.now()) + (PAUSES[failures] ?? 0);

/**
 * Sets a lock, and seals everything anew under a key that was never on the disk.
 * @param secret of the server, which opens the lock after a login
 */
export async function setLock(
  userId: string,
  { pin, secret, awayMs }: { pin: string; secret: BufferSource; awayMs: number },
): Promise<void> {
  const raw = newRawKey();
  const key = await sealingKeyOf(raw);
  const letters = await newLetters(userId, key);
  const lock: Lock = {
    pin: await wrapByPin(userId, raw, pin),
    server: await wrapBySecret(userId, raw, secret, 'server'),
    ...{ letters, awayMs, failures: 0, failedAt: 0 },
  };
  const opened = await openLetters(userId, letters, key);
  await sealAnew(userId, key, { id: crypto.randomUUID(), lock }, opened);
}

/** Removes an open lock, and seals everything anew. @throws LockedError if it is closed */
export async function removeLock(userId: string): Promise<void> {
  const key = await newKey();
  await sealAnew(userId, key, { id: crypto.randomUUID(), key });
}

/** Tries a PIN. It is counted on the disk before it is tried, so that ending the page gives no try back. */
export function tryPin(userId: string, pin: string): Promise<Tried> {
  // Of several tabs, one tries at a time.
  return navigator.locks.request(keyLockOf(userId), async () => {
    const lock = lockIn(await readRecord(userId));
    if (!lock?.pin) return { kind: 'given-up' };
    if (Date.now() < waitUntil(lock)) {
      // The clock was set back. With `failedAt` still to come, every try would start the pause again.
      if (lock.failedAt > Date.now())
        await changeLock(userId, (before) => ({ ...before, failedAt: Date.now() }));
      return { kind: 'early', waitUntil: waitUntil(lock) };
    }
    const counted = await changeLock(userId, (before) => ({
      ...before,
      failures: before.failures + 1,
      failedAt: Date.now(),
    }));
    const raw = await unwrapByPin(userId, lock.pin, pin);
    if (raw) {
      await hold(userId, raw);
      return { kind: 'open', raw };
    }
    if (counted.failures >= TRIES_MAX) {
      await giveUp(userId);
      return { kind: 'given-up' };
    }
    return { kind: 'wrong', left: TRIES_MAX - counted.failures, waitUntil: waitUntil(counted) };
  });
}

/** Opens the lock by the output of the authenticator's PRF. Returns false if it is another's. */
export async function openByDevice(userId: string, output: BufferSource): Promise<boolean> {
  const device = lockIn(await readRecord(userId))?.device;
  const raw = device && (await unwrapBySecret(userId, device, output, 'device'));
  if (raw) await hold(userId, raw);
  return raw !== undefined;
}

/** Removes the lock by the server's key, after a login. Returns false if it is not the one that the lock was set with. */
export async function openByServer(userId: string, secret: BufferSource): Promise<boolean> {
  const lock = lockIn(await readRecord(userId));
  const raw = lock && (await unwrapBySecret(userId, lock.server, secret, 'server'));
  if (!raw) return false;
  await hold(userId, raw);
  await removeLock(userId);
  return true;
}

/** @param raw as a PIN that was just typed has opened it */
export const changePin = async (userId: string, raw: RawKey, pin: string): Promise<void> => {
  const wrapped = await wrapByPin(userId, raw, pin);
  await changeLock(userId, (lock) => ({ ...lock, pin: wrapped }));
};

/** @param device undefined to open the lock by its PIN only */
export async function setDevice(
  userId: string,
  raw: RawKey,
  device: (Pick<DeviceWrap, 'credentialId' | 'salt'> & { output: BufferSource }) | undefined,
): Promise<void> {
  if (!device) return void (await changeLock(userId, ({ device: _device, ...lock }) => lock));
  const { output, ...named } = device;
  const wrapped = { ...named, ...(await wrapBySecret(userId, raw, output, 'device')) };
  await changeLock(userId, (lock) => ({ ...lock, device: wrapped }));
}

export const setAway = async (userId: string, awayMs: number): Promise<void> =>
  void (await changeLock(userId, (lock) => ({ ...lock, awayMs })));

/**
 * From now on only a login opens the lock. The copy is deleted; drafts, photos and what waits stay sealed. The session ends
 * first: with it, the next start of the page would open the lock.
 */
export async function giveUp(userId: string): Promise<void> {
  markGivenUp();
  await changeLock(userId, ({ pin: _pin, device: _device, ...lock }) => lock);
  await forgetUser(userId, { everything: false });
}

async function hold(userId: string, raw: RawKey): Promise<void> {
  const { id, lock } = await changeRecord(userId, (before) => ({ ...before, failures: 0, failedAt: 0 }));
  const key = await sealingKeyOf(raw);
  const letters = await openLetters(userId, lock.letters, key);
  holdKey({ userId, id, key, record: { id, lock }, ...(letters && { letters }) });
}

const readRecord = (userId: string) => withDatabase((database) => database.get('keys', userId));

const changeLock = async (userId: string, change: (lock: Lock) => Lock): Promise<Lock> =>
  (await changeRecord(userId, change)).lock;

/** On the disk when it resolves. @throws if there is no lock */
async function changeRecord(
  userId: string,
  change: (lock: Lock) => Lock,
): Promise<Required<Pick<KeyRecord, 'id' | 'lock'>>> {
  const changed = await withDatabase(async (database) => {
    const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
    const record = await transaction.store.get(userId);
    const lock = lockIn(record);
    if (!record || !('id' in record) || !lock) {
      await transaction.done;
      throw new Error('There is no lock');
    }
    const next = { id: record.id, lock: change(lock) };
    await Promise.all([transaction.store.put(next, userId), transaction.done]);
    return next;
  });
  const held = heldKey(userId);
  if (held?.id === changed.id) holdKey({ ...held, record: changed });
  return changed;
}

/** Seals all that is kept of a user under another key. What the key so far does not open is dropped. */
async function sealAnew(
  userId: string,
  key: CryptoKey,
  record: KeyRecord,
  letters?: CryptoKey,
): Promise<void> {
  const from = await openKey(userId);
  const to: HeldKey = { userId, id: record.id, key, record, ...(letters && { letters }) };
  await navigator.locks.request(lockOf(userId), async () => {
    const records = (await Promise.all([sealedIn('kept', from, to), sealedIn('waiting', from, to)])).flat();
    await withDatabase(async (database) => {
      const transaction = database.transaction(['keys', 'kept', 'waiting'], 'readwrite', {
        durability: 'strict',
      });
      await Promise.all([
        transaction.objectStore('keys').put(record, userId),
        transaction.objectStore('kept').delete(allOf(userId)),
        transaction.objectStore('waiting').delete(allOf(userId)),
        ...records.map(({ place, name, sealed }) =>
          transaction.objectStore(place).put(sealed, [userId, name]),
        ),
        transaction.done,
      ]);
    });
    holdKey(to);
  });
}

async function sealedIn(
  place: Place,
  from: HeldKey,
  to: HeldKey,
): Promise<{ place: Place; name: string; sealed: Sealed }[]> {
  const { userId } = from;
  const records = await withDatabase(async (database) => {
    const { store } = database.transaction(place);
    const [names, sealed] = await Promise.all([store.getAllKeys(allOf(userId)), store.getAll(allOf(userId))]);
    return sealed.map((one, n) => ({ name: names[n]?.[1] ?? '', one }));
  });
  const found = await Promise.all(
    records.map(async ({ name, one }) => {
      const value = await unseal(from, { place, name }, one);
      return value === undefined
        ? undefined
        : { place, name, sealed: await seal(to, { place, name }, value) };
    }),
  );
  return found.filter((one) => one !== undefined);
}
