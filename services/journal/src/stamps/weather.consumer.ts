import {
  WeatherObservationFailedV1,
  WeatherObservationReadyV1,
} from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { StampsService } from './stamps.service.js';

/** Handles the answers of the weather service. */
@Controller()
export class WeatherConsumer {
  constructor(private readonly stamps: StampsService) {}

  @EventPattern('weather.observation.ready.v1')
  async onReady(@Payload() observation: WeatherObservationReadyV1): Promise<void> {
    const { entryId, weatherKey, condition: text, temperature, place, moment } = observation;
    await this.stamps.stamp(entryId, weatherKey, { text, temperature, place }, new Date(moment));
  }

  @EventPattern('weather.observation.failed.v1')
  async onFailed(@Payload() { entryId, weatherKey, reason }: WeatherObservationFailedV1): Promise<void> {
    await this.stamps.stampUnavailable(entryId, weatherKey, reason);
  }
}
