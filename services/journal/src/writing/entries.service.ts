import type { CreateEntryDto, EntryDto, UpdateEntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { toLocalText } from '@inner-weather/domain/time/local-time';
import type {
  ChangeEntryRequest,
  CreateEntryRequest,
  EntryRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc/journal';
import { assertSameBody, KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { isVisible } from '@inner-weather/domain/text/visible';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Injectable } from '@nestjs/common';
import { ErasureService } from '../erasure/erasure.service.js';
import { normaliseCity } from '@inner-weather/domain/weather/city';
import { LookUps } from '../stamps/look-ups.js';
import { pendingStamp, readyStamp, unavailableStamp, type Where } from '../entries/new-stamp.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { MeasuresService } from '../measures/measures.service.js';
import { StorageService } from '../storage/storage.service.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { isOnlyMeasured, measuresIn, toEntryDto, toWritten } from '../entries/entry.mapper.js';
import type { ReadableEntry, WeatherStamp } from '../entries/entry.schema.js';
import { type LivedTime, livedTimeOfChanged, livedTimeOfNew } from '../entries/lived-time.js';
import { entryCreatedEvent, type NewEntry, photosDroppedEvents, toNewEntry } from '../entries/new-entry.js';

const HOUR_MS = 60 * 60_000;

/** Creates, reads, changes and deletes the entries of a signed-in person. */
@Injectable()
export class EntriesService {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly ids: KeyedIds,
    private readonly erasure: ErasureService,
    private readonly storage: StorageService,
    private readonly lookUps: LookUps,
    private readonly measures: MeasuresService,
  ) {}

  /**
   * Stores an entry once per Idempotency-Key (see KeyedIds). A repeated request returns the current state of the entry.
   * Throws `idempotency_key_reused`, `not_found` when the entry has since been deleted, `unauthenticated` when the
   * account was deleted, and `quota_exceeded` when the account is full.
   */
  async create(request: CreateEntryRequest): Promise<EntryDto> {
    const { userId, entry: dto, place: home, idempotencyKey } = request;
    // A repeated request may have another email, if the writer has changed it meanwhile.
    const { email: _email, ...words } = dto;
    const id = await this.ids.forNew(userId, words, idempotencyKey);
    const now = new Date();
    const { weatherData, location, place = home } = dto;
    const where = { location, place };
    const weather =
      weatherData && isVisible(weatherData)
        ? readyStamp({ text: weatherData }, where, now)
        : newStamp(await this.mayLookUp(userId), where, now);
    const accepted = await this.accepted(userId, dto);
    assertNotEmpty({ inputMood: '', ...toWritten(accepted) });
    const entry = toNewEntry(accepted, {
      ...id,
      userId,
      weather,
      ...livedTimeOfNew(request, now),
      updatedAt: now,
    });
    return toEntryDto(await this.store(entry, dto));
  }

  /** Throws `not_found`. */
  async get({ userId, entryId }: EntryRequest): Promise<EntryDto> {
    return toEntryDto(await this.findOwn(userId, entryId));
  }

  findUsedPhotos(userId: string, photoIds: string[]): Promise<string[]> {
    return this.entries.listUsedPhotos(userId, photoIds);
  }

  /**
   * Changes the fields of an entry, and its moment if a `date` was sent. If the place or the hour changes, a new weather
   * look-up begins. Otherwise the weather stays, including an answer that arrives during the edit. Within the same city,
   * the entry keeps its place unless another one was chosen. Throws `not_found`, `entry_changed` if `ifMatch` does not
   * match, `validation_failed` when the words or the mood of an entry would be removed, and `quota_exceeded` when the entry grows
   * beyond the account's quota.
   */
  async update({
    userId,
    entryId,
    changes,
    ifMatch,
    place: home,
    dayEndsAt,
  }: UpdateEntryRequest): Promise<EntryDto> {
    const { location, date } = changes;
    const writtenFields = toWritten(await this.accepted(userId, changes));
    let mayLookUp: boolean | undefined;
    // Repeats when another edit changed the entry between the read and the write.
    for (;;) {
      const existing = await this.findOwn(userId, entryId);
      assertMatches(existing, ifMatch);
      assertKeepsWords(existing, changes);
      assertKeepsMood(existing, changes);
      assertNotEmpty({ ...existing, ...writtenFields });
      const now = new Date();
      const reservedBytes = Math.max(0, bytesOf({ ...existing, ...writtenFields }) - bytesOf(existing));
      const livedTime = livedTimeOfChanged(existing, date, dayEndsAt);
      const isSameCity = normaliseCity(existing.location) === normaliseCity(location);
      const place = changes.place ?? (isSameCity ? existing.weather.place : home);
      const isRelocated =
        !isSameCity ||
        (changes.place !== undefined && changes.place !== existing.weather.place) ||
        hourOf(existing.createdAt) !== hourOf(livedTime.createdAt);
      if (isRelocated) mayLookUp ??= await this.mayLookUp(userId);
      const weather = isRelocated ? newStamp(mayLookUp, { location, place }, now) : undefined;
      const droppedPhotos = changes.photos && existing.photos?.filter((id) => !changes.photos?.includes(id));
      const payload = { entryId, userId, ...timeOf(livedTime) };
      const previous = { entryId, userId, ...timeOf(existing) };
      // `updated` announces every edit, and both days of an entry that moves to another day. `relocated` additionally
      // requests the weather.
      const events = [
        newEvent('journal.entry.updated.v1', payload),
        ...(existing.day === livedTime.day ? [] : [newEvent('journal.entry.updated.v1', previous)]),
        ...(weather?.status === 'pending'
          ? [
              newEvent('journal.entry.relocated.v1', {
                ...payload,
                location,
                ...(place !== undefined && { place }),
                weatherKey: weather.key,
              }),
            ]
          : []),
        ...photosDroppedEvents(userId, droppedPhotos),
      ];
      // The time must increase, because it is the version of the entry and two edits may share a millisecond.
      const updatedAt = new Date(Math.max(now.getTime(), existing.updatedAt.getTime() + 1));
      const { createdAt, offset, day } = livedTime;
      const edit = { ...writtenFields, createdAt, offset, day, updatedAt, ...(weather && { weather }) };
      const edited = await this.storage.during(userId, reservedBytes, async () => {
        const result = await this.entries.edit(existing, edit, events);
        // The actual growth may differ from the reserved bytes if another edit came in between.
        return { takenBytes: result ? bytesOf(result.entry) - result.bytesBefore : 0, result };
      });
      if (edited) return toEntryDto(edited.entry);
    }
  }

  /** Throws `not_found`, also for a deleted entry, and `entry_changed` if `ifMatch` does not match. */
  async delete({ userId, entryId, ifMatch }: ChangeEntryRequest): Promise<void> {
    const existing = await this.findOwn(userId, entryId);
    assertMatches(existing, ifMatch);
    const { updatedAt } = existing;
    const erasedEntry = await this.entries.replaceByTombstone(existing, ifMatch && { updatedAt });
    // The entry was deleted or changed in the meantime. Reading it again tells which.
    if (!erasedEntry && ifMatch) assertMatches(await this.findOwn(userId, entryId), ifMatch);
    if (!erasedEntry) throw notFound();
    await this.storage.release(userId, bytesOf(erasedEntry));
  }

  /** Inserts the entry, or returns the existing one with the same id. */
  private async store(entry: NewEntry, dto: CreateEntryDto): Promise<ReadableEntry> {
    const { userId, weather } = entry;
    const giveBackLookUp = async (): Promise<void> => {
      if (weather.status === 'pending') await this.lookUps.giveBack(userId);
    };
    const insert = async () => {
      const result = await this.entries.insert(entry, [entryCreatedEvent(entry)]);
      return { takenBytes: result ? bytesOf(entry) : 0, result };
    };
    let isInserted: boolean;
    try {
      isInserted = await this.storage.during(userId, bytesOf(entry), insert);
    } catch (error) {
      await giveBackLookUp();
      // A repeated request needs no space, because its entry exists already. One whose insert failed may not be on disk.
      const existing = error instanceof DomainError ? await this.findRepeated(entry, dto) : null;
      if (existing) return existing;
      throw error;
    }
    if (!isInserted) {
      await giveBackLookUp();
      const existing = await this.findRepeated(entry, dto);
      if (!existing) throw notFound();
      return existing;
    }
    await this.erasure.assertNotTooLate(userId);
    return entry;
  }

  /**
   * Finds the entry that an earlier request with the same key created; null if there is none or it was deleted. Throws
   * `idempotency_key_reused` when that request had another body.
   */
  private async findRepeated(
    { userId, _id, requestHash }: NewEntry,
    dto: CreateEntryDto,
  ): Promise<ReadableEntry | null> {
    if (!requestHash) return null;
    const existing = await this.entries.requestHashOf(_id);
    if (!existing) return null;
    // Version 1.0.0 took the email into the hash.
    const olderHash = await this.ids.hashOf(userId, dto);
    if (existing.requestHash !== olderHash) assertSameBody(existing, { requestHash });
    return this.entries.find(userId, _id.toHexString());
  }

  /** With the values that its measures can have. Throws `validation_failed` for others. */
  private async accepted<D extends { measures?: Measured }>(userId: string, dto: D): Promise<D> {
    return dto.measures ? { ...dto, measures: await this.measures.accept(userId, dto.measures) } : dto;
  }

  /** Counts a look-up of the weather; false when this person has none left. */
  private async mayLookUp(userId: string): Promise<boolean> {
    return (await this.lookUps.take(userId, 1)) > 0;
  }

  private async findOwn(userId: string, entryId: string): Promise<ReadableEntry> {
    const entry = await this.entries.find(userId, entryId);
    if (!entry) throw notFound();
    return entry;
  }
}

/** The local time with its UTC offset, and the day, as events carry them. */
const timeOf = ({ createdAt, offset, day }: LivedTime) => ({
  createdAt: toLocalText(createdAt.getTime(), offset),
  day,
});

/** Hours since the epoch, because weather is looked up per hour. */
const hourOf = (moment: Date): number => Math.floor(moment.getTime() / HOUR_MS);

const newStamp = (mayLookUp: boolean | undefined, where: Where, now: Date): WeatherStamp =>
  (mayLookUp ? pendingStamp : unavailableStamp)(where, now);

function assertMatches({ updatedAt }: ReadableEntry, ifMatch: string[] | undefined): void {
  if (ifMatch === undefined) return;
  const tag = entryTagOf({ updatedAt: updatedAt.toISOString() });
  if (ifMatch.includes('*') || ifMatch.includes(tag)) return;
  throw new DomainError('entry_changed', problem(JOURNAL_PROBLEMS.entry_changed));
}

/** Only a check-in and an entry with photos may stay without words. */
function assertKeepsWords(
  existing: ReadableEntry,
  { content, photos = existing.photos }: UpdateEntryDto,
): void {
  if (existing.checkIn || content !== '' || photos?.length) return;
  throw new DomainError('validation_failed', {
    ...problem(JOURNAL_PROBLEMS.content_empty),
    field: 'content',
  });
}

/** A check-in may lose its only values, or have had only those of a measure that was deleted. */
export function assertNotEmpty(
  entry: Parameters<typeof isOnlyMeasured>[0] & Pick<ReadableEntry, 'measures'>,
): void {
  if (isOnlyMeasured(entry) && measuresIn(entry.measures) === undefined)
    throw new DomainError('validation_failed', {
      ...problem(JOURNAL_PROBLEMS.check_in_mood),
      field: 'inputMood',
    });
}

/** Only an entry that never had a mood may stay without one. */
function assertKeepsMood({ inputMood: mood }: ReadableEntry, { inputMood }: UpdateEntryDto): void {
  if (mood === '' || inputMood !== '') return;
  throw new DomainError('validation_failed', {
    ...problem(JOURNAL_PROBLEMS.mood_length, { max: LIMITS.moodMax }),
    field: 'inputMood',
  });
}

const notFound = (): DomainError => new DomainError('not_found', problem(JOURNAL_PROBLEMS.no_such_entry));
