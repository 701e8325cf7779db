import { timeOfUuid7 } from '@inner-weather/domain/entries/uuid7';
import type { Client } from 'openapi-fetch';
import type { paths } from '../api/api-types.gen';
import { isTooLargeInFront } from '../api/own-answer';
import { idOfPhoto } from '../api/photo-id';
import { DRAFTS, PHOTOS } from '../vault/names';
import type { Vault } from '../vault/vault';
import type { Change, Waiting } from './changes';

/*
 * Photos that this device keeps, sealed, until the server has their entry. Forms, drafts and changes name such a photo by its
 * key. Whoever sends a change sends its photos first, and puts the server's ids in the place of their keys.
 */

/** What is known of a kept photo. */
export interface PhotoFacts {
  /** Its media type. */
  type: string;
  /** A small picture, as a data URL. */
  preview?: string;
  /** The server's id, once it was sent. */
  id?: string;
  /** When it was sent, in milliseconds since 1970. */
  sentAt?: number;
}

const FACTS = `${PHOTOS}facts.`;
const BYTES = `${PHOTOS}bytes.`;

/** Bytes of storage that photos leave free, so that words can always be kept. */
const RESERVED_BYTES = 20_000_000;

/** Milliseconds for which it is known what a key has become, for an editor that was open meanwhile. */
const KNOWN_MS = 24 * 60 * 60_000;

/** Whether this is the key of a photo that is kept here. An id of the server has another form. */
export const isPhotoKey = (name: string): boolean => timeOfUuid7(name) !== undefined;

/** Keeps a photo. Returns false if this device has no room for it. */
export async function keepPhoto(vault: Vault, key: string, photo: Blob, preview?: string): Promise<boolean> {
  if (!(await hasRoom(photo.size))) return false;
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const facts: PhotoFacts = { type: photo.type, ...(preview !== undefined && { preview }) };
  try {
    await vault.edit(() => ({
      put: [],
      remove: [],
      keep: { [FACTS + key]: facts, [BYTES + key]: bytes },
    }));
    return true;
  } catch {
    return false;
  }
}

/** Whether this device has room for so many bytes of photos, and for words besides. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { storage } = navigator as Partial<Pick<Navigator, 'storage'>>;
  const { quota = Infinity, usage = 0 } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota - usage - bytes >= RESERVED_BYTES;
}

/** Undefined if this device does not know the key. */
export async function readPhotoFacts(vault: Vault, key: string): Promise<PhotoFacts | undefined> {
  return (await vault.read(FACTS + key)) as PhotoFacts | undefined;
}

/**
 * Sends a kept photo, unless it was sent. A form and the outbox never send the same one beside each other.
 * @param isSentAgain sends it although it was sent: the server may have deleted it before its entry arrived
 * @param upload returns what `idOf` understands
 * @returns undefined if its bytes are not here
 */
export async function sendKeptPhoto<T>(
  vault: Vault,
  key: string,
  upload: (photo: Blob) => Promise<T>,
  { idOf, isSentAgain = false }: { idOf: (answer: T) => string | undefined; isSentAgain?: boolean },
): Promise<{ id: string } | { answer: T } | undefined> {
  return navigator.locks.request(`inner-weather.${PHOTOS}${key}`, async () => {
    const facts = await readPhotoFacts(vault, key);
    if (facts?.id !== undefined && !isSentAgain) return { id: facts.id };
    const bytes = (await vault.read(BYTES + key)) as Uint8Array<ArrayBuffer> | undefined;
    if (!facts || !bytes) return undefined;
    const answer = await upload(new Blob([bytes], { type: facts.type }));
    const id = idOf(answer);
    if (id === undefined) return { answer };
    await vault.update(FACTS + key, (known) => known && { ...known, id, sentAt: Date.now() });
    return { id };
  });
}

