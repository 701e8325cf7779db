import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_SIDES } from '@inner-weather/domain/photos/photo-sides';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Matches } from 'class-validator';
import { COUNT, Doc, TIME } from '../validation/documented.js';
import { MaxLength, MayBeAbsent, says, WellFormed } from '../validation/validators.js';
import { PHOTO_ID_PATTERN, PHOTO_SIZES, type PhotoSize } from './photo-id.js';

/** What is known of a photo. Its pixels are at GET /photos/{id}. */
export class PhotoDto {
  @Doc({ pattern: PHOTO_ID_PATTERN.source })
  _id: string;

  @Doc('Pixels of the large size, as it is shown.', { type: 'integer', minimum: 1 })
  width: number;

  @Doc({ type: 'integer', minimum: 1 })
  height: number;

  @Doc('A blurred picture to show while the photo loads, as a ThumbHash in base64: 25 bytes or so.')
  thumbhash: string;

  @Doc('For people who cannot see the photo. Empty if nobody wrote one.')
  description: string;

  @Doc('Bytes that count towards the quota.', { type: 'integer', minimum: 1 })
  bytes: number;

  @Doc('When the photo arrived here.', TIME)
  createdAt: string;
}

/** GET /photos. */
export class PhotosDto {
  @Doc('Those that exist, in no order.', { type: [PhotoDto] })
  photos: PhotoDto[];
}

const IDS = says(PHOTO_PROBLEMS.photo_ids, { max: LIMITS.photoIdsMax });

export class PhotoIdsDto {
  @Doc(`Up to ${LIMITS.photoIdsMax} ids, repeated or with commas between them.`, {
    example: ['6740f1d1a5b0c4e2d3f4a5b6'],
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @Matches(PHOTO_ID_PATTERN, { ...IDS, each: true })
  @ArrayMaxSize(LIMITS.photoIdsMax, IDS)
  @ArrayMinSize(1, IDS)
  @IsArray(IDS)
  ids: string[];
}

/** GET /photos/{id}. */
export class PhotoQueryDto {
  @Doc(`At most ${PHOTO_SIDES.large} or ${PHOTO_SIDES.small} pixels on its longer side.`, {
    default: 'large',
  })
  @MayBeAbsent()
  @IsIn(PHOTO_SIZES, says(PHOTO_PROBLEMS.photo_size))
  size: PhotoSize = 'large';
}

/** PUT /photos/{id}/description. */
export class DescribePhotoDto {
  @Doc('Empty to remove it.')
  @WellFormed()
  @MaxLength(
    LIMITS.photoDescriptionMax,
    says(PHOTO_PROBLEMS.photo_description_length, { max: LIMITS.photoDescriptionMax }),
  )
  @IsString(says(PHOTO_PROBLEMS.photo_description_text))
  description: string;
}

export class PhotoUsageDto {
  @Doc(COUNT)
  photos: number;

  @Doc('The bytes that both sizes of all photos use.', COUNT)
  usedBytes: number;
}

/** The used and the available storage for photos of a user. */
export class PhotoStorageDto extends PhotoUsageDto {
  @Doc('The storage quota in bytes.', COUNT)
  maxBytes: number;
}

/** The photos of all people, and the room for more. */
export class PhotoRoomDto extends PhotoUsageDto {
  @Doc('Photos whose bytes are not in the store.', COUNT)
  missing: number;

  @Doc('Bytes that are free on the disk of the folder. Null where the store cannot say, as with S3.', {
    type: 'integer',
    minimum: 0,
    nullable: true,
  })
  freeBytes: number | null;
}
