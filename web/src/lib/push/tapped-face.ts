import { PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { offeredFaces, type ReminderFace, readMoods } from './offered-faces';
import { readReminded } from './reminded';
import { leaveLetter, lockState, openVault, usersHere, type Vault } from '../vault/vault';

/*
 * The face that was tapped in a reminder, on its way from the service worker to the journal. It goes through what this
 * device keeps of the reminded user and not through the address: a page of another site can open any address of the
 * journal, and must not be able to write an entry by that. A reload or Back brings no second entry either.
 */

interface TappedFace {
  mood: string;
  /** Milliseconds since 1970. */
  at: number;
}

const NAME = 'tapped-face';

/** Milliseconds until a tap that no page has saved is forgotten. */
const LASTS_MS = 10 * 60_000;

/** Keeps a tap for the next journal page. Does nothing if this device keeps nothing of the reminded user. */
export async function keepTappedFace(mood: string): Promise<void> {
  const userId = await remindedHere();
  if (!userId) return;
  const tapped: TappedFace = { mood, at: Date.now() };
  // The lock is open in pages only.
  if ((await lockState(userId)) !== 'none') return leaveLetter(userId, NAME, tapped);
  await (await openVault(userId)).keep(NAME, tapped);
}

/**
 * The faces that the reminded user is offered on this device, or those of the push message while the device has a lock.
 * @param sent those of the push message
 */
export async function facesHere(sent: readonly ReminderFace[]): Promise<readonly ReminderFace[]> {
  const userId = await remindedHere();
  if (!userId || (await lockState(userId)) !== 'none') return sent;
  return offeredFaces(await openVault(userId), sent);
}

/** Undefined if this device keeps nothing of the reminded user, for whom opening the vault would create a key. */
async function remindedHere(): Promise<string | undefined> {
  const reminded = await readReminded();
  return reminded && (await usersHere()).includes(reminded.userId) ? reminded.userId : undefined;
}

/** A mood of the user. The first caller gets it, in whatever tab, and no other. Undefined if nothing was tapped. */
export async function takeTappedFace(vault: Vault): Promise<string | undefined> {
  return navigator.locks.request(`inner-weather.${NAME}`, async () => {
    const tapped = (await vault.read(NAME)) as TappedFace | undefined;
    if (!tapped) return undefined;
    await vault.drop(NAME);
    const isRecent = Math.abs(Date.now() - tapped.at) < LASTS_MS;
    if (!isRecent) return undefined;
    return ((await readMoods(vault)) ?? PRESET_MOODS).find(tapped.mood)?.name;
  });
}
