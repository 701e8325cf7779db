import { type EntryCriteria, EntryFilter } from '@inner-weather/domain/entries/entry-filter';
import { normaliseTag, tagKeyOf } from '@inner-weather/domain/entries/tags';
import { LIMITS } from '@inner-weather/domain/limits';
import { loadWordForms } from '@inner-weather/domain/text/word-forms';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import type { Language } from '@inner-weather/languages/languages';
import { currentLanguage } from '../language/language';
import { moodsStore } from '../entry/moods';
import { kindOf } from '../entry/measure-kinds';
import { words } from '../language/words';
import { updateKept, vaultOfUser } from './copy';
import { changeEarlier, newerOf, noteEarlier, readEarlierEntries } from './earlier';
import { forgetPhotosSeen } from './seen-photos';
import type { Entry } from '../outbox/changes';
import { newestSent, type Sent } from '../outbox/sender';
import type { Vault } from '../vault/vault';

/** The newest entries of a journal, in the order of the server's searches. */
export interface KeptEntries {
  entries: Entry[];
  /** The first day from which all entries are kept, YYYY-MM-DD; null if the whole journal is kept. */
  since: string | null;
  /** When they were fetched, in milliseconds since 1970. */
  fetchedAt: number;
  /** How many changes of this device are in them, so that a fetch which was under way does not undo one. */
  changes?: number;
  /** The ids of entries that were deleted since, which a late answer may still have. */
  gone?: string[];
}

const NAME = 'entries';

/** No more entries are fetched once there are this many, or once they reach back this many days. */
const ENTRIES_MAX = 500;
const DAYS_MAX = 90;
const DAY_MS = 24 * 60 * 60_000;

/** Milliseconds between two times that all of them are fetched. */
export const FETCH_MS = 10 * 60_000;

export async function readEntries(vault: Vault): Promise<KeptEntries | undefined> {
  const kept = await readRecord(vault);
  return kept?.fetchedAt ? kept : undefined;
}

/** Before the first fetch it holds nothing but what this device has changed. */
const NOT_FETCHED: KeptEntries = { entries: [], since: null, fetchedAt: 0 };

async function readRecord(vault: Vault): Promise<KeptEntries | undefined> {
  return (await vault.read(NAME)) as KeptEntries | undefined;
}

interface Range {
  startDate: string;
  endDate: string;
  filters?: EntryCriteria & { tag?: string };
}

/** The kept entries that the server would find. */
export function findEntries(
  entries: readonly Entry[],
  { startDate, endDate, filters = {} }: Range,
  language: Language = 'en',
): Entry[] {
  const { tag, ...criteria } = filters;
  const measureKind = kindOf(criteria.measure ?? '');
  const filter = new EntryFilter({ ...criteria, measureKind }, language, words, moodsStore.get());
  const tagKey = tag === undefined ? undefined : tagKeyOf(normaliseTag(tag));
  return entries.filter((entry) => {
    return (
      entry.day >= startDate &&
      entry.day <= endDate &&
      (tagKey === undefined || entry.tags.some((one) => tagKeyOf(one) === tagKey)) &&
      filter.mayMatch({ ...entry, weather: { status: entry.weatherStatus, text: entry.weatherData } }) &&
      filter.matches(entry)
    );
  });
}

const CURSOR = 'device.';

/** Whether a page continues a list of kept entries. The server does not know such a cursor. */
export const isKeptCursor = (cursor: string | undefined): boolean => cursor?.startsWith(CURSOR) ?? false;

/** A page of a search over kept entries; undefined if none are kept, or if the list began on the server. */
export async function searchKept(
  vault: Vault,
  range: Range,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  if (cursor !== undefined && !isKeptCursor(cursor)) return undefined;
  const kept = await readEntries(vault);
  if (!kept) return undefined;
  const language = currentLanguage();
  // Without them, forms of words are found in English only.
  if (range.filters?.words) await loadWordForms(language).catch(() => undefined);
  const found = findEntries(kept.entries, range, language);
  const from = cursor === undefined ? 0 : Number(cursor.slice(CURSOR.length));
  const until = from + limit;
  return {
    entries: found.slice(from, until),
    total: found.length,
    nextCursor: until < found.length ? `${CURSOR}${until}` : undefined,
    fromDevice: { since: kept.since },
  };
}

