import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { entryTagOf } from '@inner-weather/contracts/entry-version';
import { DomainError } from '@inner-weather/contracts/errors';
import { toLocalText } from '@inner-weather/contracts/local-time';
import type {
  ChangeEntryRequest,
  CreateEntryRequest,
  EntryRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc/journal';
import { assertSameBody, KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { isVisible } from '@inner-weather/contracts/visible';
import { Injectable } from '@nestjs/common';
import { ErasureService } from '../erasure/erasure.service.js';
import { normaliseCity } from '../entries/city.js';
import { LookUps } from '../stamps/look-ups.js';
import { pendingStamp, readyStamp, unavailableStamp, type Where } from '../entries/new-stamp.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { StorageService } from '../storage/storage.service.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { toEntryDto, toWritten } from '../entries/entry.mapper.js';
import type { ReadableEntry, WeatherStamp } from '../entries/entry.schema.js';
import { type LivedTime, livedTimeOfChanged, livedTimeOfNew } from '../entries/lived-time.js';
import { entryCreatedEvent, type NewEntry, toNewEntry } from '../entries/new-entry.js';

const HOUR_MS = 60 * 60_000;

/** What a signed-in person does with entries. */
@Injectable()
export class EntriesService {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly ids: KeyedIds,
    private readonly erasure: ErasureService,
    private readonly storage: StorageService,
    private readonly lookUps: LookUps,
  ) {}

  /**
   * Stores an entry, once under an Idempotency-Key (KeyedIds says how). A repeated request gets the entry as it is
   * now. Throws `idempotency_key_reused`, `not_found` when the entry has been deleted since, `unauthenticated` when
   * the account has, and `quota_exceeded` when the account is full.
   */
  async create(request: CreateEntryRequest): Promise<EntryDto> {
    const { userId, entry: sent, place: home, idempotencyKey } = request;
    const id = await this.ids.forNew(userId, sent, idempotencyKey);
    const now = new Date();
    const { weatherData, location, place = home } = sent;
    const where = { location, place };
    const weather =
      weatherData && isVisible(weatherData)
        ? readyStamp({ text: weatherData }, where, now)
        : newStamp(await this.mayLookUp(userId), where, now);
    const entry = toNewEntry(sent, {
      ...id,
      userId,
      weather,
      ...livedTimeOfNew(request, now),
      updatedAt: now,
    });
    return toEntryDto(await this.store(entry));
  }

  /** Throws `not_found`. */
  async get({ userId, entryId }: EntryRequest): Promise<EntryDto> {
    return toEntryDto(await this.findOwn(userId, entryId));
  }

  /**
   * Changes what the writer wrote, and the moment that the entry belongs to where a `date` was sent. The weather stays
   * as it is, and a stamp that arrives meanwhile is kept, unless the entry moves to another place or another hour: then
   * a new wait begins. Within its city it stays at the same place unless another was chosen. Throws `not_found`,
   * `entry_changed` as `ifMatch` says, and `quota_exceeded` when the entry grows beyond what the account may store.
   */
  async update({ userId, entryId, changes, ifMatch, place: home }: UpdateEntryRequest): Promise<EntryDto> {
    const { location, date } = changes;
    const written = toWritten(changes);
    let mayLookUp: boolean | undefined;
    // Another round means that another edit has changed this entry between our read and our write.
    for (;;) {
      const read = await this.findOwn(userId, entryId);
      assertMatches(read, ifMatch);
      const now = new Date();
      const reservedBytes = Math.max(0, bytesOf({ ...read, ...written }) - bytesOf(read));
      await this.storage.reserve(userId, reservedBytes);
      const lived = livedTimeOfChanged(read, date);
      const isSameCity = normaliseCity(read.location) === normaliseCity(location);
      const place = changes.place ?? (isSameCity ? read.weather.place : home);
      const moves =
        !isSameCity ||
        (changes.place !== undefined && changes.place !== read.weather.place) ||
        hourOf(read.createdAt) !== hourOf(lived.createdAt);
      if (moves) mayLookUp ??= await this.mayLookUp(userId);
      const weather = moves ? newStamp(mayLookUp, { location, place }, now) : undefined;
      const about = { entryId, userId, createdAt: textOf(lived) };
      const before = { ...about, createdAt: textOf(read) };
      // `updated` in any case, so that a consumer of changes needs no other event, and for both days of an entry that
      // moves from one to another; `relocated` is for the weather.
      const events = [
        newEvent('journal.entry.updated.v1', about),
        ...(read.day === lived.day ? [] : [newEvent('journal.entry.updated.v1', before)]),
        ...(weather?.status === 'pending'
          ? [
              newEvent('journal.entry.relocated.v1', {
                ...about,
                location,
                ...(place !== undefined && { place }),
                weatherKey: weather.key,
              }),
            ]
          : []),
      ];
      // Two edits of the same millisecond are two versions.
      const updatedAt = new Date(Math.max(now.getTime(), read.updatedAt.getTime() + 1));
      const { createdAt, offset, day } = lived;
      const edit = { ...written, createdAt, offset, day, updatedAt, ...(weather && { weather }) };
      const edited = await this.entries.edit(read, edit, events);
      // By how much it really grew: another edit may have come between the read and the write.
      const growth = edited ? bytesOf(edited.entry) - edited.bytesBefore : 0;
      await this.storage.release(userId, reservedBytes - growth);
      if (edited) return toEntryDto(edited.entry);
    }
  }

  /** Throws `not_found`, also for an entry that is deleted already, and `entry_changed` as `ifMatch` says. */
  async delete({ userId, entryId, ifMatch }: ChangeEntryRequest): Promise<void> {
    const read = await this.findOwn(userId, entryId);
    assertMatches(read, ifMatch);
    const event = newEvent('journal.entry.deleted.v1', {
      entryId,
      userId,
      createdAt: textOf(read),
    });
    const erased = await this.entries.replaceByTombstone(read, read.replayableUntil ?? new Date(), [event], {
      onlyThisVersion: ifMatch !== undefined,
    });
    // Gone, or changed in this moment: reading it again says which.
    if (!erased && ifMatch) assertMatches(await this.findOwn(userId, entryId), ifMatch);
    if (!erased) throw notFound();
    await this.storage.release(userId, bytesOf(erased));
  }

  /** Inserts the entry, or answers the one that has its id already. */
  private async store(entry: NewEntry): Promise<ReadableEntry> {
    const { userId, weather } = entry;
    const giveBackLookUp = async (): Promise<void> => {
      if (weather.status === 'pending') await this.lookUps.giveBack(userId);
    };
    try {
      await this.storage.reserve(userId, bytesOf(entry));
    } catch (error) {
      await giveBackLookUp();
      // A repeated request needs no space: its entry is there.
      const there = await this.findRepeated(entry);
      if (there) return there;
      throw error;
    }
    if (!(await this.entries.insert(entry, [entryCreatedEvent(entry)]))) {
      await giveBackLookUp();
      await this.storage.release(userId, bytesOf(entry));
      const there = await this.findRepeated(entry);
      if (!there) throw notFound();
      return there;
    }
    await this.erasure.assertNotTooLate(userId);
    return entry;
  }

  /**
   * The entry that an earlier request with the same key has made; null when there is none, or none any more. Throws
   * `idempotency_key_reused` when that request had another body.
   */
  private async findRepeated({ userId, _id, requestHash }: NewEntry): Promise<ReadableEntry | null> {
    if (!requestHash) return null;
    const existing = await this.entries.requestHashOf(_id);
    if (!existing) return null;
    assertSameBody(existing, { requestHash });
    return this.entries.find(userId, _id.toHexString());
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

/** The moment on the clocks of its place, for an event. */
const textOf = ({ createdAt, offset }: LivedTime): string => toLocalText(createdAt.getTime(), offset);

/** Hours since the epoch: the weather is that of an hour. */
const hourOf = (moment: Date): number => Math.floor(moment.getTime() / HOUR_MS);

const newStamp = (mayLookUp: boolean | undefined, where: Where, now: Date): WeatherStamp =>
  (mayLookUp ? pendingStamp : unavailableStamp)(where, now);

function assertMatches({ updatedAt }: ReadableEntry, ifMatch: string[] | undefined): void {
  if (ifMatch === undefined) return;
  const tag = entryTagOf({ updatedAt: updatedAt.toISOString() });
  if (ifMatch.includes('*') || ifMatch.includes(tag)) return;
  throw new DomainError('entry_changed', 'This entry has been changed since you read it.');
}

const notFound = (): DomainError => new DomainError('not_found', 'There is no such entry.');
