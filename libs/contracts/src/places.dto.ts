import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { LIMITS } from './limits.js';
import { IsOneLine, Trim } from './validators.js';

/** GET /places. */
export class FindPlacesDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.locationMax,
    example: 'Porto',
    description: 'The name of a city, or its beginning. A country or a region may follow after a comma.',
  })
  @Trim()
  @Length(1, LIMITS.locationMax, { message: `name must have 1 to ${LIMITS.locationMax} characters` })
  @IsOneLine('name')
  @IsString({ message: 'name must be text' })
  name: string;
}

/** A place that the weather provider knows. */
export class PlaceDto {
  @ApiProperty({
    maxLength: LIMITS.locationMax,
    example: 'Porto, Portugal',
    description: 'The text to keep as a city. The provider finds this place by it.',
  })
  location: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Porto District',
    description: 'What else distinguishes the place: its region or its country.',
  })
  detail: string | null;
}

export class PlacesDto {
  @ApiProperty({
    type: [PlaceDto],
    maxItems: LIMITS.placesMax,
    nullable: true,
    description:
      'The first is the one whose weather an entry gets. Empty if the provider knows none; null while it cannot be asked.',
  })
  items: PlaceDto[] | null;
}
