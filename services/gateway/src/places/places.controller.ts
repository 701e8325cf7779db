import {
  CurrentWeatherDto,
  FindCurrentWeatherDto,
} from '@inner-weather/contracts/weather/current-weather.dto';
import { FindPlacesDto, PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, Query, Req, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { languagesOf } from '../headers/languages.js';
import { PlaceLookUps } from '../limits/place-look-ups.js';
import { WeatherLookUps } from '../limits/weather-look-ups.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

/** Milliseconds. It is short because the user is waiting, and the page does without the answer. */
const TIMEOUT_MS = 4_000;

@ApiTags('about')
@Controller('places')
export class PlacesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly lookUps: PlaceLookUps,
    private readonly weatherLookUps: WeatherLookUps,
  ) {}

  // Needs no token, because the sign-up form uses it, too.
  @Get()
  @ApiOperation({
    summary: 'Look a city up',
    description:
      'Tells which places the weather provider knows by a name, in English or in a language of `Accept-Language`. Any text may be kept as a city, whether or not it is one of them. Text that is no name (coordinates, a postcode, an address, `auto:ip`) is never sent to the provider.',
  })
  @ApiOkResponse({ type: PlacesDto })
  @ApiProblems(400, 429)
  find(@Query() { name, whole }: FindPlacesDto, @Req() request: FastifyRequest): Promise<PlacesDto> {
    this.lookUps.count(request.ip);
    const languages = languagesOf(request.headers['accept-language']);
    return this.rpc.call('weather.find-places', { name, whole, languages }, { timeoutMs: TIMEOUT_MS });
  }

  @Get('weather')
  @UseGuards(TokenGuard)
  @ApiSecurity('token')
  @ApiOperation({
    summary: 'Get the weather of a place now',
    description:
      'As an entry that is written there now would get it. Only the place is sent to the weather provider. If the provider does not answer, `weather` is null.',
  })
  @ApiOkResponse({ type: CurrentWeatherDto })
  @ApiProblems(400)
  weather(
    @Query() { place }: FindCurrentWeatherDto,
    @CurrentSession() { user }: SignedIn,
  ): Promise<CurrentWeatherDto> {
    this.weatherLookUps.count(user.id);
    return this.rpc.call('weather.get-current', { place }, { timeoutMs: TIMEOUT_MS });
  }
}
