import { WeatherObservationFailedV1, WeatherObservationReadyV1 } from '@inner-weather/contracts/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { StampsService } from './stamps.service.js';

/** What the weather service has found out. */
@Controller()
export class WeatherConsumer {
  constructor(private readonly stamps: StampsService) {}

  @EventPattern('weather.observation.ready.v1')
  async onReady(@Payload() { entryId, weatherKey, condition }: WeatherObservationReadyV1): Promise<void> {
    await this.stamps.stamp(entryId, weatherKey, condition);
  }

  @EventPattern('weather.observation.failed.v1')
  async onFailed(@Payload() { entryId, weatherKey }: WeatherObservationFailedV1): Promise<void> {
    await this.stamps.stampUnavailable(entryId, weatherKey);
  }
}
