import { Matches } from 'class-validator';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { WEATHER_SOURCES, type WeatherSource } from '../about.dto.js';
import { says } from '../validation/validators.js';
import { Doc } from '../validation/documented.js';

/** GET /places/weather. */
export class FindCurrentWeatherDto {
  @Doc('A place as answered by GET /places.', { example: 'geo:41.15,-8.61' })
  @Matches(PLACE_PATTERN, says(JOURNAL_PROBLEMS.place_invalid))
  place: string;
}

export class WeatherNowDto {
  @Doc('In the words of the provider.', { example: 'Light rain' })
  condition: string;

  @Doc('Degrees Celsius. Absent if the provider names none.', { example: 12.5, required: false })
  temperature?: number;

  @Doc({ enum: WEATHER_SOURCES })
  provider: WeatherSource;
}

export class CurrentWeatherDto {
  @Doc('Null while the provider cannot be asked.', { type: WeatherNowDto, nullable: true })
  weather: WeatherNowDto | null;
}
