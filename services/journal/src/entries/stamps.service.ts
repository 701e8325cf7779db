import { MESSAGES } from '@inner-weather/contracts/messages';
import { newEvent } from '@inner-weather/platform/mongo/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { JournalConfig } from '../config.js';
import { EntriesRepository, type WaitingEntry } from './entries.repository.js';

/** Waiting entries that one look takes at a time. */
const BATCH = 100;

/** Brings the weather onto entries, and looks after those that wait for it in vain. */
@Injectable()
export class StampsService {
  private readonly logger = new Logger(StampsService.name);

  constructor(
    private readonly entries: EntriesRepository,
    private readonly config: JournalConfig,
  ) {}

  /** Of any number of answers to one wish the first counts; an answer to an older wish counts for nothing. */
  async stamp(entryId: string, weatherKey: string, condition: string): Promise<void> {
    const stamped = await this.entries.stamp(entryId, weatherKey, { status: 'ready', text: condition });
    this.logger.debug({ entryId, stamped, msg: 'weather is known' });
  }

  async stampUnavailable(entryId: string, weatherKey: string): Promise<void> {
    const outcome = { status: 'unavailable', text: MESSAGES.weatherUnavailable } as const;
    const stamped = await this.entries.stamp(entryId, weatherKey, outcome);
    this.logger.log({ entryId, stamped, msg: 'weather is unavailable' });
  }

  /**
   * Asks again for every stamp that has been pending for too long, under the same key, and gives up on those that
   * were asked for often enough. Any number of replicas may do it at once.
   */
  async reconcile(): Promise<void> {
    const now = new Date();
    const askedBefore = new Date(now.getTime() - this.config.STAMP_PATIENCE_MS);
    for (;;) {
      const waiting = await this.entries.listWaiting(askedBefore, BATCH);
      // Each of these moves on here or is another replica's by now, so the next look finds others.
      for (const entry of waiting) await this.reconcileOne(entry, now);
      if (waiting.length < BATCH) return;
    }
  }

  private async reconcileOne(entry: WaitingEntry, now: Date): Promise<void> {
    const entryId = entry._id.toHexString();
    if (entry.weather.attempts >= this.config.STAMP_ATTEMPTS) {
      await this.stampUnavailable(entryId, entry.weather.key);
      return;
    }
    const event = newEvent('journal.entry.relocated.v1', {
      entryId,
      userId: entry.userId,
      createdAt: entry.createdAt.toISOString(),
      location: entry.location,
      weatherKey: entry.weather.key,
    });
    const asked = await this.entries.askAgain(entry, now, [event]);
    if (asked)
      this.logger.warn({ entryId, attempt: entry.weather.attempts + 1, msg: 'asking for the weather again' });
  }
}
