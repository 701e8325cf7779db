import { createHash } from 'node:crypto';
import { labelsInText } from '@inner-weather/contracts/import-labels';
import { ImportEntryDto, type ImportReportDto } from '@inner-weather/contracts/import.dto';
import { isVisible } from '@inner-weather/contracts/visible';
import { LIMITS } from '@inner-weather/contracts/limits';
import type { ImportEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { problemsOf } from '@inner-weather/platform/errors';
import { canonicalHash } from '@inner-weather/platform/canonical-hash';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Types } from 'mongoose';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import type { WeatherStamp } from '../entries/entry.schema.js';
import { livedTimeOf } from '../entries/lived-time.js';
import { type NewEntry, toNewEntry } from '../entries/new-entry.js';
import { ErasureService } from '../erasure/erasure.service.js';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { LookUps } from '../stamps/look-ups.js';
import { pendingStamp, readyStamp, unavailableStamp } from '../entries/new-stamp.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { StorageService } from '../storage/storage.service.js';
import { importPolicy } from './import-limit.js';

/** Milliseconds. An entry that is not older counts as new: its weather is looked up. */
const NEW_MS = 60 * 60_000;

/**
 * Requests that are processed at the same time: eight of the largest size that a body can have. Each is in memory
 * several times: as received, as entries, and encrypted.
 */
const IN_PROGRESS = { bytes: 8 * LIMITS.bodyBytesMax, waitingMax: 32, waitMs: 3_000 };

/** Imports entries that were exported, here or in another installation. */
@Injectable()
export class ImportService {
  private readonly inProgress = new ByteBudget(IN_PROGRESS);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly erasure: ErasureService,
    private readonly storage: StorageService,
    private readonly limiter: RateLimiter,
    private readonly lookUps: LookUps,
    private readonly config: JournalConfig,
  ) {}

  /**
   * Adds the entries that are not there yet; the same request a second time adds nothing. An entry is there under its
   * id in the file, if this person has an entry with that id, or under the id that an import gives it. That one is
   * derived from the person and the entry, so another person's entry with the same id is neither changed nor revealed.
   * The weather of older entries is looked up only with `lookUpWeather`, and as far as this person's look-ups go.
   *
   * Throws `unauthenticated` when the account was deleted and `unavailable` when too many imports are in progress.
   * Throws `quota_exceeded` or `rate_limited`, without adding anything, when the new entries do not fit into the
   * account or are too many for an hour.
   */
  import(request: ImportEntriesRequest): Promise<ImportReportDto> {
    return this.inProgress.during(LIMITS.bodyBytesMax, request.userId, () => this.add(request));
  }

  private async add({
    userId,
    entries,
    lookUpWeather = false,
  }: ImportEntriesRequest): Promise<ImportReportDto> {
    const judged = entries.map(judge);
    const refused = judged.flatMap((one, index) =>
      'reasons' in one ? [{ index, reasons: one.reasons }] : [],
    );
    const good = judged.flatMap((one) => ('entry' in one ? [one.entry] : []));
    const now = new Date();
    const sources = sourcesOf(good);
    const made = good.map((entry, index) =>
      importedEntry(userId, entry, { _id: importedId(userId, sources[index] ?? ''), lookUpWeather, now }),
    );
    const given = good.flatMap(({ _id }) => _id ?? []);
    const own = await this.entries.whichAreOf(userId, [
      ...given,
      ...made.map(({ _id }) => _id.toHexString()),
    ]);
    const isThere = (id: string | undefined): boolean => id !== undefined && own.has(id.toLowerCase());
    const wanted = made.filter(({ _id }, index) => !isThere(good[index]?._id) && !isThere(_id.toHexString()));
    // The same id twice is one entry.
    const once = [...new Map(wanted.map((entry) => [String(entry._id), entry])).values()];
    const { added, lookedUp } = await this.insert(userId, once, now);
    // Their ids are those of tombstones.
    const deleted = once.length - added;
    const alreadyThere = good.length - added - deleted;
    const labelsInText = judged.reduce((count, { moved }) => count + moved, 0);
    const labelsLeftOut = judged.reduce((count, { leftOut }) => count + leftOut, 0);
    return { added, alreadyThere, deleted, labelsInText, labelsLeftOut, lookedUp, refused };
  }

  /** Answers how many of the entries have their weather looked up; those beyond the limit stay without weather. */
  private async boundLookUps(userId: string, entries: NewEntry[], now: Date): Promise<number> {
    const wanted = entries.filter(({ weather }) => weather.status === 'pending');
    if (wanted.length === 0) return 0;
    const allowed = await this.lookUps.take(userId, wanted.length);
    for (const entry of wanted.slice(allowed)) entry.weather = unavailableStamp(entry, now);
    return allowed;
  }

  /** Answers how many entries are new, and for how many the weather is looked up. */
  private async insert(
    userId: string,
    entries: NewEntry[],
    now: Date,
  ): Promise<{ added: number; lookedUp: number }> {
    if (entries.length === 0) return { added: 0, lookedUp: 0 };
    const reservedBytes = sum(entries);
    await this.storage.reserve(userId, reservedBytes);
    try {
      await this.limiter.count(importPolicy(this.config), userId, entries.length);
    } catch (error) {
      await this.storage.release(userId, reservedBytes);
      throw error;
    }
    const lookedUp = await this.boundLookUps(userId, entries, now);
    const inserted = await this.entries.insertNew(entries);
    await this.storage.release(userId, reservedBytes - sum(inserted));
    if (inserted.length > 0) await this.erasure.assertNotTooLate(userId);
    return { added: inserted.length, lookedUp };
  }
}

const sum = (entries: NewEntry[]): number => entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0);

/** Tags and moods that are in the text now, and those that it had no room for. */
interface Labels {
  moved: number;
  leftOut: number;
}

type Judged = Labels & ({ entry: ImportEntryDto } | { reasons: string[] });

function judge(given: object): Judged {
  const { entry: plain, moved, leftOut } = labelsInText(given);
  const entry = plainToInstance(ImportEntryDto, plain);
  const problems = problemsOf(validateSync(entry, { whitelist: true, stopAtFirstError: true }));
  return problems.length > 0
    ? { moved: 0, leftOut: 0, reasons: problems.map(({ msg }) => msg) }
    : { moved, leftOut, entry };
}

function importedEntry(
  userId: string,
  entry: ImportEntryDto,
  { _id, lookUpWeather, now }: { _id: Types.ObjectId; lookUpWeather: boolean; now: Date },
): NewEntry {
  const { createdAt, updatedAt = createdAt } = entry;
  return toNewEntry(entry, {
    _id,
    userId,
    weather: stampOf(entry, lookUpWeather, now),
    ...livedTimeOf(createdAt),
    updatedAt: new Date(updatedAt),
  });
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
 * What identifies each entry: its id in the file or, without one, everything it says and how many equal ones came before
 * it. Two equal rows are two entries.
 */
function sourcesOf(entries: ImportEntryDto[]): string[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    if (entry._id !== undefined) return entry._id;
    const hash = canonicalHash(entry);
    const before = counts.get(hash) ?? 0;
    counts.set(hash, before + 1);
    return before === 0 ? hash : `${hash} ${before}`;
  });
}

/** 96 bits of a hash of the person and of what identifies the entry. */
function importedId(userId: string, source: string): Types.ObjectId {
  const hash = createHash('sha256')
    .update(JSON.stringify(['imported entry', userId, source]))
    .digest();
  return new Types.ObjectId(hash.subarray(0, 12));
}
