import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Matches } from 'class-validator';
import { says } from '../validation/says.js';
import { MaxLength, MayBeAbsent } from '../validation/validators.js';
import { PHOTO_ID_PATTERN, PHOTO_SIDES, PHOTO_SIZES, type PhotoSize } from './photo-id.js';

/** What is known of a photo. Its pixels are at GET /photos/{id}. */
export class PhotoDto {
  @ApiProperty({ pattern: PHOTO_ID_PATTERN.source })
  _id: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Pixels of the large size, as it is shown.' })
  width: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  height: number;

  @ApiProperty({
    description: 'A blurred picture to show while the photo loads, as a ThumbHash in base64: 25 bytes or so.',
  })
  thumbhash: string;

  @ApiProperty({
    maxLength: LIMITS.photoDescriptionMax,
    description: 'For people who cannot see the photo. Empty if nobody wrote one.',
  })
  description: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Bytes that count towards the quota.' })
  bytes: number;

  @ApiProperty({ format: 'date-time', description: 'When the photo arrived here.' })
  createdAt: string;
}

/** GET /photos. */
export class PhotosDto {
  @ApiProperty({ type: [PhotoDto], description: 'Those that exist, in no order.' })
  photos: PhotoDto[];
}

const IDS = says(PHOTO_PROBLEMS.photo_ids, { max: LIMITS.photoIdsMax });

export class PhotoIdsDto {
  @ApiProperty({
    type: String,
    description: `Up to ${LIMITS.photoIdsMax} ids, with commas between them.`,
    example: '6740f1d1a5b0c4e2d3f4a5b6',
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
  @ApiPropertyOptional({
    enum: PHOTO_SIZES,
    default: 'large',
    description: `At most ${PHOTO_SIDES.large} or ${PHOTO_SIDES.small} pixels on its longer side.`,
  })
  @MayBeAbsent()
  @IsIn(PHOTO_SIZES, says(PHOTO_PROBLEMS.photo_size))
  size: PhotoSize = 'large';
}

/** PUT /photos/{id}/description. */
export class DescribePhotoDto {
  @ApiProperty({ maxLength: LIMITS.photoDescriptionMax, description: 'Empty to remove it.' })
  @MaxLength(
    LIMITS.photoDescriptionMax,
    says(PHOTO_PROBLEMS.photo_description_length, { max: LIMITS.photoDescriptionMax }),
  )
  @IsString(says(PHOTO_PROBLEMS.photo_description_text))
  description: string;
}

/** The used and the available storage for photos of a user. */
export class PhotoStorageDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The bytes that both sizes of all photos use.' })
  usedBytes: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The storage quota in bytes.' })
  maxBytes: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  photos: number;
}
