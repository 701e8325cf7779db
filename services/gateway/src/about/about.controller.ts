import { AboutDto, type RestorationDto, type WeatherSourceDto } from '@inner-weather/contracts/about.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GatewayConfig } from '../config.js';
import { Get } from '../openapi/route.js';

/** Milliseconds. The page can do without the weather provider and the last restoration, but not without the rest. */
const DISPENSABLE = { timeoutMs: 1_000 };

@ApiTags('about')
@Controller('about')
export class AboutController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Get('', {
    summary: 'Get the configuration of this installation',
    description:
      'Tells who writes the insights, whether entries are sent to an outside server for this, which provider supplies the weather, where the author’s code is, and whether the server was restored from a backup.',
    answer: AboutDto,
  })
  async get(): Promise<AboutDto> {
    const [insights, weather, restored] = await Promise.all([
      this.rpc.call('insights.get-writer', {}),
      this.weatherSource(),
      this.restoration(),
    ]);
    const { AUTHOR_URL: authorUrl, SHARED_DEVICES: sharedDevices } = this.config;
    return { insights, weather, authorUrl, sharedDevices, restored };
  }

  /** Null if the weather service is unavailable, or too old to answer this call. */
  private weatherSource(): Promise<WeatherSourceDto | null> {
    return this.rpc.call('weather.get-source', {}, DISPENSABLE).catch(() => null);
  }

  /** Null if auth is unavailable, or too old to answer this call. */
  private restoration(): Promise<RestorationDto | null> {
    return this.rpc.call('auth.get-restoration', {}, DISPENSABLE).catch(() => null);
  }
}
