import { createHash } from 'node:crypto';
import { labelsInText } from '@inner-weather/domain/entries/import-labels';
import {
  ImportEntryDto,
  type ImportOriginDto,
  type ImportReportDto,
  type RefusedEntryDto,
} from '@inner-weather/contracts/journal/import.dto';
import { DomainError, type ErrorDetail } from '@inner-weather/contracts/messaging/errors';
import type { Measure } from '@inner-weather/domain/measures/measures';
import { isVisible } from '@inner-weather/domain/text/visible';
import { LIMITS } from '@inner-weather/domain/limits';
import type { ImportEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { problemsOf } from '@inner-weather/platform/errors';
import { canonicalHash } from '@inner-weather/platform/canonical-hash';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Types } from 'mongoose';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { toWritten } from '../entries/entry.mapper.js';
import type { WeatherStamp } from '../entries/entry.schema.js';
import { type LivedTime, livedTimeOfImported } from '../entries/lived-time.js';
import { type NewEntry, toNewEntry } from '../entries/new-entry.js';
import { ErasureService } from '../erasure/erasure.service.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { LookUps } from '../stamps/look-ups.js';
import { pendingStamp, readyStamp, unavailableStamp } from '../entries/new-stamp.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { acceptedOf, MeasuresService } from '../measures/measures.service.js';
import { StorageService } from '../storage/storage.service.js';
import { assertNotEmpty } from '../writing/entries.service.js';
import { ImportsRepository } from './imports.repository.js';
import { IMPORTS_COUNTER } from '../counters.js';

const HOUR_MS = 60 * 60_000;

const importPolicy = (config: JournalConfig): LimitPolicy => ({
  name: IMPORTS_COUNTER,
  subject: 'imported_entries',
  quota: config.IMPORTED_ENTRIES_PER_HOUR,
  windowMs: HOUR_MS,
});

/** Milliseconds. The weather of an entry that is younger than this is looked up. */
const NEW_MS = 60 * 60_000;

const DAY_MS = 24 * NEW_MS;

/**
 * Limits the memory of concurrent imports to eight bodies of the largest size. Each is in memory several times: as
 * received, as entries, and encrypted. One person has at most half of it, so that others need not wait.
 */
const IN_PROGRESS = {
  bytes: 8 * LIMITS.bodyBytesMax,
  underWayOfOne: 4,
  waitingOfOne: 8,
  waitingMax: 32,
  waitMs: 3_000,
};

