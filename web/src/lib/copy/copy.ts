import { sessionStore, type SessionUser, signedInId } from '../api/session';
import { isUnreachable } from '../api/unreachable';
import { deviceUser, setDeviceUser } from '../vault/marks';
import { isSharedDevice } from '../vault/shared-device';
import { createStore } from '../store';
import { within } from '../within';
import { vaultNow } from '../outbox/outbox';
import { openVault, type Vault } from '../vault/vault';

/*
 * What the device keeps of the signed-in user to read without a connection: the user, entries (entries.ts), and answers
 * of the server. Keeping never fails: a page that cannot keep something works as one without it.
 */

export const USER = 'user';

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

/** What the signed-in user keeps on this device; undefined if the device keeps nothing, as a shared one. */
export async function vaultOfUser(): Promise<Vault | undefined> {
  const userId = signedInId();
  return userId === undefined || userId !== deviceUser() ? undefined : vaultNow();
}

/**
 * Changes what is kept under a name of the signed-in user. No other change comes between, from no tab. Never fails.
 * @param began the vault with which the caller began. Nothing is changed if another user has signed in since.
 */
export async function updateKept<T>(
  name: string,
  change: (kept: T | undefined) => T | undefined,
  began?: Vault,
): Promise<void> {
  try {
    const vault = await vaultOfUser();
    if (began && began !== vault) return;
    await vault?.update(name, (kept) => change(kept as T | undefined));
  } catch {
    // The storage is full, or was taken away.
  }
}

/** Keeps the signed-in user, if this device keeps anything. */
export async function keepUser(user: SessionUser): Promise<void> {
  const vault = await vaultNow();
  if (isSharedDevice() || !vault || signedInId() !== user.id) return;
  setDeviceUser(user.id);
  await updateKept<SessionUser>(USER, () => user, vault);
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

export const keepAnswer = <T>(kind: string, key: string, value: T): Promise<void> =>
  updateKept<KeptAnswer<T>[]>(kind, (kept = []) =>
    [{ key, value }, ...kept.filter((answer) => answer.key !== key)].slice(0, ANSWERS_MAX),
  );

/** Asks the server, and keeps its answer. If the server cannot be reached, the answer is the one that is kept. */
export const orKeptAnswer = <T>(kind: string, key: string, ask: () => Promise<T>): Promise<T> =>
  orKept(
    async () => {
      const answer = await ask();
      void keepAnswer(kind, key, answer);
      return answer;
    },
    (vault) => readAnswer<T>(vault, kind, key),
  );

export const forgetAnswer = (kind: string, key: string): Promise<void> =>
  updateKept<KeptAnswer<unknown>[]>(kind, (kept) => kept?.filter((answer) => answer.key !== key));
