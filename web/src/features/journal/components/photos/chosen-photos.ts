import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { NO_DECODER, prepared } from '../../../../components/photos/prepare';
import type { Taken } from '../../../../components/photos/taken';
import { type ApiError, errorOfAnswer, toApiError } from '../../../../lib/api/api-error';
import { idOfPhoto } from '../../../../lib/api/photo-id';
import { upload } from '../../../../lib/api/upload';
import { keepNow, unsavedKeptWithin } from '../../../../lib/drafts/unsaved';
import {
  isPhotoKey,
  keepPhoto,
  readPhotoFacts,
  sendKeptPhoto,
  sweepPhotos,
  toAnswer,
} from '../../../../lib/outbox/kept-photos';
import { vaultNow } from '../../../../lib/outbox/outbox';
import { isForLater } from '../../../../lib/outbox/send-change';
import { dropSharedPhoto } from '../../../../lib/share/shares';
import { createStore } from '../../../../lib/store';
import { within } from '../../../../lib/within';

/** Milliseconds for a photo or a draft to be on the disk. */
const KEEP_MS = 10_000;

/** A photo of an entry that is written. */
export interface ChosenPhoto {
  /** The Idempotency-Key of each attempt to send it, or its id if the server has had it before. */
  key: string;
  /** The server's; absent until it is sent. */
  id?: string;
  /** A small picture, as a data URL. Absent if this browser could not make one. */
  preview?: string;
  /** When and where it was taken. */
  taken?: Taken;
  /** Whether this device keeps it, so that it need not be sent before its entry. Undefined until that is known. */
  isKept?: boolean;
  /** How much of it is sent, from 0 to 1; absent before it is its turn. */
  share?: number;
  /** Whether this device could not keep it. */
  hasNoRoom?: boolean;
  /** Why it was neither kept nor sent. */
  problem?: string;
  /** Whether trying again does not help. */
  isFinal?: boolean;
}

/**
 * Photos are kept on this device as soon as they are chosen, and sent one after another. Where nothing can be kept, they are
 * in memory until they are sent.
 */
export class ChosenPhotos {
  readonly store;
  /** Those that were left before they were opened, or are HEIC and need a connection to be, by their keys. */
  readonly unopened = new Map<string, File>();
  private readonly files = new Map<string, Blob>();
  private readonly ending = new Map<string, AbortController>();
  private preparing: Promise<void> = Promise.resolve();
  private sending: Promise<void> = Promise.resolve();
  private hasEnded = false;

  /** @param names of photos that the entry has: ids, and keys of photos that this device keeps */
  constructor(names: readonly string[]) {
    this.store = createStore<ChosenPhoto[]>(
      names.map((name) => (isPhotoKey(name) ? { key: name } : { key: name, id: name })),
    );
    for (const key of names.filter(isPhotoKey)) this.enqueue(key, () => this.find(key));
  }

  /** Their names for a draft, in their order: keys of those that this device keeps or is about to, otherwise ids. */
  names(): string[] {
    return this.store.get().flatMap(({ key, id, isKept }) => (isKept === false ? (id ?? []) : key));
  }

  /** Adds as many as an entry may have. Returns how many are left out. */
  add(files: readonly File[]): number {
    return this.addAll(files.map((file) => [newUuid7(), file]));
  }

  /** The same with photos that have keys already. Those that the draft has, and this device, are not added again. */
  async addShared(files: ReadonlyMap<string, File>): Promise<number> {
    // A draft may also name photos that were never kept.
    await settled(() => this.preparing);
    // No draft would name them.
    if (this.hasEnded) for (const [key, file] of files) this.unopened.set(key, file);
    return this.hasEnded ? 0 : this.addAll([...files].filter(([key]) => !this.has(key)));
  }

  remove(key: string): void {
    this.ending.get(key)?.abort();
    this.files.delete(key);
    if (this.unopened.delete(key)) void dropShared(key);
    this.store.set(this.store.get().filter((one) => one.key !== key));
    void sweep();
  }

  /** @param by -1 for one place earlier, 1 for one later */
  move(key: string, by: -1 | 1): void {
    const all = [...this.store.get()];
    const from = all.findIndex((one) => one.key === key);
    const [one] = all.splice(from, 1);
    if (one) all.splice(from + by, 0, one);
    this.store.set(all);
  }

  /** Opens those again that need a connection, and sends those again that were not sent. */
  retry(): void {
    for (const { key, id, isKept, problem } of this.store.get()) {
      const original = this.unopened.get(key);
      if (original && problem !== undefined) {
        this.update(key, { isKept: undefined, problem: undefined });
        this.enqueue(key, async () => {
          await this.keep(key, original);
          void dropShared(key);
        });
        continue;
      }
      const canBeSent = isKept === true || this.files.has(key);
      if (id !== undefined || !canBeSent || this.ending.has(key)) continue;
      this.update(key, { problem: undefined });
      this.enqueueSend(key);
    }
  }

  /**
   * Resolves when each is kept or sent, with the names of all; undefined if one is neither. The outbox sends those that are
   * kept.
   */
  async settle(): Promise<string[] | undefined> {
    await settled(() => this.preparing);
    if (this.store.get().some(({ isKept }) => isKept === false)) await settled(() => this.sending);
    const photos = this.store.get();
    const isDone = ({ id, isKept, problem }: ChosenPhoto) =>
      problem === undefined && (isKept === true || id !== undefined);
    return photos.every(isDone) ? this.names() : undefined;
  }

  /** Ends what is on its way, except a photo that is kept: the outbox waits for it. */
  end(): void {
    this.hasEnded = true;
    for (const { key, isKept } of this.store.get()) if (!isKept) this.ending.get(key)?.abort();
    void sweep();
  }

