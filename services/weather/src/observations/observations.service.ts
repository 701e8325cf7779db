import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WeatherConfig } from '../config.js';
import { answeredFromCache, lookUpDuration } from './metrics.js';
import { LookUpError, WEATHER_PROVIDER, type WeatherProvider } from './weather-provider.js';

/** What the weather was, and when it was asked for. */
export interface Observation {
  condition: string;
  provider: string;
  observedAt: Date;
}

const CITIES = 5_000;
/** Milliseconds. A city keeps its weather for the rest of the hour at the most. */
const HOUR_MS = 60 * 60_000;
/** Milliseconds for which a city that nobody knows is not asked for again. */
const UNKNOWN_MS = 10 * 60_000;

/**
 * Knows the weather at cities now. One city is asked for once at a time and once an hour, however many entries want
 * it. A provider that fails is asked once more at once; after that trying again is the queue's business.
 */
@Injectable()
export class ObservationsService {
  private readonly known = new LRUCache<string, Observation | LookUpError>({ max: CITIES });
  private readonly underWay = new Map<string, Promise<Observation>>();

  constructor(
    @Inject(WEATHER_PROVIDER) private readonly provider: WeatherProvider,
    private readonly config: WeatherConfig,
  ) {}

  /** Throws a LookUpError. */
  async observe(city: string): Promise<Observation> {
    const key = `${city.trim().toLowerCase()}@${Math.floor(Date.now() / HOUR_MS)}`;
    const known = this.known.get(key);
    if (known) answeredFromCache.inc();
    if (known instanceof LookUpError) throw known;
    if (known) return known;
    const running = this.underWay.get(key);
    if (running) return running;
    const lookUp = this.lookUp(key, city).finally(() => this.underWay.delete(key));
    this.underWay.set(key, lookUp);
    return lookUp;
  }

  private async lookUp(key: string, city: string): Promise<Observation> {
    const signal = AbortSignal.timeout(this.config.WEATHER_TIMEOUT_MS);
    const stopTimer = lookUpDuration.startTimer({ provider: this.provider.name });
    try {
      const condition = await this.ask(city, signal);
      stopTimer({ outcome: 'ok' });
      const observation = { condition, provider: this.provider.name, observedAt: new Date() };
      this.known.set(key, observation, { ttl: HOUR_MS });
      return observation;
    } catch (error) {
      stopTimer({ outcome: error instanceof LookUpError ? error.failure : 'provider_unavailable' });
      if (error instanceof LookUpError && error.failure === 'no_such_city')
        this.known.set(key, error, { ttl: UNKNOWN_MS });
      throw error;
    }
  }

  private async ask(city: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.provider.current(city, signal);
    } catch (error) {
      if (signal.aborted || (error instanceof LookUpError && error.isPermanent)) throw error;
      return this.provider.current(city, signal);
    }
  }
}