/** An answer of the server, as openapi-fetch gives it. */
export interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Sends the photos of a change and then, by `request`, the change with their ids. A photo that the server refuses is the
 * answer about its change. One that the server has deleted since it was sent is sent again. Rejects if the journal does not
 * answer.
 * @returns the change as it was sent
 */
export async function sendWithPhotos<T extends Answer>(
  client: Client<paths>,
  vault: Vault | undefined,
  one: Waiting,
  request: (one: Waiting) => Promise<T>,
  isSentAgain = false,
): Promise<{ sent: Waiting; answer: T | Answer }> {
  const { change } = one;
  const photos = change.kind === 'delete' ? [] : (change.body.photos ?? []);
  if (change.kind === 'delete' || !photos.some(isPhotoKey)) return { sent: one, answer: await request(one) };
  const ids: string[] = [];
  for (const photo of photos) {
    if (!isPhotoKey(photo)) {
      ids.push(photo);
      continue;
    }
    const upload = (blob: Blob): Promise<Answer> => post(client, photo, blob);
    const result = await (vault && sendKeptPhoto(vault, photo, upload, { idOf: idOfAnswer, isSentAgain }));
    if (!result) return { sent: one, answer: photoGone() };
    if ('answer' in result) return { sent: one, answer: result.answer };
    ids.push(result.id);
  }
  const sent = { ...one, change: { ...change, body: { ...change.body, photos: ids } } as Change };
  const answer = await request(sent);
  if (isSentAgain || !isPhotoGone(answer)) return { sent, answer };
  return sendWithPhotos(client, vault, one, request, true);
}

const post = (client: Client<paths>, key: string, photo: Blob): Promise<Answer> =>
  client
    .POST('/api/photos', {
      params: { header: { 'Idempotency-Key': key } },
      headers: { 'Content-Type': photo.type },
      // The types know no binary bodies.
      body: photo as unknown as string,
      bodySerializer: (body) => body,
    })
    .catch(toAnswer);

/** @throws if a success has no photo: it was cut on the way */
function idOfAnswer({ response, data }: Answer): string | undefined {
  if (!response.ok) return undefined;
  return idOfPhoto(data);
}

const GONE = 'photo_gone';

/** A refusal as the server words it. */
const refusal = (status: number, code: string, message: string): Answer => ({
  response: new Response(null, { status }),
  error: { code, errors: [{ msg: '', code: message, field: 'photos' }] },
});

/** What the server answers about a photo that it does not have, for one that is not on this device either. */
const photoGone = () => refusal(400, 'validation_failed', GONE);

/**
 * The answer about a photo that a proxy finds too large. It would never get through, and must not hold up what waits behind
 * it.
 * @throws the same error if it is any other
 */
export function toAnswer(error: unknown): Answer {
  if (isTooLargeInFront(error)) return refusal(413, 'payload_too_large', 'photo_stopped');
  throw error;
}

function isPhotoGone({ response, error }: Answer): boolean {
  if (response.status !== 400) return false;
  const { errors = [] } = error as { errors?: { code?: string }[] };
  return errors.some(({ code }) => code === GONE);
}

/** Deletes kept photos that neither a draft nor a change needs. */
export async function sweepPhotos(vault: Vault): Promise<void> {
  const names = await vault.names(FACTS);
  if (names.length === 0) return;
  await vault.edit(async (waiting) => {
    const drafts = [...(await vault.list(DRAFTS)).values()];
    // Keys are long enough to be nothing else.
    const needing = JSON.stringify([waiting, drafts]);
    const keep: Record<string, PhotoFacts> = {};
    const drop: string[] = [];
    for (const key of names.map((name) => name.slice(FACTS.length))) {
      if (needing.includes(key)) continue;
      const { type = '', id, sentAt = 0 } = (await readPhotoFacts(vault, key)) ?? {};
      drop.push(BYTES + key);
      if (id !== undefined && Date.now() - sentAt < KNOWN_MS) keep[FACTS + key] = { type, id, sentAt };
      else drop.push(FACTS + key);
    }
    return { put: [], remove: [], keep, drop };
  });
}
