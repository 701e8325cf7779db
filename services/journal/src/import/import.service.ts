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
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
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
import { ImportsRepository, type Tombstone, undoneImportOf } from './imports.repository.js';
import {
  type Candidate,
  candidateOf,
  idsOf,
  importedId,
  type Known,
  type Placed,
  Sameness,
  sourcesOf,
} from './sameness.js';
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
   * Adds the entries that do not exist yet, so that repeating a request adds nothing: see sameness.ts. The ids that an
   * import gives are derived from the person and the entry, so another person's entry with the same id is neither changed
   * nor revealed. Entries that are here with other words are added, beside those, only with `addChanged`. The weather of
   * older entries is looked up only with `lookUpWeather`, and within this person's limit of look-ups. Entries that were
   * deleted not long ago are added only with `restoreDeleted`, unless they were deleted by undoing another import, and
   * only once their deletion is published.
   *
   * Throws `unauthenticated` when the account was deleted, and when too many imports are in progress, `rate_limited` if
   * they are this person's and `unavailable` if not. Throws `quota_exceeded` or `rate_limited`, without adding anything, when the new entries do not fit into the
   * account or are too many for an hour.
   */
  import(request: ImportEntriesRequest): Promise<ImportReportDto> {
    return this.inProgress.during(LIMITS.bodyBytesMax, request.userId, () => this.add(request));
  }

  /** Stores nothing, and reports what `import` would. */
  check(request: ImportEntriesRequest): Promise<ImportReportDto> {
    return this.inProgress.during(LIMITS.bodyBytesMax, request.userId, () => this.add(request, true));
  }

  private async add(request: ImportEntriesRequest, isCheck = false): Promise<ImportReportDto> {
    const { userId, entries, import: origin, dayEndsAt } = request;
    const { lookUpWeather = false, restoreDeleted = false, addChanged = false } = request;
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
    const candidatesOf = validEntries.map(async (entry, index) => {
      const source = sources[index] ?? '';
      const newEntry = importedEntry(userId, entry, {
        _id: importedId(userId, source),
        ...(origin && originFields(origin, now)),
        weather: stampOf(entry, lookUpWeather, now),
        ...livedTimeOfImported(entry, dayEndsAt),
      });
      const placed = entry.ofDay ? await this.imports.asOfDay(newEntry) : newEntry;
      return candidateOf(placed, { userId, source, _id: entry._id, formerIds: entry.formerIds });
    });
    const candidates = await Promise.all(candidatesOf);
    const ids = candidates.flatMap(idsOf);
    const known = await this.imports.listKnown(userId, ids);
    const tombstones = await this.imports.listTombstones(ids);
    const ownImport = origin && undoneImportOf(userId, origin.id);
    // What was taken back with an earlier import comes back with this one.
    const isFree = ({ undoneImport, isPublished }: Tombstone): boolean =>
      restoreDeleted || (undoneImport !== undefined && undoneImport !== ownImport && isPublished);
    const blockedIds = tombstones.filter((one) => !isFree(one)).map(({ id }) => id);
    const sameness = new Sameness(known, new Set(blockedIds), addChanged);
    const wanted = candidates.map((candidate) => sameness.place(candidate));
    const newEntries = wanted.flatMap((one) => ('added' in one ? [one.added] : []));
    const { addedIds, lookedUp } = isCheck
      ? { addedIds: new Set(newEntries.map(({ _id }) => String(_id))), lookedUp: 0 }
      : await this.insert(userId, newEntries, now, tombstones);
    const skippedIds = newEntries.flatMap(({ _id }) => (addedIds.has(String(_id)) ? [] : _id));
    const addedMeanwhile = skippedIds.length > 0 ? await this.imports.listKnown(userId, skippedIds) : [];
    const placed = placeSkipped(candidates, wanted, addedMeanwhile);
    const isAdded = (one: Placed): boolean => 'added' in one && addedIds.has(String(one.added._id));
    // An insert skips ids of tombstones whose deletion is not published, and of those that are younger than the list.
    const isDeleted = (one: Placed): boolean => 'deleted' in one || ('added' in one && !isAdded(one));
    const isChanged = (one: Placed): boolean => 'changed' in one;
    const indexesOf = (isMeant: (one: Placed) => boolean): number[] =>
      placed.flatMap((one, n) => (isMeant(one) ? (validIndexes[n] ?? []) : []));
    // The answer to an earlier request of this import may have been lost.
    const knownIds = new Set(
      [...known, ...addedMeanwhile]
        .filter(({ importId }) => origin && importId === origin.id)
        .map(({ id }) => id),
    );
    const addedEarlier = new Set(
      placed.flatMap((one) => ('here' in one && knownIds.has(one.here.id) ? [one.here.id] : [])),
    );
    const added = addedIds.size + addedEarlier.size;
    const deletedIndexes = indexesOf(isDeleted);
    const changedIndexes = indexesOf(isChanged);
    const labelsInText = judgements.reduce((count, { moved }) => count + moved, 0);
    const labelsLeftOut = judgements.reduce((count, { leftOut }) => count + leftOut, 0);
    return {
      added,
      addedIndexes: indexesOf(isAdded),
      alreadyThere: validEntries.length - added - deletedIndexes.length,
      changed: changedIndexes.length,
      changedIndexes,
      deleted: deletedIndexes.length,
      deletedIndexes,
      labelsInText,
      labelsLeftOut,
      lookedUp,
      refused: refusals,
      ...(isCheck && { bytes: sum(newEntries) }),
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

  /** Returns the ids of the added entries, and for how many of them the weather is looked up. */
  private async insert(
    userId: string,
    entries: NewEntry[],
    now: Date,
    tombstones: Tombstone[],
  ): Promise<{ addedIds: Set<string>; lookedUp: number }> {
    if (entries.length === 0) return { addedIds: new Set(), lookedUp: 0 };
    let lookedUp = 0;
    const insertedEntries = await this.storage.during(userId, sum(entries), async () => {
      await this.limiter.count(importPolicy(this.config), userId, entries.length);
      lookedUp = await this.boundLookUps(userId, entries, now);
      if (tombstones.length > 0) await this.entries.removeTombstones(entries.map(({ _id }) => _id));
      const result = await this.entries.insertNew(entries);
      return { takenBytes: sum(result), result };
    });
    if (insertedEntries.length > 0) await this.erasure.assertNotTooLate(userId);
    return { addedIds: new Set(insertedEntries.map(({ _id }) => String(_id))), lookedUp };
  }
}

const sum = (entries: NewEntry[]): number => entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0);

/**
 * Places entries once more that an insert skipped because their ids were taken at the same moment: a client that has
 * waited too long sends its request again.
 */
function placeSkipped(candidates: Candidate[], wanted: Placed[], addedMeanwhile: Known[]): Placed[] {
  const ids = new Set(addedMeanwhile.map(({ id }) => id));
  const sameness = new Sameness(addedMeanwhile, new Set(), false);
  return candidates.flatMap((candidate, index) => {
    const placement = wanted[index] ?? [];
    if (!('added' in placement) || !ids.has(String(placement.added._id))) return placement;
    const retried = sameness.place(candidate);
    // Another entry took the id in between.
    return 'added' in retried ? { changed: true } : retried;
  });
}

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
