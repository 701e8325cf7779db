import { type DynamicModule, Module } from '@nestjs/common';
import { WeatherConfig } from '../config.js';
import { OpenMeteoPlaces } from './open-meteo.places.js';
import { PLACE_FINDER, type PlaceFinder } from './place-finder.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';
import { Questions } from './questions.js';
import { WeatherApiPlaces } from './weatherapi.places.js';

@Module({})
export class PlacesModule {
  static forRoot(config: WeatherConfig): DynamicModule {
    return {
      module: PlacesModule,
      controllers: [PlacesController],
      providers: [
        { provide: WeatherConfig, useValue: config },
        Questions,
        {
          provide: PLACE_FINDER,
          inject: [Questions],
          useFactory: (questions: Questions) => finderOf(config, () => questions.count()),
        },
        PlacesService,
      ],
      exports: [PlacesService, Questions],
    };
  }
}

function finderOf(config: WeatherConfig, onQuestion: () => void): PlaceFinder {
  if (config.WEATHER_API_KEY)
    return new WeatherApiPlaces(config.WEATHER_API_URL, config.WEATHER_API_KEY, onQuestion);
  return new OpenMeteoPlaces(config.OPEN_METEO_GEOCODING_URL, onQuestion);
}
