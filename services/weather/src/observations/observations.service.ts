import type { WeatherSource } from '@inner-weather/contracts/about.dto';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WeatherConfig } from '../config.js';
import { readingsOf } from '../places/place-names.js';
import { answeredFromCache, lookUpDuration } from './observations.metrics.js';
import { Outage } from '../providers/outage.js';
import { LookUpError } from '../providers/look-up-error.js';
import { type LocalWeather, WEATHER_PROVIDER, type WeatherProvider, type Where } from './weather-provider.js';

/** Where and when the weather is needed. */
export interface WeatherRequest extends Where {
  moment: Date;
  /** Background requests get one attempt. While the provider fails, only one of them is sent per pause. */
  background: boolean;
  /** Called before the provider is asked, but not if the answer is cached. It may throw. */
  onQuestion?: () => void;
}

/** What the weather was, and when the provider was asked. */
export interface Observation extends LocalWeather {
  provider: WeatherSource;
  observedAt: Date;
}

const CITIES = 5_000;
/** Milliseconds. An observation is cached at most until the hour ends. */
const HOUR_MS = 60 * 60_000;
/** Milliseconds for which an unknown city is not looked up again. */
const UNKNOWN_MS = 10 * 60_000;
/** Milliseconds between two background look-ups while the provider fails, before RETRY_DELAY_FACTOR. */
const PROBE_PAUSE_MS = 30_000;

/**
 * Knows the weather in cities, now and in past hours. Each hour of a city is looked up once and then cached, however
 * many entries need it. If the provider fails, there is one more attempt at once. Later attempts are up to the queue's
 * retries, or to journal.
 */
@Injectable()
export class ObservationsService {
  private readonly cache = new LRUCache<string, Observation | LookUpError>({ max: CITIES });
  private readonly inProgress = new Map<string, Promise<Observation>>();
  private readonly outage: Outage;

  constructor(
    @Inject(WEATHER_PROVIDER) private readonly provider: WeatherProvider,
    private readonly config: WeatherConfig,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.declare('weather', provider.name);
    this.outage = new Outage(PROBE_PAUSE_MS * config.RETRY_DELAY_FACTOR);
  }

  /** A moment within the last hour counts as now. Throws a LookUpError. */
  async observe(request: WeatherRequest): Promise<Observation> {
    if (request.place === undefined && readingsOf(request.city).length === 0)
      throw new LookUpError('no_such_city', 'not asked: it is no name of a place');
    const now = Date.now();
    const moment = request.moment.getTime();
    const past = now - moment >= HOUR_MS;
    const key = `${request.place ?? request.city.trim().toLowerCase()}@${Math.floor((past ? moment : now) / HOUR_MS)}`;
    const cached = this.cache.get(key);
    if (cached) answeredFromCache().inc();
    if (cached instanceof LookUpError) throw cached;
    if (cached) return cached;
    const running = this.inProgress.get(key);
    if (running) return running;
    if (request.background && !this.outage.mayTry())
      throw new LookUpError('provider_unavailable', 'not asked: it has just failed');
    request.onQuestion?.();
    const lookUp = this.lookUp(key, request, past).finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, lookUp);
    return lookUp;
  }

  private async lookUp(key: string, request: WeatherRequest, past: boolean): Promise<Observation> {
    const signal = AbortSignal.timeout(this.config.WEATHER_TIMEOUT_MS);
    const stopTimer = lookUpDuration().startTimer({ provider: this.provider.name });
    try {
      const weather = await this.ask(request, past, signal);
      stopTimer({ outcome: 'ok' });
      this.providerAnswered();
      const observation = { ...weather, provider: this.provider.name, observedAt: new Date() };
      this.cache.set(key, observation, { ttl: HOUR_MS });
      return observation;
    } catch (error) {
      const failure = error instanceof LookUpError ? error.failure : 'provider_unavailable';
      stopTimer({ outcome: failure });
      if (failure === 'no_such_city') this.cache.set(key, error as LookUpError, { ttl: UNKNOWN_MS });
      if (failure === 'no_such_city' || failure === 'no_history') this.providerAnswered();
      else if (!(error instanceof LookUpError) || error.isOutage) {
        this.outage.began();
        this.dependencies.failed('weather', failure);
      }
      throw error;
    }
  }

  private providerAnswered(): void {
    this.outage.ended();
    this.dependencies.succeeded('weather');
  }

  private async ask(request: WeatherRequest, past: boolean, signal: AbortSignal): Promise<LocalWeather> {
    const once = (): Promise<LocalWeather> =>
      past ? this.provider.past(request, request.moment, signal) : this.provider.current(request, signal);
    try {
      return await once();
    } catch (error) {
      if (request.background || signal.aborted || (error instanceof LookUpError && error.isPermanent))
        throw error;
      return once();
    }
  }
}