  private addAll(files: readonly [key: string, file: File][]): number {
    const room = Math.max(0, LIMITS.photosMax - this.store.get().length);
    for (const [key, file] of files.slice(0, room)) {
      this.files.set(key, file);
      this.store.set([...this.store.get(), { key }]);
      this.enqueue(key, () => this.keep(key, file));
    }
    return Math.max(0, files.length - room);
  }

  private enqueue(key: string, prepare: () => Promise<void>): void {
    this.preparing = this.preparing.then(prepare).catch((error: unknown) => {
      this.files.delete(key);
      const isFinal = !this.unopened.has(key);
      this.update(key, { isKept: false, problem: toApiError(error).message, isFinal });
    });
    void this.preparing.then(() => this.enqueueSend(key));
  }

  private enqueueSend(key: string): void {
    this.sending = this.sending.then(() => this.send(key));
  }

  /** A photo of a draft that this device keeps, unless it is gone. */
  private async find(key: string): Promise<void> {
    const vault = await vaultNow();
    const facts = vault && (await readPhotoFacts(vault, key));
    if (!facts) return this.store.set(this.store.get().filter((one) => one.key !== key));
    const { preview, id } = facts;
    this.update(key, { isKept: true, preview, id });
  }

  private async keep(key: string, file: File): Promise<void> {
    const ending = new AbortController();
    this.ending.set(key, ending);
    const { blob, preview, taken } = await prepared(file, ending.signal)
      .catch((error: unknown) => {
        const isUnopened = ending.signal.aborted || toApiError(error).code === NO_DECODER;
        if (isUnopened && this.has(key)) this.unopened.set(key, file);
        throw error;
      })
      .finally(() => this.ending.delete(key));
    this.unopened.delete(key);
    if (!this.has(key)) return;
    this.files.set(key, blob);
    this.update(key, { preview, taken });
    const vault = await vaultNow();
    if (!vault) return this.update(key, { isKept: false });
    // Its draft names it first. Otherwise it could be swept away.
    await draftsKept();
    // A database that does not answer must not hold up the save.
    const isKept = await within(KEEP_MS, keepPhoto(vault, key, blob, preview)).catch(() => false);
    if (isKept) this.files.delete(key);
    this.update(key, isKept ? { isKept } : { isKept, hasNoRoom: true, problem: noRoom() });
    if (!this.has(key)) await sweep();
  }

  private async send(key: string): Promise<void> {
    const one = this.store.get().find((other) => other.key === key);
    if (!one || one.id !== undefined || this.hasEnded) return;
    const ending = new AbortController();
    const uploaded = async (blob: Blob): Promise<string> => {
      this.update(key, { share: 0 });
      const photo = await upload({
        path: '/api/photos',
        body: blob,
        headers: { 'Content-Type': blob.type, 'Idempotency-Key': key },
        signal: ending.signal,
        onProgress: (share) => this.update(key, { share }),
      });
      return idOfPhoto(photo);
    };
    this.ending.set(key, ending);
    try {
      const id = await (one.isKept ? sentFromDevice(key, uploaded) : this.sentFromMemory(key, uploaded));
      if (id !== undefined) this.update(key, { id, share: 1, problem: undefined });
    } catch (error) {
      const { status, message } = errorOf(error);
      // The outbox sends it later.
      const waits = one.isKept === true && isForLater(status);
      const problem = waits ? undefined : one.hasNoRoom ? noRoom() : message;
      if (!ending.signal.aborted) this.update(key, { share: undefined, problem });
    } finally {
      this.ending.delete(key);
    }
  }

  /** Undefined if there is nothing to send. */
  private async sentFromMemory(
    key: string,
    uploaded: (blob: Blob) => Promise<string>,
  ): Promise<string | undefined> {
    const blob = this.files.get(key);
    const id = blob && (await uploaded(blob));
    if (id !== undefined) this.files.delete(key);
    return id;
  }

  private has(key: string): boolean {
    return this.store.get().some((one) => one.key === key);
  }

  private update(key: string, changes: Partial<ChosenPhoto>): void {
    this.store.set(this.store.get().map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }
}

/** Undefined if the bytes are gone. */
async function sentFromDevice(
  key: string,
  uploaded: (blob: Blob) => Promise<string>,
): Promise<string | undefined> {
  const vault = await vaultNow();
  const result = vault && (await sendKeptPhoto(vault, key, uploaded, { idOf: (id) => id }));
  return result && 'id' in result ? result.id : undefined;
}

/** Resolves when no turn is left, also of those that are added meanwhile. */
async function settled(turn: () => Promise<void>): Promise<void> {
  let last: Promise<void> | undefined;
  while (last !== turn()) await (last = turn());
}

async function draftsKept(): Promise<void> {
  keepNow();
  await unsavedKeptWithin(KEEP_MS);
}

/** Deletes kept photos that nothing names any more. Never fails: it is done again when the page is opened. */
async function sweep(): Promise<void> {
  try {
    await draftsKept();
    const vault = await vaultNow();
    if (vault) await sweepPhotos(vault);
  } catch {
    // The storage was taken away.
  }
}

/** A shared photo that could not be opened waits for another visit. It need not any more. */
const dropShared = (key: string): Promise<void> => dropSharedPhoto(key).catch(() => undefined);

function errorOf(error: unknown): ApiError {
  try {
    const { response, error: body } = toAnswer(error);
    return errorOfAnswer(response.status, body);
  } catch {
    return toApiError(error);
  }
}

const noRoom = () =>
  t`This device has no room to keep this photo. Save once it is sent, or remove it and save your words now.`;
