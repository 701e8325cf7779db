import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Zones whose clocks are kept: more than there are in use at the same time. */
const CLOCKS_MAX = 500;

/** Names of days that are kept: those of fifty years. */
const NAMES_MAX = 20_000;
const names = new LRUCache<number, string>({ max: NAMES_MAX });

/** What a clock on the wall shows. */
export interface WallTime {
  /** Days since 1970-01-01, which is day 0. */
  day: number;
  /** 0 to 23. */
  hour: number;
}

/** A stretch of time in which a zone's clocks are not changed. Milliseconds; `until` is the first one after it. */
interface Stretch {
  from: number;
  until: number;
  offset: number;
}

/**
 * Reads many moments on the clocks of one time zone. Between two changes of the clocks that is an addition, so that
 * only the changes are looked up, once each.
 */
export class ZoneClock {
  private static readonly clocks = new LRUCache<string, ZoneClock>({ max: CLOCKS_MAX });
  private readonly stretches: Stretch[] = [];
  private last: Stretch | undefined;

  private constructor(private readonly timeZone: string) {}

  /** The clock of an IANA time zone. Throws a RangeError for an unknown one. */
  static of(timeZone: string): ZoneClock {
    let clock = ZoneClock.clocks.get(timeZone);
    if (!clock) {
      clock = new ZoneClock(timeZone);
      clock.stretchAt(Date.now());
      ZoneClock.clocks.set(timeZone, clock);
    }
    return clock;
  }

  /** @param moment milliseconds since 1970 */
  at(moment: number): WallTime {
    const wall = moment + this.stretchAt(moment).offset;
    const day = Math.floor(wall / DAY_MS);
    return { day, hour: Math.floor((wall - day * DAY_MS) / HOUR_MS) };
  }

  private stretchAt(moment: number): Stretch {
    if (!this.last || !isIn(this.last, moment)) {
      this.last = this.stretches.find((stretch) => isIn(stretch, moment)) ?? this.lookUp(moment);
    }
    return this.last;
  }

  private lookUp(moment: number): Stretch {
    const here = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(this.timeZone);
    const next = here.getTimeZoneTransition('next');
    // A change at this very moment has happened already, and `previous` looks strictly before.
    const before = here.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const stretch = {
      from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offset: here.offsetNanoseconds / 1e6,
    };
    this.stretches.push(stretch);
    return stretch;
  }
}

/** A day as YYYY-MM-DD. @param day days since 1970-01-01 */
export function dayName(day: number): string {
  let name = names.get(day);
  if (name === undefined) {
    name = new Date(day * DAY_MS).toISOString().slice(0, 10);
    names.set(day, name);
  }
  return name;
}

/** Days since 1970-01-01. @param name YYYY-MM-DD */
export function dayNumber(name: string): number {
  return Date.parse(`${name}T00:00:00Z`) / DAY_MS;
}

const isIn = ({ from, until }: Stretch, moment: number): boolean => moment >= from && moment < until;