/** The entries of a day; undefined if the device does not keep all of them. */
export async function readDay(vault: Vault, day: string): Promise<Entry[] | undefined> {
  const kept = await readEntries(vault);
  if (!kept || (kept.since !== null && day < kept.since)) return undefined;
  return findEntries(kept.entries, { startDate: day, endDate: day });
}

async function readAll(vault: Vault): Promise<Map<string, Entry>> {
  const kept = [...((await readEntries(vault))?.entries ?? []), ...(await readEarlierEntries(vault))];
  return new Map(kept.map((entry) => [entry._id, entry]));
}

/** One entry, as a list; undefined if the device does not keep it. */
export async function readEntry(vault: Vault, id: string): Promise<Entry[] | undefined> {
  const entry = (await readAll(vault)).get(id);
  return entry && [entry];
}

/** The kept entries of some days, newest first. */
export async function readEarlier(vault: Vault, days: readonly string[], max: number): Promise<Entry[]> {
  const found = [...(await readAll(vault)).values()].filter(({ day }) => days.includes(day));
  return found.sort(newestFirst).slice(0, max);
}

/** Notes entries as the server has them. An older version than the kept one changes nothing. */
export async function noteEntries(noted: readonly Entry[]): Promise<void> {
  const vault = await vaultOfUser();
  if (!vault) return;
  await noteEarlier(vault, noted);
  await updateKept<KeptEntries>(NAME, (kept) => kept && withNoted(kept, noted), vault);
}

/**
 * Notes what the server made of a change of this device.
 * @param entry undefined if it is gone
 * @param at when it did, in milliseconds since 1970. What was fetched later has it.
 */
export async function noteChange(entryId: string, entry: Entry | undefined, at: number): Promise<void> {
  const vault = await vaultOfUser();
  if (!vault) return;
  await forgetPhotos(vault, entryId, entry);
  if (entry) await noteEarlier(vault, [entry]);
  else await changeEarlier(vault, (earlier) => earlier.filter(({ _id }) => _id !== entryId));
  await updateKept<KeptEntries>(NAME, (kept = NOT_FETCHED) => withChange(kept, entryId, entry, at), vault);
}

/** What is deleted stays on no device, and neither do its photos. */
async function forgetPhotos(vault: Vault, entryId: string, entry: Entry | undefined): Promise<void> {
  try {
    const known = (await readAll(vault)).get(entryId)?.photos;
    await forgetPhotosSeen(vault, [{ entryId, has: entry?.photos, known }]);
  } catch {
    // The storage was taken away.
  }
}

/** Notes what was sent while no page was open, before one shows what is kept. */
export async function noteSent(vault: Vault, all: readonly Sent[]): Promise<void> {
  const newest = newestSent(all);
  await forgetPhotosSeen(
    vault,
    newest.map(({ entryId, entry }) => ({ entryId: entry?._id ?? entryId, has: entry?.photos })),
  );
  await vault.update(NAME, (record) => {
    const kept = (record as KeptEntries | undefined) ?? NOT_FETCHED;
    const changed = all.reduce<KeptEntries>(
      (now, { entryId, entry, at }) => withChange(now, entry?._id ?? entryId, entry, at) ?? now,
      kept,
    );
    return changed === kept ? undefined : changed;
  });
}

/** Undefined if what is kept was fetched later, and so has the change. */
function withChange(
  kept: KeptEntries,
  entryId: string,
  entry: Entry | undefined,
  at: number,
): KeptEntries | undefined {
  // What is deleted stays so, whatever a clock says that was set back meanwhile.
  const isDeleted = !entry && kept.entries.some(({ _id }) => _id === entryId);
  if (at < kept.fetchedAt && !isDeleted) return undefined;
  const changed = entry ? withNoted(kept, [entry]) : without(kept, entryId);
  return { ...(changed ?? kept), changes: (kept.changes ?? 0) + 1 };
}

