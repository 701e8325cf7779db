import { api } from '../api/api-client';
import { signedInId } from '../api/session';
import type { Vault } from '../vault/vault';
import { vaultOfUser } from './copy';

/*
 * The small size of the photos that were seen last, sealed, so that they are there without a connection.
 */

/** The list of them, and the beginning of the names of their bytes. */
const LIST = 'seen-photos';
const BYTES = 'seen-photo.';

/** No more are kept than this, in number and in bytes together. */
const MAX = { photos: 200, bytes: 20_000_000 };

/** Those at the beginning of the list are not moved there again. */
const NEW_ENOUGH = 50;

interface Seen {
  id: string;
  bytes: number;
  /** The id of its entry. */
  of?: string;
}

const readList = async (vault: Vault): Promise<Seen[]> =>
  ((await vault.read(LIST)) as Seen[] | undefined) ?? [];

let turn: Promise<void> = Promise.resolve();

/** Notes that a photo of an entry was seen, and fetches its small size if it is not kept. One after another. Never fails. */
export function notePhotoSeen(id: string, entryId: string): void {
  turn = turn.then(() => noteSeen(id, entryId)).catch(() => undefined);
}

async function noteSeen(id: string, of: string): Promise<void> {
  const vault = await vaultOfUser();
  if (!vault) return;
  const at = (await readList(vault)).findIndex((one) => one.id === id);
  if (at !== -1 && at < NEW_ENOUGH) return;
  const userId = signedInId();
  const bytes = at === -1 ? await fetchSmall(id) : undefined;
  if (signedInId() !== userId) return;
  await vault.edit(async () => {
    const list = await readList(vault);
    const known = list.find((one) => one.id === id);
    // Another tab has deleted it meanwhile.
    if (!known && !bytes) return { put: [], remove: [] };
    const all = [{ bytes: bytes?.length ?? 0, ...known, id, of }, ...list.filter((one) => one !== known)];
    const kept = newest(all);
    const drop = all.filter((one) => !kept.includes(one)).map((one) => BYTES + one.id);
    return { put: [], remove: [], keep: { [LIST]: kept, ...(bytes && { [BYTES + id]: bytes }) }, drop };
  });
}

function newest(all: readonly Seen[]): Seen[] {
  let total = 0;
  return all.slice(0, MAX.photos).filter(({ bytes }) => (total += bytes) <= MAX.bytes);
}

async function fetchSmall(id: string): Promise<Uint8Array> {
  const params = { path: { id }, query: { size: 'small' as const } };
  const { data, response } = await api.GET('/api/photos/{id}', { params, parseAs: 'arrayBuffer' });
  if (!response.ok || !data) throw new TypeError('no photo');
  return new Uint8Array(data);
}

/** What became of an entry. */
interface PhotosLeft {
  entryId: string;
  has?: readonly string[];
  /** Photos that it had, also those that were seen before their entries were noted with them. */
  known?: readonly string[];
}

/** Deletes the photos that entries have no more. */
export async function forgetPhotosSeen(vault: Vault, changes: readonly PhotosLeft[]): Promise<void> {
  const isGone = ({ id, of }: Seen) =>
    changes.some(({ entryId, has, known }) => (of === entryId || known?.includes(id)) && !has?.includes(id));
  // Most changes leave all photos, and need no lock.
  if (!(await readList(vault)).some(isGone)) return;
  await vault.edit(async () => {
    const list = await readList(vault);
    const gone = list.filter(isGone);
    const kept = list.filter((one) => !gone.includes(one));
    return { put: [], remove: [], keep: { [LIST]: kept }, drop: gone.map(({ id }) => BYTES + id) };
  });
}

/** The small size of a photo, as a data URL; undefined if this device does not keep it. */
export async function readPhotoSeen(vault: Vault, id: string): Promise<string | undefined> {
  const bytes = (await vault.read(BYTES + id)) as Uint8Array | undefined;
  return bytes && `data:image/webp;base64,${toBase64(bytes)}`;
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
