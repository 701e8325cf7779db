import type { WeatherSourceDto } from '@inner-weather/contracts/about.dto';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';

@Controller()
export class ObservationsController {
  constructor(@Inject(WEATHER_PROVIDER) private readonly provider: WeatherProvider) {}

  @MessagePattern<RpcMethod>('weather.get-source')
  source(): WeatherSourceDto {
    return { provider: this.provider.name };
  }
}
