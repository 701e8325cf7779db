import { Module } from '@nestjs/common';
import { LookUps } from './look-ups.js';
import { StampsController } from './stamps.controller.js';
import { StampsRepository } from './stamps.repository.js';
import { StampsService } from './stamps.service.js';
import { StampsWatch } from './stamps-watch.js';
import { WeatherConsumer } from './weather.consumer.js';

/** Requests the weather of entries and stores the answers. */
@Module({
  controllers: [StampsController, WeatherConsumer],
  providers: [LookUps, StampsRepository, StampsService, StampsWatch],
  exports: [LookUps],
})
export class StampsModule {}
