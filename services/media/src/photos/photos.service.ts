import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { PhotoSize } from '@inner-weather/contracts/photos/photo-id';
import type { PhotoDto, PhotosDto, PhotoStorageDto } from '@inner-weather/contracts/photos/photos.dto';
import type { DescribePhotoRequest } from '@inner-weather/contracts/rpc/media';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { Injectable } from '@nestjs/common';
import type { ReadTicket, UploadTicket } from '../bytes/tickets.js';
import { MediaConfig } from '../config.js';
import { type KeptPhoto, PHOTOS_COLLECTION } from './photo.schema.js';
import { PhotoPixels, type ReadPhoto } from './photo-pixels.js';
import { PhotosRepository } from './photos.repository.js';

const MEGABYTE = 1_000_000;
const RETRY_S = 5;

/** Photos of one person that began to arrive within a day, and did not: each is a document until then. */
const ARRIVING_MAX = 200;
const ARRIVING_RETRY_S = 60 * 60;

/** Receives, sends and describes the photos of people. */
@Injectable()
export class PhotosService {
  private readonly bytesMax: number;
  /** Photos that have arrived and wait for their turn to be decoded, or are stored: each with its upload. */
  private readonly underWay = new Map<string, string>();

  constructor(
    private readonly photos: PhotosRepository,
    private readonly ids: KeyedIds,
    private readonly pixels: PhotoPixels,
    private readonly dataKeys: DataKeys,
    private readonly texts: FieldEncryption,
    config: MediaConfig,
  ) {
    this.bytesMax = config.STORED_PHOTOS_MB_PER_PERSON * MEGABYTE;
  }

  /**
   * Notes that a photo is about to arrive. Returns the photo if an earlier request with this key has brought it. Throws
   * `quota_exceeded`, `rate_limited` if too many did not arrive, `unauthenticated` if the account was deleted, and
   * `unavailable` while the photo of this key is being deleted, or worked at.
   */
  async begin(userId: string, idempotencyKey?: string): Promise<PhotoDto | Omit<UploadTicket, 'kind'>> {
    const { _id } = await this.ids.forNew(userId, {}, idempotencyKey);
    // A repeated request needs no room.
    const existing = await this.photos.find(userId, _id.toHexString());
    if (!existing) {
      await this.assertRoom(userId, 0);
      if ((await this.photos.countArriving(userId)) >= ARRIVING_MAX)
        throw new DomainError('rate_limited', problem(PHOTO_PROBLEMS.photos_busy), ARRIVING_RETRY_S);
    }
    // A second upload would throw away the work on the first, and go back to the end of the line.
    if (this.underWay.has(_id.toHexString())) throw superseded();
    const upload = randomUUID();
    const begun = await this.photos.begin(_id, userId, upload);
    if (begun === false) throw new DomainError('unavailable', problem(PHOTO_PROBLEMS.photos_busy), RETRY_S);
    return begun === true ? { userId, photoId: _id.toHexString(), upload } : this.toDto(begun);
  }

  /**
   * Keeps a photo that arrives. Throws `validation_failed` if it is none that can be kept, `payload_too_large`,
   * `quota_exceeded`, `malformed_request` if it ends early, and StoreAway. In each case, nothing of it is kept.
   */
  async receive(ticket: Omit<UploadTicket, 'kind'>, body: Readable): Promise<PhotoDto> {
    const { photoId, upload } = ticket;
    body.once('end', () => this.underWay.set(photoId, upload));
    try {
      return await this.keep(ticket, body);
    } finally {
      if (this.underWay.get(photoId) === upload) this.underWay.delete(photoId);
    }
  }

