import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { gauge } from '@inner-weather/platform/metrics';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import { PhotoStore, type StoredOf } from '../store/photo-store.js';
import { PhotoPixels } from './photo-pixels.js';
import { PhotosRepository } from './photos.repository.js';
import { StraysRepository } from './strays.repository.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds between two looks. Each lists the whole store. */
const PAUSE_MS = 24 * HOUR_MS;
/** Milliseconds that bytes without a document stay, so that a newer database can still be restored beside them. */
const STRAY_MS = 7 * 24 * HOUR_MS;
/** Milliseconds in which a photo may still be on its way into the store. */
const ARRIVING_MS = HOUR_MS;

const missingPhotos = gauge(
  { name: 'media_photos_missing', help: 'Photos whose bytes are not in the store' },
  { of: 'media' },
);

/** What one look has found. */
interface Found {
  /** Bytes without a document that were deleted. */
  deleted: number;
  /** Bytes of people whom this database does not know: the store may be shared. They stay. */
  ofOthers: number;
}

/**
 * Compares the store with the documents, which differ after one of them was restored. Bytes without a document go after a
 * week; a document without bytes is told of, and told no more once they are back.
 */
@Injectable()
export class Inventory extends RepeatedTasks {
  private readonly logger = new Logger(Inventory.name);
  protected readonly tasks = [
    new RepeatedTask(
      'photos and their bytes',
      () => this.check(),
      () => PAUSE_MS,
    ),
  ];

  constructor(
    private readonly store: PhotoStore,
    private readonly pixels: PhotoPixels,
    private readonly photos: PhotosRepository,
    private readonly strays: StraysRepository,
    private readonly dataKeys: DataKeys,
  ) {
    super();
  }

  /** Throws StoreAway if the store does not answer. */
  async check(now = new Date()): Promise<void> {
    const found: Found = { deleted: 0, ofOthers: 0 };
    const unlisted = new Set(await this.photos.listOwners());
    for await (const stored of this.store.list()) {
      unlisted.delete(stored.owner);
      await this.checkStrays(stored, found, now);
      await this.checkMissing(stored, now);
    }
    for (const owner of unlisted) await this.checkMissing({ owner, names: new Set() }, now);
    await this.strays.forgetNotSeenSince(now);
    await this.tell(found);
  }

  private async checkStrays({ owner, names }: StoredOf, found: Found, now: Date): Promise<void> {
    // Asked after the store was listed: a photo has its document before its bytes.
    const known = await this.photos.listIds(owner);
    const strays = [...names].filter((name) => !known.has(PhotoPixels.photoIdOf(name) ?? ''));
    if (strays.length === 0) return;
    if (!(await this.dataKeys.isAlive(owner))) {
      found.ofOthers += strays.length;
      return;
    }
    const keys = strays.filter((name) => PhotoPixels.photoIdOf(name)).map((name) => `${owner}/${name}`);
    for (const key of await this.strays.note(keys, now, new Date(now.getTime() - STRAY_MS))) {
      await this.store.delete(key);
      found.deleted += 1;
    }
  }

  private async checkMissing({ owner, names }: StoredOf, now: Date): Promise<void> {
    const arrivedBefore = new Date(now.getTime() - ARRIVING_MS);
    for (const photo of await this.photos.listKept(owner, arrivedBefore)) {
      const place = { userId: owner, photoId: photo._id.toHexString() };
      const isListed = PhotoPixels.namesOf(place.photoId).every((name) => names.has(name));
      // What was deleted or came meanwhile is asked for by name, and so is what could not be opened.
      const isThere = isListed && !photo.missingSince;
      const isMissing = !isThere && !(await this.pixels.has(place));
      if (isMissing !== Boolean(photo.missingSince)) await this.photos.noteMissing(photo, isMissing);
    }
  }

  private async tell({ deleted, ofOthers }: Found): Promise<void> {
    const missing = await this.photos.countMissing();
    missingPhotos().set(missing);
    if (missing > 0) this.logger.warn({ missing, msg: 'the bytes of photos are not in the store' });
    if (deleted > 0) this.logger.log({ deleted, msg: 'bytes that no photo had for a week were deleted' });
    if (ofOthers > 0)
      this.logger.warn({ ofOthers, msg: 'the store has photos of people who are not in this database' });
  }
}
