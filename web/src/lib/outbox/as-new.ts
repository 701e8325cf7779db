import type { Entry, NewEntry } from './changes';

/** The server may not have photos of before any more, and refuses an entry with them. The weather is looked up again. */
type LeftOut = 'photos' | 'place' | 'weatherData';

/** A saved entry as its writer sends it as a new one. The compiler asks here for every field that entries get. */
export function asNew(saved: Entry) {
  const { content, inputMood, location, tags, measures, neverSendToAi, checkIn, createdAt } = saved;
  return {
    content,
    // A new entry has a mood or none, never an empty one.
    inputMood: inputMood || undefined,
    location,
    tags,
    measures,
    neverSendToAi,
    checkIn: checkIn || undefined,
    date: createdAt,
  } satisfies Record<Exclude<keyof NewEntry, LeftOut | 'email' | 'tz'>, unknown>;
}
