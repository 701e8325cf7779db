import { ArrayMaxSize, IsArray, Matches } from 'class-validator';
import type { WeatherSourceDto } from '../about.dto.js';
import { type CurrentWeatherDto, FindCurrentWeatherDto } from '../weather/current-weather.dto.js';
import { FindPlacesDto, type PlacesDto } from '../weather/places.dto.js';
import { MayBeAbsent } from '../validation/validators.js';
import type { NoRequest } from './requests.js';

export class FindPlacesRequest extends FindPlacesDto {
  /** The user's languages, ISO 639, the preferred first. */
  @MayBeAbsent()
  @Matches(/^[a-z]{2,3}$/, { each: true })
  @ArrayMaxSize(3)
  @IsArray()
  languages?: string[];
}

export class GetCurrentWeatherRequest extends FindCurrentWeatherDto {}

/** The calls to weather. */
export interface WeatherCalls {
  /** The weather provider of this installation. */
  'weather.get-source': { request: NoRequest; answer: WeatherSourceDto };
  /** `rate_limited` if the provider was called too often. */
  'weather.find-places': { request: FindPlacesRequest; answer: PlacesDto };
  /** `rate_limited` if the provider was called too often. */
  'weather.get-current': { request: GetCurrentWeatherRequest; answer: CurrentWeatherDto };
}
