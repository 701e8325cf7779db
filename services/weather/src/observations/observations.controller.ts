import type { WeatherSourceDto } from '@inner-weather/contracts/about.dto';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { GetCurrentWeatherRequest } from '@inner-weather/contracts/rpc/weather';
import type { CurrentWeatherDto } from '@inner-weather/contracts/weather/current-weather.dto';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { CurrentWeather } from './current-weather.js';
import { WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';

@Controller()
export class ObservationsController {
  constructor(
    @Inject(WEATHER_PROVIDER) private readonly provider: WeatherProvider,
    private readonly currentWeather: CurrentWeather,
  ) {}

  @MessagePattern<RpcMethod>('weather.get-source')
  source(): WeatherSourceDto {
    return { provider: this.provider.name };
  }

  @MessagePattern<RpcMethod>('weather.get-current')
  async current(@Payload() { place }: GetCurrentWeatherRequest): Promise<CurrentWeatherDto> {
    return { weather: await this.currentWeather.at(place) };
  }
}
