import { type DynamicModule, Module } from '@nestjs/common';
import { WeatherConfig } from '../config.js';
import { EntriesConsumer } from './entries.consumer.js';
import { ObservationsService } from './observations.service.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';
import { WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

@Module({})
export class ObservationsModule {
  static forRoot(config: WeatherConfig): DynamicModule {
    return {
      module: ObservationsModule,
      controllers: [EntriesConsumer],
      providers: [
        { provide: WeatherConfig, useValue: config },
        { provide: WEATHER_PROVIDER, useValue: providerOf(config) },
        ObservationsService,
      ],
    };
  }
}

function providerOf(config: WeatherConfig): WeatherProvider {
  const { WEATHER_API_KEY, WEATHER_API_URL, OPEN_METEO_URL, OPEN_METEO_GEOCODING_URL } = config;
  return WEATHER_API_KEY
    ? new WeatherApiProvider(WEATHER_API_URL, WEATHER_API_KEY)
    : new OpenMeteoProvider(OPEN_METEO_URL, OPEN_METEO_GEOCODING_URL);
}
