import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { WeatherNowDto } from '@inner-weather/contracts/weather/current-weather.dto';
import { coordinatesOf, placeAt } from '@inner-weather/domain/weather/place';
import { Injectable } from '@nestjs/common';
import { Questions } from '../places/questions.js';
import { ObservationsService } from './observations.service.js';

/** The milliseconds that a user waits. A later answer of the provider is cached for the next question. */
const PATIENCE_MS = 2_500;

/** The weather of places now, for a user who looks at it without an entry. */
@Injectable()
export class CurrentWeather {
  constructor(
    private readonly observations: ObservationsService,
    private readonly questions: Questions,
  ) {}

  /**
   * Null if the provider does not answer in time. Throws `rate_limited` after too many requests to the provider.
   * @param place a `geo:` URI
   */
  async at(place: string): Promise<WeatherNowDto | null> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    try {
      const observation = await Promise.race([this.observe(place), late]);
      if (!observation) return null;
      const { condition, temperature, provider } = observation;
      return { condition, temperature, provider };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      return null;
    }
  }

  private observe(place: string) {
    return this.observations.observe({
      // Not sent to the provider, since the place is known.
      city: '',
      // Rounded, so that a place has one cached observation, however many decimals a client sends.
      place: placeAt(coordinatesOf(place)),
      moment: new Date(),
      // While the provider fails, it is not asked for every user.
      background: true,
      onQuestion: () => {
        this.questions.assertRoom();
        this.questions.count();
      },
    });
  }
}
