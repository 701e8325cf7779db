import {
  CurrentWeatherDto,
  FindCurrentWeatherDto,
} from '@inner-weather/contracts/weather/current-weather.dto';
import { FindPlacesDto, PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { languagesOf } from '../headers/languages.js';
import { Limited } from '../limits/limits.js';
import { Get, NeedsToken } from '../openapi/route.js';

/** Milliseconds. It is short because the user is waiting, and the page does without the answer. */
const TIMEOUT_MS = 4_000;

@ApiTags('about')
@Controller('places')
export class PlacesController {
  constructor(private readonly rpc: RpcClient) {}

  // Needs no token, because the sign-up form uses it, too.
  @Get('', {
    summary: 'Look a city up',
    description:
      'Tells which places the weather provider knows by a name, in English or in a language of `Accept-Language`. Any text may be kept as a city, whether or not it is one of them. Text that is no name (coordinates, a postcode, an address, `auto:ip`) is never sent to the provider.',
    answer: PlacesDto,
    problems: [400, 429],
  })
  @Limited('places')
  find(@Query() { name, whole }: FindPlacesDto, @Req() request: FastifyRequest): Promise<PlacesDto> {
    const languages = languagesOf(request.headers['accept-language']);
    return this.rpc.call('weather.find-places', { name, whole, languages }, { timeoutMs: TIMEOUT_MS });
  }

  @Get('weather', {
    summary: 'Get the weather of a place now',
    description:
      'As an entry that is written there now would get it. Only the place is sent to the weather provider. If the provider does not answer, `weather` is null.',
    answer: CurrentWeatherDto,
    problems: [400],
  })
  @Limited('weather-now')
  @NeedsToken()
  weather(@Query() { place }: FindCurrentWeatherDto): Promise<CurrentWeatherDto> {
    return this.rpc.call('weather.get-current', { place }, { timeoutMs: TIMEOUT_MS });
  }
}
