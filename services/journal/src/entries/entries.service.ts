import type { CreateEntryDto, EntryDto } from '@inner-weather/contracts/entries.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type {
  CreateEntryRequest,
  EntryRequest,
  SearchEntriesRequest,
  UpdateEntryRequest,
} from '@inner-weather/contracts/rpc';
import { dayBounds } from '@inner-weather/platform/day-bounds';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { RawReply } from '@inner-weather/platform/messaging/raw-reply';
import { canonicalHash } from '@inner-weather/platform/mongo/canonical-hash';
import { IDEMPOTENCY_KEY_TTL_MS } from '@inner-weather/platform/mongo/idempotency-key.schema';
import { IdempotencyKeys } from '@inner-weather/platform/mongo/idempotency-keys';
import { newEvent } from '@inner-weather/platform/mongo/outbox';
import { decodeCursor, encodeCursor } from '@inner-weather/platform/mongo/page-cursor';
import { Injectable, Logger } from '@nestjs/common';
import { normaliseCity } from './city.js';
import { EntriesRepository } from './entries.repository.js';
import { toEntryDto } from './entry.mapper.js';
import type { ReadableEntry } from './entry.schema.js';
import { created, known, type NewEntry, pending } from './new-entry.js';

/** Bytes of entries in one answer: half of what a broker takes as one message by default (16 MiB on RabbitMQ 4). */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** For how much longer than its key a tombstone stays: longer than any request that has read the key can still run. */
const TOMBSTONE_MARGIN_MS = 60 * 60_000;

