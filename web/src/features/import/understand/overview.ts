import { isVisible } from '@inner-weather/domain/text/visible';
import { isLocalTime, localOf } from './dates/when';
import { optionsOf } from './files/reading';
import type { Optional, Understood, When } from './understood';

/* What a file says before anything is decided, without its entries. */

export type DayInNumbers = Extract<When, { numbers: unknown }>;

/** What only the person can know. */
export interface Asked {
  zone: boolean;
  city: boolean;
  weather: boolean;
  /** A date like 03/04/2024, which exists in both orders. */
  example?: DayInNumbers;
  /** Entries that come along only if the person wants it, by kind. */
  optional: [kind: Optional, count: number][];
}

export interface Overview extends Omit<Understood, 'entries' | 'refused' | 'remarks'> {
  asked: Asked;
  /** The moods of the file with the number of their entries, the most frequent first. */
  moodCounts: [name: string, count: number][];
  /** The values of each measure. */
  values: Record<string, { count: number; first: number }>;
}

export function overviewOf({ entries, refused: _r, remarks: _m, ...rest }: Understood): Overview {
  const moods = new Map<string, number>();
  const optional = new Map<Optional, number>();
  const values: Overview['values'] = {};
  const asked: Asked = { zone: false, city: false, weather: false, optional: [] };
  for (const entry of entries) {
    const { when, own, mood } = entry;
    for (const [id, value] of Object.entries(entry.measures ?? measuresOf(own)))
      values[id] = { first: value, ...values[id], count: (values[id]?.count ?? 0) + 1 };
    asked.weather ||= entry.weather === undefined && !own?.weatherData;
    if (own) continue;
    if (mood !== undefined && isVisible(mood)) moods.set(mood, (moods.get(mood) ?? 0) + 1);
    for (const kind of optionsOf(entry)) optional.set(kind, (optional.get(kind) ?? 0) + 1);
    asked.zone ||= hasNoZone(when);
    asked.city ||= entry.city === undefined;
    if (!('numbers' in when) || asked.example) continue;
    if (isLocalTime(localOf(when, true)) && isLocalTime(localOf(when, false))) asked.example = when;
  }
  asked.optional = [...optional];
  return { ...rest, asked, values, moodCounts: [...moods].sort(([, a], [, b]) => b - a) };
}

const measuresOf = (own: Record<string, unknown> = {}) => (own.measures ?? {}) as Record<string, number>;

const hasNoZone = (when: When): boolean =>
  !('zone' in when && when.zone !== undefined) && !('offset' in when && when.offset !== undefined);