  private async keep({ userId, photoId, upload }: Omit<UploadTicket, 'kind'>, body: Readable) {
    const place = { userId, photoId };
    const { picture, sealed, storedBytes } = await this.take(place, body).catch(async (error: unknown) => {
      await this.photos.forgetArriving(userId, photoId, upload);
      throw error;
    });
    // Otherwise its bytes would replace those of a newer upload.
    if (!(await this.photos.isCurrent(userId, photoId, upload))) throw superseded();
    await this.pixels.put(place, sealed);
    const { large, small, width, height } = picture;
    const hash = Buffer.from(picture.thumbhash).toString('base64');
    const thumbhash = await this.texts.seal(placeOf(userId, photoId, 'thumbhash'), hash);
    const bytes = { large: large.length, small: small.length };
    const facts = { bytes, width, height, thumbhash, storedBytes };
    const photo = await this.photos.finish(userId, photoId, upload, facts);
    if (!photo) throw superseded();
    // The account may have been deleted while the photo arrived: what its deletion did not see goes now.
    if (!(await this.dataKeys.isAlive(userId))) {
      await this.pixels.delete(place);
      throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.no_such_account));
    }
    return this.toDto(photo);
  }

  /** Reads and seals a photo. Stores nothing. */
  private async take(place: { userId: string; photoId: string }, body: Readable) {
    const picture = await this.pixels.read(body, place.userId);
    const sealed = await this.pixels.seal(place, picture);
    const storedBytes = sealed.large.length + sealed.small.length;
    await this.assertRoom(place.userId, storedBytes);
    return { picture, sealed, storedBytes };
  }

  /** Throws `not_found`, also for another person's. */
  async assertReadable(userId: string, photoId: string, size: PhotoSize): Promise<{ bytes: number }> {
    return { bytes: (await this.findOwn(userId, photoId)).bytes[size] };
  }

  /** Throws `not_found`, and StoreAway. */
  async read({ userId, photoId, size }: Omit<ReadTicket, 'kind'>): Promise<ReadPhoto & { bytes: number }> {
    const photo = await this.findOwn(userId, photoId);
    const streams = await this.pixels.open({ userId, photoId, size });
    if (!streams) {
      await this.photos.noteMissing(photo, true);
      throw notFound();
    }
    return { ...streams, bytes: photo.bytes[size] };
  }

  /** Throws as `read` does. */
  async readAsJpeg(ticket: Omit<ReadTicket, 'kind'>): Promise<Buffer> {
    return this.pixels.toJpeg(await this.read(ticket), ticket.userId);
  }

  async list(userId: string, photoIds: string[]): Promise<PhotosDto> {
    const photos = await this.photos.list(userId, photoIds);
    return { photos: await Promise.all(photos.map((photo) => this.toDto(photo))) };
  }

  claim(userId: string, photoIds: string[]): Promise<string[]> {
    return this.photos.claim(userId, photoIds);
  }

  /** Throws `not_found`. */
  async describe({ userId, photoId, description }: DescribePhotoRequest): Promise<PhotoDto> {
    await this.findOwn(userId, photoId);
    const sealed = await this.texts.seal(placeOf(userId, photoId, 'description'), description);
    const photo = await this.photos.describe(userId, photoId, sealed);
    if (!photo) throw notFound();
    return this.toDto(photo);
  }

  async storageOf(userId: string): Promise<PhotoStorageDto> {
    return { ...(await this.photos.usageOf(userId)), maxBytes: this.bytesMax };
  }

  /** Uploads at the same moment may exceed the quota together, by a photo each. */
  private async assertRoom(userId: string, bytes: number): Promise<void> {
    const usage = await this.photos.usageOf(userId);
    if (usage.usedBytes + bytes <= this.bytesMax && usage.usedBytes < this.bytesMax) return;
    const max = this.bytesMax / MEGABYTE;
    throw new DomainError('quota_exceeded', problem(PHOTO_PROBLEMS.photos_full, { max }));
  }

  private async findOwn(userId: string, photoId: string): Promise<KeptPhoto> {
    const photo = await this.photos.find(userId, photoId);
    if (!photo) throw notFound();
    return photo;
  }

  private async toDto(photo: KeptPhoto): Promise<PhotoDto> {
    const id = photo._id.toHexString();
    const open = await this.texts.openerOf(photo.userId);
    const textOf = (field: 'thumbhash' | 'description'): string => {
      const { documentId, field: name } = placeOf(photo.userId, id, field);
      const sealed = photo[field];
      return sealed ? open({ documentId, field: name }, sealed) : '';
    };
    return {
      _id: id,
      width: photo.width,
      height: photo.height,
      thumbhash: textOf('thumbhash'),
      description: textOf('description'),
      bytes: photo.storedBytes,
      createdAt: photo.createdAt.toISOString(),
    };
  }
}

const placeOf = (userId: string, documentId: string, field: 'thumbhash' | 'description') => ({
  userId,
  documentId,
  field: `${PHOTOS_COLLECTION}.${field}`,
});

const notFound = (): DomainError => new DomainError('not_found', problem(PHOTO_PROBLEMS.no_such_photo));

/** Another upload of the same photo is under way or has taken over, or the photo was deleted. */
const superseded = (): DomainError =>
  new DomainError('unavailable', problem(PHOTO_PROBLEMS.photos_busy), RETRY_S);