const without = ({ entries, gone = [], ...kept }: KeptEntries, entryId: string): KeptEntries => ({
  ...kept,
  entries: entries.filter(({ _id }) => _id !== entryId),
  gone: [...gone, entryId],
});

/** Undefined if they are kept as they are. */
function withNoted(kept: KeptEntries, answered: readonly Entry[]): KeptEntries | undefined {
  const noted = answered.filter(({ _id }) => !kept.gone?.includes(_id));
  const byId = new Map(kept.entries.map((entry) => [entry._id, entry]));
  const isKnown = (entry: Entry) => JSON.stringify(byId.get(entry._id)) === JSON.stringify(entry);
  if (noted.every(isKnown)) return undefined;
  for (const entry of noted) {
    if (kept.since === null || entry.day >= kept.since)
      byId.set(entry._id, newerOf(byId.get(entry._id), entry));
    else byId.delete(entry._id);
  }
  return { ...kept, entries: [...byId.values()].sort(newestFirst) };
}

type Place = Pick<Entry, '_id' | 'day' | 'createdAt'>;

/** The server's order: by day, then by moment, then by id. */
export function newestFirst(one: Place, other: Place): number {
  return (
    compare(other.day, one.day) ||
    Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
    compare(other._id, one._id)
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Page {
  entries: Entry[];
  nextCursor: string | undefined;
}

/** How often the entries are fetched again if one of them changes meanwhile. */
const ATTEMPTS_MAX = 3;

type Search = (page: { limit: number; cursor?: string }) => Promise<Page>;

/**
 * Fetches the newest entries and keeps them, unless that was done a short time ago.
 * @param search returns a page of all entries, newest first
 * @throws what `search` throws
 */
export async function fetchEntries(search: Search): Promise<void> {
  const vault = await vaultOfUser();
  if (!vault) return;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const before = await readRecord(vault);
    const age = Date.now() - (before?.fetchedAt ?? 0);
    if (age >= 0 && age < FETCH_MS) return;
    const fetchedAt = Date.now();
    const fetched = cut(await fetchNewest(search));
    let isStored = true;
    const store = (kept: KeptEntries | undefined) => {
      isStored = kept?.changes === before?.changes && kept?.fetchedAt === before?.fetchedAt;
      return isStored ? { ...fetched, fetchedAt } : undefined;
    };
    await updateKept<KeptEntries>(NAME, store, vault);
    if (isStored) return forgetPhotosSeen(vault, photosAfter(fetched, before?.entries ?? []));
  }
}

/** The photos that are left where entries were changed or deleted on other devices. */
function photosAfter({ entries, since }: Pick<KeptEntries, 'entries' | 'since'>, before: readonly Entry[]) {
  const has = new Map(entries.map(({ _id, photos }) => [_id, photos]));
  const ofRange = before.filter(({ _id, day }) => has.has(_id) || since === null || day >= since);
  return ofRange.map(({ _id: entryId, photos: known }) => ({ entryId, known, has: has.get(entryId) }));
}

async function fetchNewest(search: Search) {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ limit: LIMITS.searchPageMax, cursor });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== undefined && entries.length < ENTRIES_MAX && !isOld(entries.at(-1)));
  return { entries, hasMore: cursor !== undefined };
}

const isOld = (entry: Entry | undefined): boolean =>
  entry !== undefined && Date.now() - Date.parse(entry.createdAt) > DAYS_MAX * DAY_MS;

/** Only days that are whole, so that the page can say since when it has all entries. */
function cut({ entries, hasMore }: { entries: Entry[]; hasMore: boolean }): Omit<KeptEntries, 'fetchedAt'> {
  const last = entries.at(-1);
  if (!hasMore || !last) return { entries, since: null };
  const lastDay = last.day;
  const whole = entries.filter(({ day }) => day !== lastDay);
  const oldest = whole.at(-1);
  return oldest
    ? { entries: whole, since: oldest.day }
    : // More were written on one day than are kept: the days after it are whole.
      { entries, since: dayName(dayNumber(lastDay) + 1) };
}
