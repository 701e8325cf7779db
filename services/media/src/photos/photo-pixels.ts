import type { Duplex, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { PHOTO_SIZES, type PhotoSize } from '@inner-weather/contracts/photos/photo-id';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { SealError } from '@inner-weather/platform/encryption/sealed-bytes';
import { Injectable } from '@nestjs/common';
import { Incoming } from '../bytes/incoming.js';
import type { ReadTicket } from '../bytes/tickets.js';
import type { Picture } from '../pictures/picture-child.js';
import { PictureReader } from '../pictures/picture-reader.js';
import { PhotoSealing } from '../sealing/photo-sealing.js';
import { PhotoStore, StoreAway } from '../store/photo-store.js';

/** The bytes of a photo on their way out: pipe `sealed` through `opener`. */
export interface ReadPhoto {
  sealed: Readable;
  opener: Duplex;
}

/** The key of a photo's bytes in the store, in the folder of its owner. */
const storeKeyOf = (userId: string, photoId: string, size: PhotoSize): string =>
  `${userId}/${nameOf(photoId, size)}`;
const nameOf = (photoId: string, size: PhotoSize): string => `${photoId}-${size}`;
/** Also what a folder has while it is written. */
const NAME = /^([0-9a-f]{24})-(?:large|small)(?:\.part)?$/;

type Sealed = Record<PhotoSize, Buffer>;
type Place = Pick<ReadTicket, 'userId' | 'photoId'>;

/** The pixels of photos on their way in and out: received, decoded, sealed and stored. */
@Injectable()
export class PhotoPixels {
  constructor(
    private readonly incoming: Incoming,
    private readonly pictures: PictureReader,
    private readonly sealing: PhotoSealing,
    private readonly store: PhotoStore,
  ) {}

  read(body: Readable, userId: string): Promise<Picture> {
    return this.incoming.during(body, (file) => this.pictures.read(file, userId));
  }

  async seal(place: Place, picture: Picture): Promise<Sealed> {
    const sealOne = (size: PhotoSize) =>
      this.sealing.seal(
        { ...place, size },
        Buffer.from(picture[size].buffer, picture[size].byteOffset, picture[size].length),
      );
    return { large: await sealOne('large'), small: await sealOne('small') };
  }

  async put({ userId, photoId }: Place, sealed: Sealed): Promise<void> {
    for (const size of PHOTO_SIZES) await this.store.put(storeKeyOf(userId, photoId, size), sealed[size]);
  }

  /** Undefined if the bytes or their key are gone. */
  async open(place: Omit<ReadTicket, 'kind'>): Promise<ReadPhoto | undefined> {
    const sealed = await this.store.open(storeKeyOf(place.userId, place.photoId, place.size));
    if (!sealed) return undefined;
    try {
      return { sealed, opener: await this.sealing.opener(place) };
    } catch (error) {
      sealed.destroy();
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }

  /**
   * A photo that is opened, in memory as a whole: a size has a few hundred kilobytes. Throws StoreAway, and
   * `validation_failed` if its bytes are damaged.
   */
  async toJpeg({ sealed, opener }: ReadPhoto, userId: string): Promise<Buffer> {
    const bytes = await buffer(sealed).catch((error: unknown) => {
      throw new StoreAway('the bytes of a photo end early', error);
    });
    opener.end(bytes);
    const webp = await buffer(opener).catch(() => {
      throw new DomainError('validation_failed', problem(PHOTO_PROBLEMS.photo_damaged));
    });
    return Buffer.from(await this.pictures.toJpeg(webp, userId));
  }

  async delete({ userId, photoId }: Place): Promise<void> {
    for (const size of PHOTO_SIZES) await this.store.delete(storeKeyOf(userId, photoId, size));
  }

  /** All bytes of a person, also those that belong to no photo. */
  async deleteAllOf(userId: string): Promise<void> {
    for await (const { owner, names } of this.store.list(userId))
      for (const name of names) await this.store.delete(`${owner}/${name}`);
  }

  /** Whether both sizes are in the store. */
  async has({ userId, photoId }: Place): Promise<boolean> {
    for (const size of PHOTO_SIZES) {
      const sealed = await this.store.open(storeKeyOf(userId, photoId, size));
      if (!sealed) return false;
      sealed.destroy();
    }
    return true;
  }

  /** The names of a photo in the folder of its owner. */
  static namesOf(photoId: string): string[] {
    return PHOTO_SIZES.map((size) => nameOf(photoId, size));
  }

  /** Undefined for a name that is not one of ours. */
  static photoIdOf(name: string): string | undefined {
    return NAME.exec(name)?.[1];
  }
}
