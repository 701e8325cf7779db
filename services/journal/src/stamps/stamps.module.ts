import { type DynamicModule, Module } from '@nestjs/common';
import { StampsController } from './stamps.controller.js';
import { StampsRepository } from './stamps.repository.js';
import { StampsService } from './stamps.service.js';
import { StampsWatch } from './stamps-watch.js';
import { WeatherConsumer } from './weather.consumer.js';

@Module({})
export class StampsModule {
  /** Stamps are a part of entries: `entries` is their module. */
  static forRoot(entries: DynamicModule): DynamicModule {
    return {
      module: StampsModule,
      imports: [entries],
      controllers: [StampsController, WeatherConsumer],
      providers: [StampsRepository, StampsService, StampsWatch],
    };
  }
}
