import { LIMITS } from '@inner-weather/domain/limits';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { prepared } from '../../../../components/photos/prepare';
import { toApiError } from '../../../../lib/api/api-error';
import { upload } from '../../../../lib/api/upload';
import { createStore } from '../../../../lib/store';
import type { Taken } from '../../../../components/photos/taken';

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
  /** How much of it is sent, from 0 to 1; absent before it is its turn. */
  share?: number;
  /** Why it was not sent. */
  problem?: string;
}

/** Photos are sent one after another, as soon as they are chosen. */
export class ChosenPhotos {
  readonly store;
  private readonly files = new Map<string, File>();
  private readonly ending = new Map<string, AbortController>();
  private turn: Promise<void> = Promise.resolve();

  /** @param ids of photos that the entry has */
  constructor(ids: readonly string[]) {
    this.store = createStore<ChosenPhoto[]>(ids.map((id) => ({ key: id, id })));
  }

  /** The ids of those that are sent, in their order. */
  ids(): string[] {
    return this.store.get().flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  /** Adds as many as an entry may have. */
  add(files: readonly File[]): void {
    const room = LIMITS.photosMax - this.store.get().length;
    for (const file of files.slice(0, Math.max(0, room))) {
      const key = newUuid7();
      this.files.set(key, file);
      this.store.set([...this.store.get(), { key }]);
      this.enqueue(key);
    }
  }

  remove(key: string): void {
    this.ending.get(key)?.abort();
    this.files.delete(key);
    this.store.set(this.store.get().filter((one) => one.key !== key));
  }

  /** @param by -1 for one place earlier, 1 for one later */
  move(key: string, by: -1 | 1): void {
    const all = [...this.store.get()];
    const from = all.findIndex((one) => one.key === key);
    const [one] = all.splice(from, 1);
    if (one) all.splice(from + by, 0, one);
    this.store.set(all);
  }

  /** Sends those again that were not sent. */
  retry(): void {
    for (const { key, problem } of this.store.get()) {
      if (problem === undefined) continue;
      this.update(key, { problem: undefined });
      this.enqueue(key);
    }
  }

  /** Resolves when none is on its way, with the ids of all; undefined if one was not sent. */
  async settle(): Promise<string[] | undefined> {
    let last: Promise<void> | undefined;
    while (last !== this.turn) await (last = this.turn);
    const ids = this.ids();
    return ids.length === this.store.get().length ? ids : undefined;
  }

  /** Ends what is on its way. */
  end(): void {
    for (const ending of this.ending.values()) ending.abort();
  }

  private enqueue(key: string): void {
    this.turn = this.turn.then(() => this.send(key));
  }

  private async send(key: string): Promise<void> {
    const file = this.files.get(key);
    if (!file) return;
    const ending = new AbortController();
    this.ending.set(key, ending);
    this.update(key, { share: 0 });
    try {
      const { blob, preview, taken } = await prepared(file, ending.signal);
      this.update(key, { preview, taken });
      ending.signal.throwIfAborted();
      const photo = (await upload({
        path: '/api/photos',
        body: blob,
        headers: { 'Content-Type': blob.type, 'Idempotency-Key': key },
        signal: ending.signal,
        onProgress: (share) => this.update(key, { share }),
      })) as { _id: string };
      this.files.delete(key);
      this.update(key, { id: photo._id, share: 1 });
    } catch (error) {
      if (!ending.signal.aborted) this.update(key, { problem: toApiError(error).message, share: undefined });
    } finally {
      this.ending.delete(key);
    }
  }

  private update(key: string, changes: Partial<ChosenPhoto>): void {
    this.store.set(this.store.get().map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }
}
