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

interface Kept extends Pick<Share, 'text' | 'leftOut'> {
  photos: { name: string; type: string }[];
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
  const contents = await Promise.all(photos.map((photo) => photo.arrayBuffer()));
  const kept: Kept = {
    text,
    leftOut,
    photos: photos.map((photo) => ({ name: photo.name, type: photo.type })),
  };
  await vault.edit(() => ({
    put: [],
    remove: [],
    keep: {
      [name]: kept,
      ...Object.fromEntries(contents.map((content, n) => [`${name}${n}`, new Uint8Array(content)])),
    },
  }));
}

/**
 * Gives each share that waits to `use`, in order and in one tab only. Once `use` resolves with photos, only these are left
 * of it. Whatever happens before, the next page gets all of it again.
 */
export async function takeShares(use: (share: Share) => Promise<File[] | undefined>): Promise<void> {
  // Opening it would create a key, and the database.
  if (!(await usersHere()).includes(NOBODY)) return;
  const vault = await openVault(NOBODY);
  await navigator.locks.request('inner-weather.share', async () => {
    await dropOld(vault);
    for (const id of await idsIn(vault)) {
      const share = await readShare(vault, nameOf(id));
      const photos = share ? await use(share) : [];
      if (!photos) continue;
      if (photos.length > 0) await store(vault, { text: '', photos, leftOut: 0 });
      await vault.drop(nameOf(id));
    }
  });
}

async function readShare(vault: Vault, name: string): Promise<Share | undefined> {
  const kept = (await vault.read(name)) as Kept | undefined;
  if (!kept) return undefined;
  const photos: File[] = [];
  for (const [n, photo] of kept.photos.entries()) {
    const bytes = (await vault.read(`${name}${n}`)) as Uint8Array<ArrayBuffer> | undefined;
    if (bytes) photos.push(new File([bytes], photo.name, { type: photo.type }));
  }
  return { ...kept, photos };
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