/** Imports entries from an export of this or another installation. */
@Injectable()
export class ImportService {
  private readonly inProgress = new ByteBudget(IN_PROGRESS);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly imports: ImportsRepository,
    private readonly erasure: ErasureService,
    private readonly storage: StorageService,
    private readonly limiter: RateLimiter,
    private readonly lookUps: LookUps,
    private readonly measures: MeasuresService,
    private readonly config: JournalConfig,
  ) {}

  /**
   * Adds the entries that do not exist yet, so that repeating a request adds nothing. An entry exists if this person has
   * an entry with its id in the file, or with the id that an import gives it. The latter is derived from the person and
   * the entry, so another person's entry with the same id is neither changed nor revealed. The weather of older entries
   * is looked up only with `lookUpWeather`, and within this person's limit of look-ups. Entries that were deleted not
   * long ago are added only with `restoreDeleted`, and only once their deletion is published.
   *
   * Throws `unauthenticated` when the account was deleted, and when too many imports are in progress, `rate_limited` if
   * they are this person's and `unavailable` if not. Throws `quota_exceeded` or `rate_limited`, without adding anything, when the new entries do not fit into the
   * account or are too many for an hour.
   */
  import(request: ImportEntriesRequest): Promise<ImportReportDto> {
    return this.inProgress.during(LIMITS.bodyBytesMax, request.userId, () => this.add(request));
  }

  private async add({
    userId,
    entries,
    lookUpWeather = false,
    import: origin,
    restoreDeleted = false,
    checkOnly = false,
    dayEndsAt,
  }: ImportEntriesRequest): Promise<ImportReportDto> {
    const hasMeasures = entries.some((entry) => 'measures' in entry);
    const measures = hasMeasures ? await this.measures.list(userId) : [];
    const judgements = entries.map((entry) => judge(entry, measures));
    const refusals = judgements.flatMap((judgement, index) =>
      'errors' in judgement ? [refusalOf(index, judgement.errors)] : [],
    );
    const validEntries = judgements.flatMap((judgement) => ('entry' in judgement ? [judgement.entry] : []));
    const validIndexes = judgements.flatMap((judgement, index) => ('entry' in judgement ? [index] : []));
    const now = new Date();
    const sources = sourcesOf(validEntries);
    const candidates = validEntries.map((entry, index) =>
      importedEntry(userId, entry, {
        _id: importedId(userId, sources[index] ?? ''),
        ...(origin && originFields(origin, now)),
        weather: stampOf(entry, lookUpWeather, now),
        ...livedTimeOfImported(entry, dayEndsAt),
      }),
    );
    const givenIds = validEntries.flatMap(({ _id }) => _id ?? []);
    const existingIds = await this.entries.listExistingIds(userId, [
      ...givenIds,
      ...candidates.map(({ _id }) => _id.toHexString()),
    ]);
    const isExisting = (id: string | undefined): boolean =>
      id !== undefined && existingIds.has(id.toLowerCase());
    const newEntries = candidates.filter(
      ({ _id }, index) => !isExisting(validEntries[index]?._id) && !isExisting(_id.toHexString()),
    );
    // Two rows with the same id are one entry.
    const uniqueEntries = [...new Map(newEntries.map((entry) => [String(entry._id), entry])).values()];
    const { addedIds, lookedUp } = checkOnly
      ? await this.findAddable(uniqueEntries, restoreDeleted)
      : await this.insert(userId, uniqueEntries, { now, restoreDeleted });
    // The answer to an earlier request of this import may have been lost.
    const earlier = candidates.filter(({ _id }) => existingIds.has(_id.toHexString())).map(({ _id }) => _id);
    const addedEarlier =
      origin && earlier.length > 0 ? await this.imports.countAdded(userId, origin.id, earlier) : 0;
    const added = addedIds.size + addedEarlier;
    // An insert skips ids of tombstones.
    const deletedEntries = new Set(uniqueEntries.filter(({ _id }) => !addedIds.has(String(_id))));
    const indexesOf = (isMeant: (entry: NewEntry) => boolean): number[] =>
      candidates.flatMap((entry, n) => (isMeant(entry) ? (validIndexes[n] ?? []) : []));
    const addedEntries = new Set(uniqueEntries.filter((entry) => !deletedEntries.has(entry)));
    const deleted = deletedEntries.size;
    const alreadyThere = validEntries.length - added - deleted;
    const labelsInText = judgements.reduce((count, { moved }) => count + moved, 0);
    const labelsLeftOut = judgements.reduce((count, { leftOut }) => count + leftOut, 0);
    return {
      added,
      addedIndexes: indexesOf((entry) => addedEntries.has(entry)),
      alreadyThere,
      deleted,
      deletedIndexes: indexesOf((entry) => deletedEntries.has(entry)),
      labelsInText,
      labelsLeftOut,
      lookedUp,
      refused: refusals,
    };
  }

  /** Returns how many look-ups are allowed, and marks the weather of the entries beyond as unavailable. */
  private async boundLookUps(userId: string, entries: NewEntry[], now: Date): Promise<number> {
    const pendingEntries = entries.filter(({ weather }) => weather.status === 'pending');
    if (pendingEntries.length === 0) return 0;
    const allowedCount = await this.lookUps.take(userId, pendingEntries.length);
    for (const entry of pendingEntries.slice(allowedCount)) entry.weather = unavailableStamp(entry, now);
    return allowedCount;
  }

  /** What `insert` would return. */
  private async findAddable(entries: NewEntry[], restoreDeleted: boolean) {
    const taken = restoreDeleted ? new Set() : await this.entries.listTakenIds(entries.map(({ _id }) => _id));
    const ids = entries.map(({ _id }) => String(_id)).filter((id) => !taken.has(id));
    return { addedIds: new Set(ids), lookedUp: 0 };
  }

  /** Returns the ids of the added entries, and for how many of them the weather is looked up. */
  private async insert(
    userId: string,
    entries: NewEntry[],
    { now, restoreDeleted }: { now: Date; restoreDeleted: boolean },
  ): Promise<{ addedIds: Set<string>; lookedUp: number }> {
    if (entries.length === 0) return { addedIds: new Set(), lookedUp: 0 };
    let lookedUp = 0;
    const insertedEntries = await this.storage.during(userId, sum(entries), async () => {
      await this.limiter.count(importPolicy(this.config), userId, entries.length);
      lookedUp = await this.boundLookUps(userId, entries, now);
      if (restoreDeleted) await this.entries.removeTombstones(entries.map(({ _id }) => _id));
      const result = await this.entries.insertNew(entries);
      return { takenBytes: sum(result), result };
    });
    if (insertedEntries.length > 0) await this.erasure.assertNotTooLate(userId);
    return { addedIds: new Set(insertedEntries.map(({ _id }) => String(_id))), lookedUp };
  }
}

