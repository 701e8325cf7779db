import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type {
  CreateEntryRequest,
  EntryRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc/journal';
import { newEvent } from '@inner-weather/platform/outbox/outbox';
import { Injectable } from '@nestjs/common';
import { ErasureService } from '../erasure/erasure.service.js';
import { EntryIds, keyReused } from '../idempotency/entry-ids.service.js';
import { normaliseCity } from '../stamps/city.js';
import { LookUps } from '../stamps/look-ups.js';
import { pendingStamp, readyStamp, unavailableStamp, type Where } from '../stamps/new-stamp.js';
import { bytesOf } from '../storage/entry-bytes.js';
import { StorageService } from '../storage/storage.service.js';
import { EntriesRepository } from './entries.repository.js';
import { toEntryDto, toWritten } from './entry.mapper.js';
import type { ReadableEntry, WeatherStamp } from './entry.schema.js';
import { entryCreatedEvent, type NewEntry, toNewEntry } from './new-entry.js';

const HOUR_MS = 60 * 60_000;

/** What a signed-in person does with entries. */
@Injectable()
export class EntriesService {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly ids: EntryIds,
    private readonly erasure: ErasureService,
    private readonly storage: StorageService,
    private readonly lookUps: LookUps,
  ) {}

  /**
   * Stores an entry, once under an Idempotency-Key (EntryIds says how). A repeated request gets the entry as it is
   * now. Throws `idempotency_key_reused`, `not_found` when the entry has been deleted since, `unauthenticated` when
   * the account has, and `quota_exceeded` when the account is full.
   */
  async create({ userId, entry: sent, place: home, idempotencyKey }: CreateEntryRequest): Promise<EntryDto> {
    const id = await this.ids.forNew(userId, sent, idempotencyKey);
    const now = new Date();
    const { weatherData, location, place = home, date } = sent;
    const where = { location, place };
    const weather = weatherData?.trim()
      ? readyStamp({ text: weatherData }, where, now)
      : newStamp(await this.mayLookUp(userId), where, now);
    const entry = toNewEntry(sent, {
      ...id,
      userId,
      weather,
      createdAt: date ? new Date(date) : now,
      updatedAt: now,
    });
    return toEntryDto(await this.store(entry));
  }

  /**
   * Changes what the writer wrote, and the moment that the entry belongs to where a `date` was sent. The weather stays
   * as it is, and a stamp that arrives meanwhile is kept, unless the entry moves to another place or another hour: then
   * a new wait begins. Within its city it stays at the same place unless another was chosen. Throws `not_found`, and `quota_exceeded` when the entry grows beyond what the account may store.
   */
  async update({ userId, entryId, changes, place: home }: UpdateEntryRequest): Promise<EntryDto> {
    const { location, date } = changes;
    const written = toWritten(changes);
    let mayLookUp: boolean | undefined;
    // Another round means that another edit has moved this entry to a different place or time between our read and our write.
    for (;;) {
      const read = await this.findOwn(userId, entryId);
      const now = new Date();
      const taken = Math.max(0, bytesOf({ ...read, ...written }) - bytesOf(read));
      await this.storage.beginChange(userId, taken);
      const createdAt = date ? new Date(date) : read.createdAt;
      const isSameCity = normaliseCity(read.location) === normaliseCity(location);
      const place = changes.place ?? (isSameCity ? read.weather.place : home);
      const moves =
        !isSameCity ||
        (changes.place !== undefined && changes.place !== read.weather.place) ||
        hourOf(read.createdAt) !== hourOf(createdAt);
      if (moves) mayLookUp ??= await this.mayLookUp(userId);
      const weather = moves ? newStamp(mayLookUp, { location, place }, now) : undefined;
      const about = { entryId, userId, createdAt: createdAt.toISOString() };
      const before = { ...about, createdAt: read.createdAt.toISOString() };
      // `updated` in any case, so that a consumer of changes needs no other event, and for both days of an entry that
      // moves from one to another; `relocated` is for the weather.
      const events = [
        newEvent('journal.entry.updated.v1', about),
        ...(before.createdAt === about.createdAt ? [] : [newEvent('journal.entry.updated.v1', before)]),
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
      const edit = { ...written, ...(date && { createdAt }), updatedAt: now, ...(weather && { weather }) };
      const edited = await this.entries.edit(read, edit, events);
      // By how much it really grew: another edit may have come between the read and the write.
      const grown = edited ? bytesOf(edited.entry) - edited.bytesBefore : 0;
      await this.storage.endChange(userId, taken - grown);
      if (edited) return toEntryDto(edited.entry);
    }
  }

  /** Throws `not_found`, also for an entry that is deleted already. */
  async delete({ userId, entryId }: EntryRequest): Promise<void> {
    const read = await this.findOwn(userId, entryId);
    const event = newEvent('journal.entry.deleted.v1', {
      entryId,
      userId,
      createdAt: read.createdAt.toISOString(),
    });
    await this.storage.beginChange(userId, 0);
    const erased = await this.entries.replaceByTombstone(read, read.replayableUntil ?? new Date(), [event]);
    await this.storage.endChange(userId, erased ? bytesOf(erased) : 0);
    if (!erased) throw notFound();
  }

  /** Inserts the entry, or answers the one that has its id already. */
  private async store(entry: NewEntry): Promise<ReadableEntry> {
    const { userId, weather } = entry;
    const giveBackLookUp = async (): Promise<void> => {
      if (weather.status === 'pending') await this.lookUps.giveBack(userId);
    };
    try {
      await this.storage.beginChange(userId, bytesOf(entry));
    } catch (error) {
      await giveBackLookUp();
      // A repeated request needs no space: its entry is there.
      const there = await this.findRepeated(entry);
      if (there) return there;
      throw error;
    }
    if (!(await this.entries.insert(entry, [entryCreatedEvent(entry)]))) {
      await giveBackLookUp();
      await this.storage.endChange(userId, bytesOf(entry));
      const there = await this.findRepeated(entry);
      if (!there) throw notFound();
      return there;
    }
    await Promise.all([this.erasure.assertNotTooLate(userId), this.storage.endChange(userId, 0)]);
    return entry;
  }

  /**
   * The entry that an earlier request with the same key has made; null when there is none, or none any more. Throws
   * `idempotency_key_reused` when that request had another body.
   */
  private async findRepeated({ userId, _id, requestHash }: NewEntry): Promise<ReadableEntry | null> {
    if (!requestHash) return null;
    const made = await this.entries.requestHashOf(_id);
    // Entries of versions up to 0.2.0 have no fingerprint: EntryIds has compared the one of their key.
    if (made?.requestHash && made.requestHash !== requestHash) throw keyReused();
    return made && this.entries.find(userId, _id.toHexString());
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

/** Hours since the epoch: the weather is that of an hour. */
const hourOf = (moment: Date): number => Math.floor(moment.getTime() / HOUR_MS);

const newStamp = (mayLookUp: boolean | undefined, where: Where, now: Date): WeatherStamp =>
  (mayLookUp ? pendingStamp : unavailableStamp)(where, now);

const notFound = (): DomainError => new DomainError('not_found', 'There is no such entry.');
