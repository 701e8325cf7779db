import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { PLACE_MAX, PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { WEATHER_SOURCES, type WeatherSource } from '../about.dto.js';
import { says } from '../validation/says.js';

/** GET /places/weather. */
export class FindCurrentWeatherDto {
  @ApiProperty({
    maxLength: PLACE_MAX,
    pattern: PLACE_PATTERN.source,
    example: 'geo:41.15,-8.61',
    description: 'A place as answered by GET /places.',
  })
  @Matches(PLACE_PATTERN, says(JOURNAL_PROBLEMS.place_invalid))
  place: string;
}

export class WeatherNowDto {
  @ApiProperty({ example: 'Light rain', description: 'In the words of the provider.' })
  condition: string;

  @ApiPropertyOptional({ example: 12.5, description: 'Degrees Celsius. Absent if the provider names none.' })
  temperature?: number;

  @ApiProperty({ enum: WEATHER_SOURCES })
  provider: WeatherSource;
}

export class CurrentWeatherDto {
  @ApiProperty({
    type: WeatherNowDto,
    nullable: true,
    description: 'Null while the provider cannot be asked.',
  })
  weather: WeatherNowDto | null;
}
