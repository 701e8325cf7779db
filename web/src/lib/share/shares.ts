import { LIMITS } from '@inner-weather/domain/limits';
import { newUuid7, timeOfUuid7 } from '@inner-weather/domain/entries/uuid7';
import { hasRoom } from '../outbox/kept-photos';
import { SHARES } from '../vault/names';
import { openVault, usersHere, type Vault } from '../vault/vault';

/*
 * What another app has shared, on its way from the service worker to the form of a new entry. The worker does not know who
 * will write the entry: nobody may be signed in. So it seals a share under a key of its own, and the first journal page that
 * opens takes it.
 */

/** Where the browser posts a share: `share_target` in public/manifest.webmanifest. */
export const SHARE_PATH = '/share';

/** In the address of the journal, why a share was not taken: a `ShareProblem`. */
export const SHARE_PARAMETER = 'share';

/** `missed`: it reached the gateway, which keeps nothing, because no worker was there. */
export type ShareProblem = 'empty' | 'too-large' | 'no-room' | 'missed';

/** In place of a user's id, which has another form. */
const NOBODY = 'share';

/** Characters of a shared text. More than an entry has room for, since the form says that it is too long. */
const TEXT_MAX = 10 * LIMITS.contentMax;
/** Bytes of all photos of a share. They are in memory while they are sealed. */
const BYTES_MAX = 100_000_000;
/** Shares that may wait. */
const WAITING_MAX = 10;
/** Milliseconds after which a share that nobody has signed in for is deleted. */
const LASTS_MS = 30 * 24 * 60 * 60_000;

/** What a share has for an entry. */
export interface Share {
  text: string;
  photos: File[];
  /** How many files are missing: an entry has no room for them, or they are no photos. */
  leftOut: number;
}

/** A share for a form. Its photos have the same keys each time it is given. */
export interface TakenShare extends Omit<Share, 'photos'> {
  photos: Map<string, File>;
}

/** Each photo's bytes are kept under the share's name and its key. */
interface Kept extends Omit<Share, 'photos'> {
  photos: { key: string; name: string; type: string }[];
  /** The id of the user whose form it was given to. From then on, no other user gets it. */
  shownTo?: string;
}

/** No name begins with another, since `drop` takes all that do. */
const nameOf = (id: string): string => `${SHARES}${id}/`;

/** Keeps a share for the next journal page. Returns why not. */
export async function keepShare(share: Share): Promise<ShareProblem | undefined> {
  const { text, photos } = share;
  if (text === '' && photos.length === 0) return 'empty';
  const bytes = photos.reduce((sum, { size }) => sum + size, 0);
  if (text.length > TEXT_MAX || bytes > BYTES_MAX) return 'too-large';
  if (!(await hasRoom(bytes))) return 'no-room';
  const vault = await openVault(NOBODY);
  await dropOld(vault);
  if ((await idsIn(vault)).length >= WAITING_MAX) return 'no-room';
  await store(vault, share);
  return undefined;
}

async function store(vault: Vault, { text, photos, leftOut }: Share): Promise<void> {
  const name = nameOf(newUuid7());
  const kept: Kept = { text, leftOut, photos: [] };
  const keep: Record<string, unknown> = { [name]: kept };
  for (const photo of photos) {
    const key = newUuid7();
    kept.photos.push({ key, name: photo.name, type: photo.type });
    keep[name + key] = new Uint8Array(await photo.arrayBuffer());
  }
  await vault.edit(() => ({ put: [], remove: [], keep }));
}

/**
 * Gives each share that waits to `use`, in order and in one tab only. Once `use` resolves with keys of photos, only these are
 * left of it. Whatever happens before, the next page of this user gets all of it again.
 */
export async function takeShares(
  userId: string,
  use: (share: TakenShare) => Promise<string[] | undefined>,
): Promise<void> {
  await inTurn(async (vault) => {
    await dropOld(vault);
    for (const id of await idsIn(vault)) {
      const name = nameOf(id);
      const kept = (await vault.read(name)) as Kept | undefined;
      if (!kept || (kept.shownTo ?? userId) !== userId) {
        await vault.drop(name);
        continue;
      }
      const shown = { ...kept, shownTo: userId };
      await vault.keep(name, shown);
      const left = await use({ ...kept, photos: await filesOf(vault, name, kept) });
      if (left) await leave(vault, name, shown, left);
    }
  });
}

/** Deletes a photo that was left of a share. */
export async function dropSharedPhoto(key: string): Promise<void> {
  await inTurn(async (vault) => {
    for (const name of (await idsIn(vault)).map(nameOf)) {
      const kept = (await vault.read(name)) as Kept | undefined;
      const keys = (kept?.photos ?? []).map((photo) => photo.key);
      if (kept && keys.includes(key))
        await leave(
          vault,
          name,
          kept,
          keys.filter((other) => other !== key),
        );
    }
  });
}

async function inTurn(change: (vault: Vault) => Promise<void>): Promise<void> {
  // Opening it would create a key, and the database.
  if (!(await usersHere()).includes(NOBODY)) return;
  const vault = await openVault(NOBODY);
  await navigator.locks.request('inner-weather.share', () => change(vault));
}

/** Deletes what is kept of a share, except the photos with these keys. */
async function leave(vault: Vault, name: string, kept: Kept, keys: string[]): Promise<void> {
  const photos = kept.photos.filter(({ key }) => keys.includes(key));
  if (photos.length === 0) return vault.drop(name);
  await vault.edit(() => ({
    put: [],
    remove: [],
    keep: { [name]: { ...kept, text: '', leftOut: 0, photos } },
    drop: kept.photos.flatMap(({ key }) => (keys.includes(key) ? [] : name + key)),
  }));
}

async function filesOf(vault: Vault, name: string, kept: Kept): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  for (const photo of kept.photos) {
    const bytes = (await vault.read(name + photo.key)) as Uint8Array<ArrayBuffer> | undefined;
    if (bytes) files.set(photo.key, new File([bytes], photo.name, { type: photo.type }));
  }
  return files;
}

/** The ids of the shares that wait, the earliest first. */
async function idsIn(vault: Vault): Promise<string[]> {
  const names = (await vault.names(SHARES)).filter((name) => name.endsWith('/'));
  return names.map((name) => name.slice(SHARES.length, -1)).sort();
}

async function dropOld(vault: Vault): Promise<void> {
  for (const id of await idsIn(vault))
    if (Date.now() - (timeOfUuid7(id) ?? 0) > LASTS_MS) await vault.drop(nameOf(id));
}
