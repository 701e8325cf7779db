import { Module } from '@nestjs/common';
import { LookUps } from './look-ups.js';
import { StampsController } from './stamps.controller.js';
import { StampsRepository } from './stamps.repository.js';
import { StampsService } from './stamps.service.js';
import { StampsWatch } from './stamps-watch.js';
import { WeatherConsumer } from './weather.consumer.js';

/** The weather of entries: asking for it, and stamping them with it. */
@Module({
  controllers: [StampsController, WeatherConsumer],
  providers: [LookUps, StampsRepository, StampsService, StampsWatch],
  exports: [LookUps],
})
export class StampsModule {}
