import { moodOf } from '@inner-weather/domain/entries/moods';
import { dateNow, dayOf } from '../dates/dates';
import { type Entry, type EntryEdition, type NewEntry, type Waiting } from './changes';

/** A new entry as it will be when it has been sent. @param entryId under which it waits */
export function pendingEntry(entryId: string, body: NewEntry): Entry {
  const {
    content,
    inputMood = '',
    location,
    tags = [],
    photos,
    measures,
    neverSendToAi = false,
    date,
  } = body;
  const createdAt = date ?? dateNow();
  return {
    _id: entryId,
    content,
    inputMood: moodOf(inputMood),
    location,
    tags,
    ...(photos && { photos }),
    ...(measures && { measures }),
    weatherData: '',
    weatherStatus: 'pending',
    neverSendToAi,
    checkIn: body.checkIn === true && content === '',
    createdAt,
    day: dayOf(createdAt),
    updatedAt: '',
  };
}

/** The ids of the saved entries that what waits will edit or delete. */
export const changedIds = (waiting: readonly Waiting[]): string[] =>
  waiting.flatMap(({ entryId, change }) => (change.kind === 'create' ? [] : [entryId]));

/** What waits, applied to what the server has. Entries that are being deleted are left out. */
export function withWaiting(entries: readonly Entry[], waiting: readonly Waiting[]): Entry[] {
  const deleted = new Set(
    waiting
      .filter(({ change, problem }) => change.kind === 'delete' && !problem)
      .map(({ entryId }) => entryId),
  );
  const editions = new Map<string, EntryEdition>();
  for (const { entryId, change } of waiting)
    if (change.kind === 'update') editions.set(entryId, { ...editions.get(entryId), ...change.body });
  return entries
    .filter(({ _id }) => !deleted.has(_id))
    .map((entry) => {
      const edition = editions.get(entry._id);
      return edition ? edited(entry, edition) : entry;
    });
}

/** The new entries that wait, with the editions that wait for them. */
export function newEntries(waiting: readonly Waiting[]): Entry[] {
  const created = waiting.flatMap(({ entryId, change }) =>
    change.kind === 'create' ? [pendingEntry(entryId, change.body)] : [],
  );
  return withWaiting(created, waiting);
}

function edited(entry: Entry, { date, place: _place, inputMood, ...edition }: EntryEdition): Entry {
  // An entry that stays where it is keeps its day, also if days end at another hour by now.
  const isMoved = date !== undefined && Date.parse(date) !== Date.parse(entry.createdAt);
  return {
    ...entry,
    ...edition,
    // With words it is none any more.
    checkIn: entry.checkIn && edition.content === '',
    inputMood: moodOf(inputMood),
    createdAt: date ?? entry.createdAt,
    day: isMoved ? dayOf(date) : entry.day,
  };
}
