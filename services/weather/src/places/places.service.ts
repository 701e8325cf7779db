import type { PlacesDto } from '@inner-weather/contracts/places.dto';
import { type LimitPolicy, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WeatherConfig } from '../config.js';
import { Outage } from '../observations/outage.js';
import { namedPlaces } from './named-places.js';
import { PLACE_FINDER, type PlaceFinder } from './place-finder.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Questions to the provider by this process, for all people together: anybody may look a city up, also without an
 * account. Open-Meteo allows 600 a minute and 10,000 a day without a key (https://open-meteo.com/en/terms), and most of
 * them are for the weather of entries.
 */
export const ASKED: Pick<LimitPolicy, 'words' | 'quota' | 'windowMs'>[] = [
  { words: 'look-ups of cities', quota: 60, windowMs: MINUTE_MS },
  { words: 'look-ups of cities', quota: 2_000, windowMs: DAY_MS },
];

/** Names whose places are kept for a day: they hardly ever change. */
const NAMES = 5_000;
/** Milliseconds that a look-up may take: somebody is typing. */
const TIMEOUT_MS = 2_500;
/** Milliseconds between two questions while the provider fails, before RETRY_DELAY_FACTOR. */
const PROBE_PAUSE_MS = 10_000;

const UNTOLD: PlacesDto = { items: null };

/** Knows which places a name may mean. Each name is looked up once and then cached, whoever types it. */
@Injectable()
export class PlacesService {
  private readonly cache = new LRUCache<string, PlacesDto>({ max: NAMES, ttl: DAY_MS });
  private readonly inProgress = new Map<string, Promise<PlacesDto>>();
  private readonly outage: Outage;
  private readonly asked = ASKED.map((policy) => ({ policy, window: 0, count: 0 }));

  constructor(
    @Inject(PLACE_FINDER) private readonly finder: PlaceFinder,
    private readonly config: WeatherConfig,
  ) {
    this.outage = new Outage(PROBE_PAUSE_MS * config.RETRY_DELAY_FACTOR);
  }

  /** Answers null as the places while the provider fails. Throws `rate_limited` where it was asked too often. */
  async find(name: string): Promise<PlacesDto> {
    const key = name.toLowerCase();
    const cached = this.cache.get(key);
    if (cached) return cached;
    const running = this.inProgress.get(key);
    if (running) return running;
    if (!this.outage.mayTry()) return UNTOLD;
    this.countOne();
    const lookUp = this.lookUp(name, key).finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, lookUp);
    return lookUp;
  }

  private async lookUp(name: string, key: string): Promise<PlacesDto> {
    const signal = AbortSignal.timeout(Math.min(TIMEOUT_MS, this.config.WEATHER_TIMEOUT_MS));
    try {
      const places = { items: namedPlaces(await this.finder.find(name, signal)) };
      this.outage.ended();
      this.cache.set(key, places);
      return places;
    } catch {
      this.outage.began();
      return UNTOLD;
    }
  }

  private countOne(): void {
    if (this.config.RATE_LIMITS === 'off') return;
    for (const asked of this.asked) {
      const window = Math.floor(Date.now() / asked.policy.windowMs);
      if (asked.window !== window) Object.assign(asked, { window, count: 0 });
      if (asked.count >= asked.policy.quota) throw tooMany(asked.policy);
    }
    for (const asked of this.asked) asked.count += 1;
  }
}
