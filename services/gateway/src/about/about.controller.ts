import { AboutDto, type WeatherSourceDto } from '@inner-weather/contracts/about.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { GatewayConfig } from '../config.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';

/** Milliseconds. The page can do without the weather provider, but not without the rest. */
const WEATHER_TIMEOUT_MS = 1_000;

@ApiTags('about')
@Controller('about')
export class AboutController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the configuration of this installation',
    description:
      'Tells who writes the insights, whether entries are sent to an outside server for this, which provider supplies the weather, and where the author’s code is.',
  })
  @ApiOkResponse({ type: AboutDto })
  @ApiProblems()
  async get(): Promise<AboutDto> {
    const [insights, weather] = await Promise.all([
      this.rpc.call('insights.get-writer', {}),
      this.weatherSource(),
    ]);
    const { AUTHOR_URL: authorUrl, SHARED_DEVICES: sharedDevices } = this.config;
    return { insights, weather, authorUrl, sharedDevices };
  }

  /** Null if the weather service is unavailable, or too old to answer this call. */
  private weatherSource(): Promise<WeatherSourceDto | null> {
    return this.rpc.call('weather.get-source', {}, { timeoutMs: WEATHER_TIMEOUT_MS }).catch(() => null);
  }
}
