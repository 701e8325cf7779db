import { type DynamicModule, Module } from '@nestjs/common';
import { WeatherConfig } from '../config.js';
import { EntriesConsumer } from './entries.consumer.js';
import { ObservationsController } from './observations.controller.js';
import { ObservationsService } from './observations.service.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';
import { WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

@Module({})
export class ObservationsModule {
  static forRoot(config: WeatherConfig): DynamicModule {
    return {
      module: ObservationsModule,
      controllers: [EntriesConsumer, ObservationsController],
      providers: [
        { provide: WeatherConfig, useValue: config },
        { provide: WEATHER_PROVIDER, useValue: providerOf(config) },
        ObservationsService,
      ],
    };
  }
}

function providerOf(config: WeatherConfig): WeatherProvider {
  if (config.WEATHER_API_KEY) return new WeatherApiProvider(config.WEATHER_API_URL, config.WEATHER_API_KEY);
  return new OpenMeteoProvider({
    weather: config.OPEN_METEO_URL,
    places: config.OPEN_METEO_GEOCODING_URL,
    archive: config.OPEN_METEO_ARCHIVE_URL,
  });
}
