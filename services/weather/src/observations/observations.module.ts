import { type DynamicModule, Module } from '@nestjs/common';
import { WeatherConfig } from '../config.js';
import { PlacesService } from '../places/places.service.js';
import { CurrentWeather } from './current-weather.js';
import { EntriesConsumer } from './entries.consumer.js';
import { ObservationsController } from './observations.controller.js';
import { ObservationsService } from './observations.service.js';
import { OpenMeteoProvider } from './open-meteo.provider.js';
import { WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';
import { WeatherApiProvider } from './weatherapi.provider.js';

@Module({})
export class ObservationsModule {
  /** `places` is the module that finds cities. */
  static forRoot(config: WeatherConfig, places: DynamicModule): DynamicModule {
    return {
      module: ObservationsModule,
      imports: [places],
      controllers: [EntriesConsumer, ObservationsController],
      providers: [
        { provide: WeatherConfig, useValue: config },
        {
          provide: WEATHER_PROVIDER,
          inject: [PlacesService],
          useFactory: (cities: PlacesService) => providerOf(config, cities),
        },
        ObservationsService,
        CurrentWeather,
      ],
    };
  }
}

function providerOf(config: WeatherConfig, cities: PlacesService): WeatherProvider {
  if (config.WEATHER_API_KEY)
    return new WeatherApiProvider(config.WEATHER_API_URL, config.WEATHER_API_KEY, cities);
  return new OpenMeteoProvider(
    { weather: config.OPEN_METEO_URL, archive: config.OPEN_METEO_ARCHIVE_URL },
    cities,
  );
}
