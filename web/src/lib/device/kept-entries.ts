import { type EntryCriteria, EntryFilter } from '@inner-weather/domain/entries/entry-filter';
import { normaliseTag, tagKeyOf } from '@inner-weather/domain/entries/tags';
import { LIMITS } from '@inner-weather/domain/limits';
import { loadWordForms } from '@inner-weather/domain/text/word-forms';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import type { Language } from '@inner-weather/languages/languages';
import { currentLanguage } from '../language/language';
import { changeKept } from './kept';
import type { Entry } from './outbox';
import type { Vault } from './vault';

/** The newest entries of a journal, in the order of the server's searches. */
export interface KeptEntries {
  entries: Entry[];
  /** The first day from which all entries are kept, YYYY-MM-DD; null if the whole journal is kept. */
  since: string | null;
  /** When they were fetched, in milliseconds since 1970. */
  fetchedAt: number;
}

/** Says that something is from the device. */
export interface FromDevice {
  since: string | null;
}

const NAME = 'entries';

/** No more entries are fetched once there are this many, or once they reach back this many days. */
const ENTRIES_MAX = 500;
const DAYS_MAX = 90;
const DAY_MS = 24 * 60 * 60_000;

/** Milliseconds between two times that all of them are fetched. */
export const FETCH_MS = 10 * 60_000;

export async function readEntries(vault: Vault): Promise<KeptEntries | undefined> {
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
  const filter = new EntryFilter(criteria, language);
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

/** Entries of this day in earlier years, most of which are older than the others that are kept. */
const EARLIER = 'earlier';

export const keepEarlier = (entries: readonly Entry[]): Promise<void> =>
  changeKept((vault) => vault.keep(EARLIER, entries));

async function readEarlierEntries(vault: Vault): Promise<Entry[]> {
  return ((await vault.read(EARLIER)) as Entry[] | undefined) ?? [];
}

/** The kept entries of some days, newest first. */
export async function readEarlier(vault: Vault, days: readonly string[], max: number): Promise<Entry[]> {
  const kept = [...((await readEntries(vault))?.entries ?? []), ...(await readEarlierEntries(vault))];
  const byId = new Map(kept.map((entry) => [entry._id, entry]));
  const found = [...byId.values()].filter(({ day }) => days.includes(day));
  return found.sort(newestFirst).slice(0, max);
}

/** Notes entries as the server has them now. */
export function noteEntries(noted: readonly Entry[]): Promise<void> {
  void changeEarlier((earlier) => {
    const byId = new Map(noted.map((entry) => [entry._id, entry]));
    return earlier.map((entry) => byId.get(entry._id) ?? entry);
  });
  return changeEntries((kept) => {
    const byId = new Map(kept.entries.map((entry) => [entry._id, entry]));
    const isKnown = (entry: Entry) => JSON.stringify(byId.get(entry._id)) === JSON.stringify(entry);
    if (noted.every(isKnown)) return kept;
    for (const entry of noted) {
      if (kept.since === null || entry.day >= kept.since) byId.set(entry._id, entry);
      else byId.delete(entry._id);
    }
    return { ...kept, entries: [...byId.values()].sort(newestFirst) };
  });
}

export function noteDeletion(entryId: string): Promise<void> {
  void changeEarlier((earlier) => earlier.filter(({ _id }) => _id !== entryId));
  return changeEntries((kept) => {
    const entries = kept.entries.filter(({ _id }) => _id !== entryId);
    return entries.length === kept.entries.length ? kept : { ...kept, entries };
  });
}

function changeEarlier(change: (earlier: Entry[]) => Entry[]): Promise<void> {
  return changeKept(async (vault) => {
    const earlier = await readEarlierEntries(vault);
    if (earlier.length > 0) await vault.keep(EARLIER, change(earlier));
  });
}

function changeEntries(change: (kept: KeptEntries) => KeptEntries): Promise<void> {
  return changeKept(async (vault) => {
    const kept = await readEntries(vault);
    if (!kept) return;
    const changed = change(kept);
    if (changed !== kept) await vault.keep(NAME, changed);
  });
}

/** The server's order: by day, then by moment, then by id. */
export function newestFirst(one: Entry, other: Entry): number {
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

/**
 * Fetches the newest entries and keeps them, unless that was done a short time ago.
 * @param search returns a page of all entries, newest first
 */
export function fetchEntries(
  search: (page: { limit: number; cursor?: string }) => Promise<Page>,
): Promise<void> {
  return changeKept(async (vault) => {
    const fetchedAt = (await readEntries(vault))?.fetchedAt ?? 0;
    const age = Date.now() - fetchedAt;
    if (age >= 0 && age < FETCH_MS) return;
    const startedAt = Date.now();
    const entries: Entry[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ limit: LIMITS.searchPageMax, cursor });
      entries.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== undefined && entries.length < ENTRIES_MAX && !isOld(entries.at(-1)));
    await vault.keep(NAME, { ...cut(entries, cursor !== undefined), fetchedAt: startedAt });
  });
}

const isOld = (entry: Entry | undefined): boolean =>
  entry !== undefined && Date.now() - Date.parse(entry.createdAt) > DAYS_MAX * DAY_MS;

/** Only days that are whole, so that the page can say since when it has all entries. */
function cut(entries: Entry[], hasMore: boolean): Omit<KeptEntries, 'fetchedAt'> {
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
