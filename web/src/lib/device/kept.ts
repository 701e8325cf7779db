import { sessionStore, type SessionUser } from '../api/session';
import { isUnreachable } from '../api/unreachable';
import { deviceUser, setDeviceUser } from '../drafts/device-user';
import { createStore } from '../drafts/store';
import { vaultNow } from './device';
import { isSharedDevice } from './shared-device';
import { openVault, type Vault } from './vault';

/*
 * What the device keeps of the signed-in user to read without a connection: the user, entries (kept-entries.ts), and answers
 * of the server. Keeping never fails: a page that cannot keep something works as one without it.
 */

const USER = 'user';

/** How many answers of a kind are kept, the newest. */
const ANSWERS_MAX = 20;

/** Milliseconds for an answer while it is not known whether there is a connection. */
const PATIENCE_MS = 2_000;

/** Whether something was read from the device because the server could not be reached. */
export const awayStore = createStore(false);

/**
 * Asks the server. If it cannot be reached, the answer is what the device keeps.
 * @param read returns undefined if the device does not keep it
 */
export async function orKept<T>(
  ask: () => Promise<T>,
  read: (vault: Vault) => Promise<T | undefined>,
): Promise<T> {
  try {
    const session = sessionStore.get();
    const isOpenedAway = session.status === 'authenticated' && session.token === '';
    return await (isOpenedAway ? within(PATIENCE_MS, ask()) : ask());
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const vault = await vaultOfUser();
    if (!vault) throw error;
    awayStore.set(true);
    const kept = await read(vault).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Rejects after a time, as a request whose time is up. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('', 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

let lastChange = Promise.resolve();

/** Changes what is kept of the signed-in user, after all earlier changes. */
export function changeKept(change: (vault: Vault) => Promise<void>): Promise<void> {
  lastChange = lastChange
    .then(async () => {
      const vault = await vaultOfUser();
      if (!vault) return;
      await change(vault);
      // The session has ended meanwhile, and what was kept of it was deleted before this.
      if (!(await vaultOfUser())) await vault.drop('');
    })
    .catch(() => undefined);
  return lastChange;
}

/** What the signed-in user keeps on this device; undefined if the device keeps nothing, as a shared one. */
export async function vaultOfUser(): Promise<Vault | undefined> {
  const session = sessionStore.get();
  if (session.status !== 'authenticated' || session.user.id !== deviceUser()) return undefined;
  return vaultNow();
}

/** Keeps the signed-in user, if this device keeps anything. */
export async function keepUser(user: SessionUser): Promise<void> {
  if (isSharedDevice() || !(await vaultNow())) return;
  setDeviceUser(user.id);
  await changeKept((vault) => vault.keep(USER, user));
}

/** The user whom this device keeps. */
export async function readUser(userId: string): Promise<SessionUser | undefined> {
  try {
    return (await (await openVault(userId)).read(USER)) as SessionUser | undefined;
  } catch {
    return undefined;
  }
}

/** An answer of the server. */
export interface KeptAnswer<T> {
  key: string;
  value: T;
}

/** The answers of a kind, newest first. */
export async function readAnswers<T>(vault: Vault, kind: string): Promise<KeptAnswer<T>[]> {
  return ((await vault.read(kind)) as KeptAnswer<T>[] | undefined) ?? [];
}

export async function readAnswer<T>(vault: Vault, kind: string, key: string): Promise<T | undefined> {
  return (await readAnswers<T>(vault, kind)).find((answer) => answer.key === key)?.value;
}

export function keepAnswer(kind: string, key: string, value: unknown): Promise<void> {
  return changeKept(async (vault) => {
    const others = (await readAnswers(vault, kind)).filter((answer) => answer.key !== key);
    await vault.keep(kind, [{ key, value }, ...others].slice(0, ANSWERS_MAX));
  });
}

export function forgetAnswer(kind: string, key: string): Promise<void> {
  return changeKept(async (vault) => {
    const answers = await readAnswers(vault, kind);
    await vault.keep(
      kind,
      answers.filter((answer) => answer.key !== key),
    );
  });
}
