import type { WeatherSourceDto } from '../about.dto.js';
import { FindPlacesDto, type PlacesDto } from '../places.dto.js';
import type { NoRequest } from './requests.js';

export class FindPlacesRequest extends FindPlacesDto {}

/** The calls that weather answers. */
export interface WeatherCalls {
  /** The weather provider of this installation. */
  'weather.get-source': { request: NoRequest; answer: WeatherSourceDto };
  /** `rate_limited` where the provider was asked too often. */
  'weather.find-places': { request: FindPlacesRequest; answer: PlacesDto };
}
