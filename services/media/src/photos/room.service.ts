import type { PhotoRoomDto, PhotoUsageDto } from '@inner-weather/contracts/photos/photos.dto';
import { Injectable } from '@nestjs/common';
import { PhotoStore } from '../store/photo-store.js';
import { PhotosRepository } from './photos.repository.js';

/** What photos take, and the room for more, for administrators. */
@Injectable()
export class RoomService {
  constructor(
    private readonly photos: PhotosRepository,
    private readonly store: PhotoStore,
  ) {}

  async ofAll(): Promise<PhotoRoomDto> {
    const [usage, missing, freeBytes] = await Promise.all([
      this.photos.usageOfAll(),
      this.photos.countMissing(),
      // A store that is away is told of elsewhere.
      this.store.freeBytes().catch(() => undefined),
    ]);
    return { ...usage, missing, freeBytes: freeBytes ?? null };
  }

  ofPeople(userIds: string[]): Promise<Record<string, PhotoUsageDto>> {
    return this.photos.listUsage(userIds);
  }
}