/** What a signed-in person does with entries. */
@Injectable()
export class EntriesService {
  private readonly logger = new Logger(EntriesService.name);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly keys: IdempotencyKeys,
    private readonly dataKeys: DataKeys,
    private readonly fields: FieldEncryption,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Stores an entry. Under an Idempotency-Key, whatever number of requests makes one entry:
   *
   * 1. The key's document comes first, with an entry id made in advance; its `_id` decides which request's it is,
   *    and all of them read the same one. A crash here leaves a key without an entry, and the next request goes on.
   * 2. The entry is inserted under that id. Only one insert can succeed; every other finds the entry there. A crash
   *    after it leaves nothing undone, since nothing follows.
   * 3. A deleted entry leaves a tombstone under its id for as long as its key can be read (and an hour more, for a
   *    request that has read it and is slow), so a replay's insert meets the tombstone and never brings the entry
   *    back. Key and tombstone go by the same clock: no order of clean-ups matters.
   *
   * A replay answers the entry as it is now. Throws `idempotency_key_reused` for another body, `not_found` when the
   * entry has been deleted, `unauthenticated` when the account has.
   */
  async create({ userId, entry, idempotencyKey }: CreateEntryRequest): Promise<EntryDto> {
    if (!idempotencyKey) return toEntryDto(await this.store({ _id: this.entries.newId(), userId }, entry));
    const bodyHash = await this.fields.fingerprint(userId, entry);
    const use = await this.keys.reserve(userId, idempotencyKey, bodyHash);
    // A key from before encryption holds a plain hash; a save that is tried again across the update finds it.
    if (use.bodyHash !== bodyHash && use.bodyHash !== canonicalHash(entry)) {
      throw new DomainError('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
    }
    const replayableUntil = new Date(use.createdAt.getTime() + IDEMPOTENCY_KEY_TTL_MS + TOMBSTONE_MARGIN_MS);
    return toEntryDto(await this.store({ _id: use.targetId, userId, replayableUntil }, entry));
  }

  /**
   * Changes what the writer wrote. The weather stays as it is, and a stamp that arrives meanwhile is kept, unless
   * the entry moves to another city: then a new wait begins. Throws `not_found`.
   */
  async update({ userId, entryId, changes }: UpdateEntryRequest): Promise<EntryDto> {
    const { content, inputMood, location, neverSendToAi } = changes;
    // Each turn means that another edit of this entry has moved it between our read and our write.
    for (;;) {
      const read = await this.findOwn(userId, entryId);
      const now = new Date();
      const weather =
        normaliseCity(read.location) === normaliseCity(location) ? undefined : pending(location, now);
      const about = { entryId, userId, createdAt: read.createdAt.toISOString() };
      // `updated` always, so that whoever follows changes needs only that; `relocated` besides, for the weather.
      const events = [
        newEvent('journal.entry.updated.v1', about),
        ...(weather
          ? [newEvent('journal.entry.relocated.v1', { ...about, location, weatherKey: weather.key })]
          : []),
      ];
      const edit = {
        content,
        inputMood,
        location,
        updatedAt: now,
        ...(neverSendToAi !== undefined && { neverSendToAi }),
        ...(weather && { weather }),
      };
      const edited = await this.entries.edit(read, edit, events);
      if (edited) return toEntryDto(edited);
    }
  }

  /** Throws `not_found`, for an entry that was deleted already too. */
  async delete({ userId, entryId }: EntryRequest): Promise<void> {
    const read = await this.findOwn(userId, entryId);
    const event = newEvent('journal.entry.deleted.v1', {
      entryId,
      userId,
      createdAt: read.createdAt.toISOString(),
    });
    const buried = await this.entries.bury(read, read.replayableUntil ?? new Date(), [event]);
    if (!buried) throw notFound();
  }

  /**
   * The entries of a range of days, newest first, as JSON. Ends after `limit` entries, or where the answer would
   * grow too large for one message, and then names the next page. Throws `validation_failed`.
   */
  async search({ userId, startDate, endDate, tz, limit, cursor }: SearchEntriesRequest): Promise<RawReply> {
    if (startDate > endDate) {
      throw new DomainError('validation_failed', [
        { msg: 'Date From must not be after Date To', field: 'startDate' },
      ]);
    }
    const bounds = dayBounds(startDate, endDate, tz);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const [total, page] = await Promise.all([
      this.entries.count(userId, bounds),
      readPage(this.entries.list(userId, bounds, after, limit && limit + 1), limit),
    ]);
    return new RawReply(page.body, {
      total: String(total),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    });
  }

  /** For an account that was deleted; its events that are not out yet go too, since everybody hears of the account. */
  async deleteEverythingOf(userId: string): Promise<void> {
    // The key first: what is written from here on finds it destroyed, and deletes itself.
    await this.dataKeys.destroy(userId);
    await this.purge(userId);
  }

  /** Deletes what is left of an account whose key is destroyed. */
  async purge(userId: string): Promise<void> {
    const entries = await this.entries.deleteOfUser(userId);
    await this.keys.deleteOfUser(userId);
    await this.limiter.forget(userId);
    this.logger.log({ userId, entries, msg: 'deleted what belonged to an account' });
  }

  /** Inserts, or answers what is there under the id already. */
  private async store(
    ids: Pick<ReadableEntry, '_id' | 'userId' | 'replayableUntil'>,
    { content, inputMood = '', location, weatherData, neverSendToAi = false }: CreateEntryDto,
  ): Promise<ReadableEntry> {
    const now = new Date();
    const entry: NewEntry = {
      ...ids,
      schemaVersion: 1,
      content,
      inputMood,
      location,
      weather: weatherData?.trim() ? known('ready', weatherData, location, now) : pending(location, now),
      neverSendToAi,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await this.entries.insert(entry, [created(entry)]))) {
      return this.findOwn(ids.userId, ids._id.toHexString());
    }
    await this.assertNotTooLate(ids.userId);
    return entry;
  }

  /** After an insert: an account that was deleted meanwhile may have been looked through before it. */
  async assertNotTooLate(userId: string): Promise<void> {
    if (await this.dataKeys.isAlive(userId)) return;
    await this.purge(userId);
    throw new DomainError('unauthenticated', 'This account does not exist any more.');
  }

  private async findOwn(userId: string, entryId: string): Promise<ReadableEntry> {
    const entry = await this.entries.find(userId, entryId);
    if (!entry) throw notFound();
    return entry;
  }
}

const notFound = (): DomainError => new DomainError('not_found', 'There is no such entry.');

/** Turns entries into JSON until the page is full. */
async function readPage(
  entries: ReturnType<EntriesRepository['list']>,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ body: Buffer; nextCursor?: string }> {
  const parts: string[] = [];
  let bytes = 0;
  let last: { createdAt: Date; id: string } | undefined;
  let nextCursor: string | undefined;
  for await (const entry of entries) {
    const json = JSON.stringify(toEntryDto(entry));
    bytes += Buffer.byteLength(json) + 1;
    if (last && (parts.length === limit || bytes > ANSWER_BYTES_MAX)) {
      nextCursor = encodeCursor(last);
      break;
    }
    parts.push(json);
    last = { createdAt: entry.createdAt, id: entry._id.toHexString() };
  }
  return { body: Buffer.from(`[${parts.join(',')}]`), ...(nextCursor && { nextCursor }) };
}
