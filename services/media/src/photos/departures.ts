import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { StoreAway } from '../store/photo-store.js';
import { JournalReader } from './journal-reader.js';
import { PhotoPixels } from './photo-pixels.js';
import { type DuePhoto, PhotosRepository } from './photos.repository.js';

/** Photos that are looked at together. */
const BATCH = 100;
/** Milliseconds after which a deletion is tried again that the store refused. */
const STORE_AWAY_MS = 60_000;

/**
 * Deletes photos that no entry has: those that were dropped, never reached an entry, or belong to a deleted account. Only
 * journal knows which photos are in entries, so it is asked; events only say when. Nothing here depends on their order
 * or number, and what a crash interrupts, the next sweep continues: a document stays until its bytes are gone.
 */
@Injectable()
export class Departures extends RepeatedTasks {
  private readonly logger = new Logger(Departures.name);
  protected readonly tasks: RepeatedTask[];

  constructor(
    private readonly photos: PhotosRepository,
    private readonly pixels: PhotoPixels,
    private readonly journal: JournalReader,
    config: MediaConfig,
  ) {
    super();
    this.tasks = [
      new RepeatedTask(
        'photos without an entry',
        () => this.sweep(),
        () => config.PHOTOS_CHECK_MS,
      ),
    ];
  }

  /** Looks at all photos that are due. Throws if journal or the database does not answer. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.photos.listDue(BATCH);
      for (const userId of new Set(due.map((photo) => photo.userId))) {
        const own = due.filter((photo) => photo.userId === userId);
        await this.settle(userId, own);
      }
      if (due.length < BATCH) return;
    }
  }

  /** An entry no longer has them, and another may. */
  async drop(userId: string, photoIds: string[]): Promise<void> {
    await this.photos.checkSoon(userId, photoIds);
    await this.sweep();
  }

  /** Deletes all photos of a deleted account, and what the store has of it beside them. Throws StoreAway, and is repeated then. */
  async purge(userId: string): Promise<void> {
    for (;;) {
      const photos = await this.photos.listOf(userId, BATCH);
      if (photos.length === 0) break;
      for (const photo of photos) if (await this.photos.beginToLeave(photo)) await this.remove(photo);
    }
    await this.pixels.deleteAllOf(userId);
  }

  private async settle(userId: string, photos: DuePhoto[]): Promise<void> {
    const kept = photos.filter(({ state }) => state === 'kept');
    const keptIds = kept.map(({ _id }) => _id.toHexString());
    const used = await this.journal.findUsed(userId, keptIds);
    await this.photos.noteUsed(kept.filter(({ _id }) => used.has(_id.toHexString())));
    for (const photo of photos) {
      if (used.has(photo._id.toHexString())) continue;
      if (photo.state !== 'leaving' && !(await this.photos.beginToLeave(photo))) continue;
      await this.remove(photo).catch((error: unknown) => this.postpone(photo, error));
    }
  }

  private async remove(photo: DuePhoto): Promise<void> {
    await this.pixels.delete({ userId: photo.userId, photoId: photo._id.toHexString() });
    await this.photos.delete(photo);
  }

  private async postpone(photo: DuePhoto, error: unknown): Promise<void> {
    if (!(error instanceof StoreAway)) throw error;
    this.logger.warn({ err: error, msg: 'a photo could not be deleted yet' });
    await this.photos.postpone(photo, STORE_AWAY_MS);
  }
}
