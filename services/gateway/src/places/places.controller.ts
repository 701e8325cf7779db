import { FindPlacesDto, PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { languagesOf } from '../headers/languages.js';
import { PlaceLookUps } from '../limits/place-look-ups.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';

/** Milliseconds. It is short because the user is typing, and the page accepts a city without a place. */
const TIMEOUT_MS = 4_000;

@ApiTags('about')
@Controller('places')
export class PlacesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly lookUps: PlaceLookUps,
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
}
