import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { toLocalText } from '@inner-weather/domain/time/local-time';
import { WEATHER_UNAVAILABLE } from '@inner-weather/domain/weather/weather-unavailable';
import type { EntryRequest } from '@inner-weather/contracts/rpc/journal';
import { newEvent, type OutboxEvent } from '@inner-weather/platform/outbox/outbox';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Injectable, Logger } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesRepository } from '../entries/entries.repository.js';
import { toEntryDto } from '../entries/entry.mapper.js';
import { LookUps } from './look-ups.js';
import type { Observed } from '../entries/new-stamp.js';
import { nextAfter, retryFrom, unansweredPauseOf } from './retry-times.js';
import { StampsRepository, type WaitingEntry } from './stamps.repository.js';

/** The most entries that one check processes. */
const BATCH = 100;

/** Reasons after which another look-up cannot succeed. All others may be temporary. */
const FINAL = new Set(['no_such_city', 'no_history']);

/** Stores the weather of entries, and repeats look-ups that failed or got no answer. */
@Injectable()
export class StampsService {
  private readonly logger = new Logger(StampsService.name);

  constructor(
    private readonly stamps: StampsRepository,
    private readonly entries: EntriesRepository,
    private readonly lookUps: LookUps,
    private readonly config: JournalConfig,
  ) {}

  /** Stores the first answer for a key, and ignores answers for older keys. */
  async stamp(entryId: string, weatherKey: string, observed: Observed, moment: Date): Promise<void> {
    await this.stamps.stamp(entryId, weatherKey, observed, moment);
    this.logger.debug({ entryId, msg: 'weather is known' });
  }

  /** Marks the entry immediately. Unless the reason is final, background look-ups follow for a while. */
  async stampUnavailable(entryId: string, weatherKey: string, reason: string): Promise<void> {
    const now = new Date();
    const isFinal = FINAL.has(reason);
    const retry = isFinal ? undefined : retryFrom(now, weatherKey, this.config.STAMP_RETRY_MS, this.config);
    const words = WEATHER_UNAVAILABLE.message;
    const stampedEntry = await this.stamps.stampUnavailable(entryId, weatherKey, words, retry);
    this.logger.log({ entryId, stamped: stampedEntry, isFinal, msg: 'weather is unavailable' });
    if (!stampedEntry) await this.retryFailed(entryId, weatherKey, isFinal, now);
  }

  /**
   * Restarts the look-up of an `unavailable` entry. A pending or ready entry stays as it is. Throws `not_found`,
   * `rate_limited`.
   */
  async lookUp({ userId, entryId }: EntryRequest): Promise<EntryDto> {
    const existing = await this.findOwn(userId, entryId);
    if (existing.weather.status !== 'unavailable') return toEntryDto(existing);
    await this.lookUps.count(userId);
    await this.stamps.restartLookUp(existing, new Date(), [lookUpEvent(existing)]);
    return toEntryDto(await this.findOwn(userId, entryId));
  }

  /**
   * Repeats every look-up that has been pending for too long, under the same key. After the last allowed attempt the
   * entry becomes `unavailable`. Replicas may run this concurrently.
   */
  async reconcile(): Promise<void> {
    const now = new Date();
    const askedBefore = new Date(now.getTime() - this.config.STAMP_PATIENCE_MS);
    for (;;) {
      const waitingEntries = await this.stamps.listWaiting(askedBefore, BATCH);
      // This updates `requestedAt` of all of them, so the next batch holds other entries.
      await Promise.all(waitingEntries.map((entry) => this.reconcileOne(entry, now)));
      if (waitingEntries.length < BATCH) return;
    }
  }

  /**
   * Sends the background look-ups that are due: a limited number at a time, so that a provider that has just recovered
   * does not receive all of them at once. Replicas may run this concurrently.
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
      // The requests are still in the queue, and a late answer will be stored.
      const retry = retryFrom(now, key, unansweredPauseOf(this.config), this.config);
      await this.stamps.stampUnavailable(entryId, key, WEATHER_UNAVAILABLE.message, retry);
      return;
    }
    const isRecorded = await this.stamps.askAgain(entry, now, [lookUpEvent(entry)]);
    if (isRecorded) this.logger.warn({ entryId, attempt: attempts + 1, msg: 'asking for the weather again' });
  }

  private async retryOne(entry: WaitingEntry, now: Date): Promise<void> {
    const { retryUntil } = entry.weather;
    if (!retryUntil || retryUntil < now) {
      await this.stamps.endRetries(entry);
      return;
    }
    // An unanswered request is still in the queue, which must not fill up with copies of it.
    const nextAt = new Date(now.getTime() + unansweredPauseOf(this.config));
    const isRecorded = await this.stamps.retry(entry, nextAt, [lookUpEvent(entry, { background: true })]);
    if (isRecorded)
      this.logger.debug({ entryId: entry._id.toHexString(), msg: 'looking the weather up again' });
  }

  /** Schedules the next look-up after a failed one, or ends them. */
  private async retryFailed(entryId: string, weatherKey: string, isFinal: boolean, now: Date): Promise<void> {
    const entry = await this.stamps.findRetrying(entryId, weatherKey);
    if (!entry) return;
    if (isFinal) await this.stamps.endRetries(entry);
    else await this.stamps.retrySooner(entry, nextAfter(entry.weather, now, this.config));
  }

  private async findOwn(userId: string, entryId: string) {
    const entry = await this.entries.find(userId, entryId);
    if (!entry) throw new DomainError('not_found', problem(JOURNAL_PROBLEMS.no_such_entry));
    return entry;
  }
}

/** Requests the weather for the entry's moment, under its current key. */
function lookUpEvent(
  { _id, userId, location, createdAt, offset, day, weather }: WaitingEntry,
  options: { background?: true } = {},
): OutboxEvent {
  return newEvent('journal.entry.relocated.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    day,
    location,
    ...(weather.place !== undefined && { place: weather.place }),
    weatherKey: weather.key,
    ...options,
  });
}
