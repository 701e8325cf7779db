import { RateLimitedConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';

const ADDRESS = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };

export class WeatherConfig extends RateLimitedConfig {
  /** With a key the weather comes from WeatherAPI.com, without one from Open-Meteo. */
  @IsOptional()
  @IsString()
  WEATHER_API_KEY?: string;

  @IsUrl(ADDRESS)
  WEATHER_API_URL = 'https://api.weatherapi.com/v1';

  @IsUrl(ADDRESS)
  OPEN_METEO_URL = 'https://api.open-meteo.com/v1';

  @IsUrl(ADDRESS)
  OPEN_METEO_GEOCODING_URL = 'https://geocoding-api.open-meteo.com/v1';

  /** Open-Meteo's weather of the distant past (`/archive`); the last months come from `OPEN_METEO_URL`. */
  @IsUrl(ADDRESS)
  OPEN_METEO_ARCHIVE_URL = 'https://archive-api.open-meteo.com/v1';

  /** Milliseconds that one look-up may take in total. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(60_000)
  WEATHER_TIMEOUT_MS = 5_000;
}
