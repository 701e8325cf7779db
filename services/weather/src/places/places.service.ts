import type { PlacesDto } from '@inner-weather/contracts/weather/places.dto';
import type { FindPlacesRequest } from '@inner-weather/contracts/rpc/weather';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { WeatherConfig } from '../config.js';
import { LookUpError } from '../providers/look-up-error.js';
import { Outage } from '../providers/outage.js';
import { namedPlaces } from './named-places.js';
import { type FoundPlace, PLACE_FINDER, type PlaceFinder, type WrittenCity } from './place-finder.js';
import { Questions } from './questions.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type Kind = 'suggest' | 'find';

/** The maximum number of cached names. */
const NAMES_MAX = 5_000;
/** The maximum number of cached places per name. */
const PLACES_MAX = 12;
/** The time limit for a look-up in milliseconds. It is short because the user is typing. */
const TIMEOUT_MS = 2_500;
/** Milliseconds between two requests while the provider fails, before RETRY_DELAY_FACTOR. */
const PROBE_PAUSE_MS = 10_000;

const UNKNOWN_PLACES: PlacesDto = { items: null };

/** Finds the places that a name may mean. Each name is looked up once and then cached for all users. */
@Injectable()
export class PlacesService implements Pick<PlaceFinder, 'find'> {
  private readonly cache = new LRUCache<string, FoundPlace[]>({ max: NAMES_MAX });
  private readonly inProgress = new Map<string, Promise<FoundPlace[]>>();
  private readonly outage: Outage;

  constructor(
    @Inject(PLACE_FINDER) private readonly finder: PlaceFinder,
    private readonly config: WeatherConfig,
    private readonly questions: Questions,
  ) {
    this.outage = new Outage(PROBE_PAUSE_MS * config.RETRY_DELAY_FACTOR);
  }

  /** Finds the places for an entry's weather. Throws a LookUpError, also after too many requests to the provider. */
  async find(city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    const cachedPlaces = this.known('find', city);
    if (cachedPlaces) return cachedPlaces;
    try {
      this.questions.assertRoom();
    } catch {
      throw new LookUpError(
        'provider_unavailable',
        'not asked: there were too many look-ups of cities',
        false,
      );
    }
    return this.lookUp('find', city, signal);
  }

  /**
   * Lists places for a user who chooses a city. Returns null as the places while the provider fails. Throws `rate_limited`
   * after too many requests to the provider.
   */
  async list({ name: text, whole, languages }: FindPlacesRequest): Promise<PlacesDto> {
    const kind = whole ? 'find' : 'suggest';
    const city = { text, languages };
    try {
      return { items: namedPlaces(await (this.known(kind, city) ?? this.ask(kind, city))) };
    } catch (error) {
      // A LookUpError is that of a look-up which another request had begun.
      if (error instanceof Failing || error instanceof LookUpError) return UNKNOWN_PLACES;
      throw error;
    }
  }

  private known(kind: Kind, city: WrittenCity): Promise<FoundPlace[]> | undefined {
    const key = keyOf(kind, city);
    const cached = this.cache.get(key);
    return cached ? Promise.resolve(cached) : this.inProgress.get(key);
  }

  /** Looks up places for a user, within the rate limits. Throws Failing or `rate_limited`. */
  private async ask(kind: Kind, city: WrittenCity): Promise<FoundPlace[]> {
    if (!this.outage.mayTry()) throw new Failing();
    this.questions.assertRoom();
    const signal = AbortSignal.timeout(Math.min(TIMEOUT_MS, this.config.WEATHER_TIMEOUT_MS));
    try {
      const places = await this.lookUp(kind, city, signal);
      this.outage.ended();
      return places;
    } catch {
      this.outage.began();
      throw new Failing();
    }
  }

  private lookUp(kind: Kind, city: WrittenCity, signal: AbortSignal): Promise<FoundPlace[]> {
    const key = keyOf(kind, city);
    const places = this.finder[kind](city, signal)
      .then((found) => {
        const likelyPlaces = found.slice(0, PLACES_MAX);
        // Places hardly ever change, but an unknown name may be added soon.
        this.cache.set(key, likelyPlaces, { ttl: likelyPlaces.length > 0 ? DAY_MS : HOUR_MS });
        return likelyPlaces;
      })
      .finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, places);
    return places;
  }
}

/** Thrown if the provider does not answer. */
class Failing extends Error {}

const keyOf = (kind: Kind, { text, languages = [] }: WrittenCity): string =>
  `${kind} ${languages.join()} ${text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`;
