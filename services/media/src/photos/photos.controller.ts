import type {
  PhotoDto,
  PhotoRoomDto,
  PhotosDto,
  PhotoStorageDto,
  PhotoUsageDto,
} from '@inner-weather/contracts/photos/photos.dto';
import {
  type BegunUpload,
  DescribePhotoRequest,
  type OpenedPhoto,
  OpenPhotoRequest,
  PhotosRequest,
  PhotoUsersRequest,
} from '@inner-weather/contracts/rpc/media';
import { MutationRequest, UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { BytesServer } from '../bytes/bytes-server.js';
import { PhotosService } from './photos.service.js';
import { RoomService } from './room.service.js';

/** PhotosService documents the errors of each call. */
@Controller()
export class PhotosController {
  constructor(
    private readonly photos: PhotosService,
    private readonly bytes: BytesServer,
    private readonly limiter: RateLimiter,
    private readonly room: RoomService,
  ) {}

  @MessagePattern<RpcMethod>('media.begin-upload')
  async begin(@Payload() { userId, idempotencyKey }: MutationRequest): Promise<BegunUpload> {
    const begun = await this.photos.begin(userId, idempotencyKey);
    return '_id' in begun ? { photo: begun } : this.bytes.ticketOf({ kind: 'upload', ...begun });
  }

  @MessagePattern<RpcMethod>('media.open-photo')
  async open(@Payload() { userId, photoId, size, form }: OpenPhotoRequest): Promise<OpenedPhoto> {
    const { bytes } = await this.photos.assertReadable(userId, photoId, size);
    return { ...this.bytes.ticketOf({ kind: 'read', userId, photoId, size, form }), bytes };
  }

  @MessagePattern<RpcMethod>('media.list-photos')
  list(@Payload() { userId, photoIds }: PhotosRequest): Promise<PhotosDto> {
    return this.photos.list(userId, photoIds);
  }

  @MessagePattern<RpcMethod>('media.describe-photo')
  async describe(@Payload() request: DescribePhotoRequest): Promise<PhotoDto> {
    await this.limiter.countWrite(request.userId);
    return this.photos.describe(request);
  }

  @MessagePattern<RpcMethod>('media.claim-photos')
  async claim(@Payload() { userId, photoIds }: PhotosRequest): Promise<{ photoIds: string[] }> {
    return { photoIds: await this.photos.claim(userId, photoIds) };
  }

  @MessagePattern<RpcMethod>('media.get-storage')
  getStorage(@Payload() { userId }: UserRequest): Promise<PhotoStorageDto> {
    return this.photos.storageOf(userId);
  }

  @MessagePattern<RpcMethod>('media.get-room')
  getRoom(): Promise<PhotoRoomDto> {
    return this.room.ofAll();
  }

  @MessagePattern<RpcMethod>('media.list-usage')
  listUsage(@Payload() { userIds }: PhotoUsersRequest): Promise<Record<string, PhotoUsageDto>> {
    return this.room.ofPeople(userIds);
  }
}