const sum = (entries: NewEntry[]): number => entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0);

/** How many tags and moods were moved into the text, and how many it had no room for. */
interface Labels {
  moved: number;
  leftOut: number;
}

type Judged = Labels & ({ entry: ImportEntryDto } | { errors: ErrorDetail[] });

const refusalOf = (index: number, errors: ErrorDetail[]): RefusedEntryDto => ({
  index,
  reasons: errors.map(({ msg }) => msg),
  errors,
});

function judge(item: object, measures: Measure[]): Judged {
  const { entry: plain, moved, leftOut } = labelsInText(item);
  const entry = plainToInstance(ImportEntryDto, plain);
  const errors = problemsOf(validateSync(entry, { whitelist: true, stopAtFirstError: true }));
  if (errors.length > 0) return { moved: 0, leftOut: 0, errors };
  try {
    if (entry.measures) entry.measures = acceptedOf(measures, entry.measures);
    assertNotEmpty({ inputMood: '', ...toWritten(entry) });
  } catch (error) {
    if (error instanceof DomainError) return { moved: 0, leftOut: 0, errors: error.errors };
    throw error;
  }
  return { moved, leftOut, entry };
}

function importedEntry(
  userId: string,
  entry: ImportEntryDto,
  fields: Pick<NewEntry, '_id' | 'weather' | 'import' | 'replayableUntil' | keyof LivedTime>,
): NewEntry {
  const { createdAt, updatedAt = createdAt } = entry;
  return toNewEntry(entry, {
    ...fields,
    userId,
    updatedAt: new Date(updatedAt),
  });
}

/**
 * A deletion leaves a tombstone as long as the import can be undone, so that the same file does not bring back in silence
 * what was deleted here.
 */
function originFields(
  { id, source }: ImportOriginDto,
  now: Date,
): Required<Pick<NewEntry, 'import' | 'replayableUntil'>> {
  const replayableUntil = new Date(now.getTime() + LIMITS.importUndoDays * DAY_MS);
  return { import: { id, source, at: now }, replayableUntil };
}

function stampOf(entry: ImportEntryDto, lookUpWeather: boolean, now: Date): WeatherStamp {
  const { weatherData: text, temperature, weatherStatus, createdAt } = entry;
  const isUnavailable = weatherStatus === 'unavailable';
  if (!isUnavailable && text && isVisible(text)) return readyStamp({ text, temperature }, entry, now);
  const isNew = now.getTime() - Date.parse(createdAt) < NEW_MS;
  const isWanted = lookUpWeather || (isNew && !isUnavailable);
  return (isWanted ? pendingStamp : unavailableStamp)(entry, now);
}

/**
 * The text that identifies each entry: its id in the file or, without one, a hash of its contents and the number of equal
 * rows before it, so that two equal rows are two entries.
 */
function sourcesOf(entries: ImportEntryDto[]): string[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    if (entry._id !== undefined) return entry._id;
    const hash = canonicalHash(entry);
    const earlierEqual = counts.get(hash) ?? 0;
    counts.set(hash, earlierEqual + 1);
    return earlierEqual === 0 ? hash : `${hash} ${earlierEqual}`;
  });
}

/** An ObjectId from 96 bits of a hash of the person and the entry's source. */
function importedId(userId: string, source: string): Types.ObjectId {
  const hash = createHash('sha256')
    .update(JSON.stringify(['imported entry', userId, source]))
    .digest();
  return new Types.ObjectId(hash.subarray(0, 12));
}
