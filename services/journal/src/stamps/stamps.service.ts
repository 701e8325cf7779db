import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { toLocalText } from '@inner-weather/contracts/local-time';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { EntryRequest } from '@inner-weather/contracts/rpc/journal';
import { newEvent, type OutboxEvent } from '@inner-weather/platform/outbox/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { toEntryDto } from '../entries/entry.mapper.js';
import { LookUps } from './look-ups.js';
import type { Observed } from '../entries/new-stamp.js';
import { nextAfter, retryFrom, unansweredPauseOf } from './retry-times.js';
import { StampsRepository, type WaitingEntry } from './stamps.repository.js';

/** Entries that are processed at the same time. */
const BATCH = 100;

/** Reasons for which another look-up cannot help. All others may be temporary. */
const FINAL = new Set(['no_such_city', 'no_history']);

/** Stamps entries with their weather, and repeats the look-up for those that get no answer. */
@Injectable()
export class StampsService {
  private readonly logger = new Logger(StampsService.name);

  constructor(
    private readonly stamps: StampsRepository,
    private readonly entries: EntriesRepository,
    private readonly lookUps: LookUps,
    private readonly config: JournalConfig,
  ) {}

  /** The first of any number of answers for a key counts; an answer for an older key is ignored. */
  async stamp(entryId: string, weatherKey: string, observed: Observed, moment: Date): Promise<void> {
    await this.stamps.stamp(entryId, weatherKey, observed, moment);
    this.logger.debug({ entryId, msg: 'weather is known' });
  }

  /** The entry says so at once. Unless the reason is final, look-ups in the background follow for a while. */
  async stampUnavailable(entryId: string, weatherKey: string, reason: string): Promise<void> {
    const now = new Date();
    const isFinal = FINAL.has(reason);
    const retry = isFinal ? undefined : retryFrom(now, weatherKey, this.config.STAMP_RETRY_MS, this.config);
    const words = MESSAGES.weatherUnavailable;
    const stamped = await this.stamps.stampUnavailable(entryId, weatherKey, words, retry);
    this.logger.log({ entryId, stamped, isFinal, msg: 'weather is unavailable' });
    if (!stamped) await this.retryFailed(entryId, weatherKey, isFinal, now);
  }

  /**
   * Begins a new wait, as for a new entry, if the entry is `unavailable`. An entry that is waiting or has its weather
   * stays as it is. Throws `not_found`, `rate_limited`.
   */
  async lookUp({ userId, entryId }: EntryRequest): Promise<EntryDto> {
    const read = await this.findOwn(userId, entryId);
    if (read.weather.status !== 'unavailable') return toEntryDto(read);
    await this.lookUps.count(userId);
    await this.stamps.waitAnew(read, new Date(), [lookUpEvent(read)]);
    return toEntryDto(await this.findOwn(userId, entryId));
  }

  /**
   * Repeats the look-up for every stamp that has been pending for too long, under the same key. After the last allowed
   * attempt the stamp becomes `unavailable`. Any number of replicas may do this at once.
   */
  async reconcile(): Promise<void> {
    const now = new Date();
    const askedBefore = new Date(now.getTime() - this.config.STAMP_PATIENCE_MS);
    for (;;) {
      const waiting = await this.stamps.listWaiting(askedBefore, BATCH);
      // After this none of them is waiting since before `askedBefore`, so the next batch has others.
      await Promise.all(waiting.map((entry) => this.reconcileOne(entry, now)));
      if (waiting.length < BATCH) return;
    }
  }

  /**
   * Sends the look-ups that are due in the background: a limited number at a time, so that a provider that has just
   * recovered is not asked about all waiting entries at once. Any number of replicas may do this at once.
   */
  async retry(): Promise<void> {
    const now = new Date();
    const due = await this.stamps.listRetries(now, BATCH);
    await Promise.all(due.map((entry) => this.retryOne(entry, now)));
  }

  private async reconcileOne(entry: WaitingEntry, now: Date): Promise<void> {
    const entryId = entry._id.toHexString();
    const { key, attempts } = entry.weather;
    if (attempts >= this.config.STAMP_ATTEMPTS) {
      // There was no answer: the requests are still in a queue, and an answer will count when it comes.
      const retry = retryFrom(now, key, unansweredPauseOf(this.config), this.config);
      await this.stamps.stampUnavailable(entryId, key, MESSAGES.weatherUnavailable, retry);
      return;
    }
    const asked = await this.stamps.askAgain(entry, now, [lookUpEvent(entry)]);
    if (asked) this.logger.warn({ entryId, attempt: attempts + 1, msg: 'asking for the weather again' });
  }

  private async retryOne(entry: WaitingEntry, now: Date): Promise<void> {
    const { retryUntil } = entry.weather;
    if (!retryUntil || retryUntil < now) {
      await this.stamps.endRetries(entry);
      return;
    }
    // Without an answer the request is still in the queue, which must not fill up with copies of it.
    const nextAt = new Date(now.getTime() + unansweredPauseOf(this.config));
    const asked = await this.stamps.retry(entry, nextAt, [lookUpEvent(entry, { background: true })]);
    if (asked) this.logger.debug({ entryId: entry._id.toHexString(), msg: 'looking the weather up again' });
  }

  /** A look-up in the background has failed. */
  private async retryFailed(entryId: string, weatherKey: string, isFinal: boolean, now: Date): Promise<void> {
    const entry = await this.stamps.findRetrying(entryId, weatherKey);
    if (!entry) return;
    if (isFinal) await this.stamps.endRetries(entry);
    else await this.stamps.retrySooner(entry, nextAfter(entry.weather, now, this.config));
  }

  private async findOwn(userId: string, entryId: string) {
    const entry = await this.entries.find(userId, entryId);
    if (!entry) throw new DomainError('not_found', 'There is no such entry.');
    return entry;
  }
}

/** Requests the weather for the moment in which the entry was written, under the entry's current key. */
function lookUpEvent(
  { _id, userId, location, createdAt, offset, weather }: WaitingEntry,
  how: { background?: true } = {},
): OutboxEvent {
  return newEvent('journal.entry.relocated.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    location,
    ...(weather.place !== undefined && { place: weather.place }),
    weatherKey: weather.key,
    ...how,
  });
}
