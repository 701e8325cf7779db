import { Transform } from 'class-transformer';
import { IsBoolean, IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { IsOneLine, Length, MayBeAbsent, says, Trim } from '../validation/validators.js';
import { Doc } from '../validation/documented.js';

/** Query parameters are text. */
const AsBoolean = () =>
  Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === 'false' ? value === 'true' : value,
  );

/** GET /places. */
export class FindPlacesDto {
  @Doc(
    'The name of a city, or its beginning. A region or a country may follow after a comma, also by its code.',
    { example: 'Porto' },
  )
  @Trim()
  @Length(1, LIMITS.locationMax, says(JOURNAL_PROBLEMS.place_name_length, { max: LIMITS.locationMax }))
  @IsOneLine(says(JOURNAL_PROBLEMS.place_name_one_line))
  @IsString(says(JOURNAL_PROBLEMS.place_name_text))
  name: string;

  @Doc(
    'If true, the name is complete: only places that it means as it stands are answered, in any spelling and language, and the first is the one whose weather an entry gets.',
    { default: false },
  )
  @MayBeAbsent()
  @IsBoolean(says(JOURNAL_PROBLEMS.whole_boolean))
  @AsBoolean()
  whole?: boolean;
}

/** A place that the weather provider knows. */
export class PlaceDto {
  @Doc('The text to keep as a city. The provider finds this place by it.', {
    maxLength: LIMITS.locationMax,
    example: 'Porto, Portugal',
  })
  location: string;

  @Doc('What else distinguishes the place: its region or its country.', {
    nullable: true,
    example: 'Porto District',
  })
  detail: string | null;

  @Doc('To send along with `location`, so that its weather is that of this very place.', {
    pattern: PLACE_PATTERN.source,
    example: 'geo:41.15,-8.61',
  })
  place: string;
}

export class PlacesDto {
  @Doc(
    'The most likely first. Empty if the provider knows none, or if the name is none; null while the provider cannot be asked.',
    { type: [PlaceDto], maxItems: LIMITS.placesMax, nullable: true },
  )
  items: PlaceDto[] | null;
}
