import { LIMITS } from '@inner-weather/domain/limits';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { PHOTO_ID_PATTERN, PHOTO_SIZES, type PhotoSize } from '../photos/photo-id.js';
import {
  DescribePhotoDto,
  type PhotoDto,
  type PhotoRoomDto,
  type PhotosDto,
  type PhotoStorageDto,
  type PhotoUsageDto,
} from '../photos/photos.dto.js';
import { MutationRequest, type NoRequest, UserRequest } from './requests.js';

export class PhotosRequest extends UserRequest {
  @Matches(PHOTO_ID_PATTERN, { each: true })
  @IsString({ each: true })
  @ArrayMaxSize(LIMITS.importBatchMax * LIMITS.photosMax)
  @IsArray()
  photoIds: string[];
}

export class PhotoUsersRequest {
  @IsString({ each: true })
  @ArrayMaxSize(LIMITS.accountsPage)
  @IsArray()
  userIds: string[];
}

export class OpenPhotoRequest extends UserRequest {
  @Matches(PHOTO_ID_PATTERN)
  @IsString()
  photoId: string;

  @IsIn(PHOTO_SIZES)
  size: PhotoSize;

  /** For programs that do not read WebP. */
  @IsOptional()
  @IsIn(['jpeg'])
  form?: 'jpeg';
}

export class DescribePhotoRequest extends DescribePhotoDto {
  @IsString()
  userId: string;

  @Matches(PHOTO_ID_PATTERN)
  @IsString()
  photoId: string;
}

/**
 * Where one photo's bytes are sent to or read from: the replica that answered, on its inner port. The token works there
 * once, within a minute.
 */
export interface PhotoTicket {
  url: string;
  token: string;
}

/** An upload that may begin, or the photo that an earlier request with the same Idempotency-Key has brought. */
export type BegunUpload = PhotoTicket | { photo: PhotoDto };

export interface OpenedPhoto extends PhotoTicket {
  /** Of the picture as WebP, also if it is read in another form. */
  bytes: number;
}

/** The calls to media. Bytes of photos never travel in them: see docs/decisions/0027-photos-beside-the-broker.md. */
export interface MediaCalls {
  /** Throws `quota_exceeded`, and `rate_limited` or `unavailable` while too many uploads run. */
  'media.begin-upload': { request: MutationRequest; answer: BegunUpload };
  /** Throws `not_found`, also for a photo of another user. */
  'media.open-photo': { request: OpenPhotoRequest; answer: OpenedPhoto };
  'media.list-photos': { request: PhotosRequest; answer: PhotosDto };
  'media.describe-photo': { request: DescribePhotoRequest; answer: PhotoDto };
  /**
   * Call it before an entry is stored with these photos: those that exist are kept for a day more, in which the entry
   * has to be stored. Answers with their ids.
   */
  'media.claim-photos': { request: PhotosRequest; answer: { photoIds: string[] } };
  'media.get-storage': { request: UserRequest; answer: PhotoStorageDto };
  /** For the administrator's page. */
  'media.get-room': { request: NoRequest; answer: PhotoRoomDto };
  /** Those of the people that have photos, by their ids. */
  'media.list-usage': { request: PhotoUsersRequest; answer: Record<string, PhotoUsageDto> };
}
