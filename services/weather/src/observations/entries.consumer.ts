import { createHash } from 'node:crypto';
import {
  type EventName,
  JournalEntryCreatedV1,
  JournalEntryRelocatedV1,
} from '@inner-weather/contracts/messaging/events';
import { EventContext } from '@inner-weather/platform/events/event-context';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type Observation, ObservationsService } from './observations.service.js';
import { LookUpError, type LookUpFailure } from '../providers/look-up-error.js';

type Wanted = Pick<
  JournalEntryRelocatedV1,
  'entryId' | 'weatherKey' | 'location' | 'place' | 'createdAt' | 'background'
>;

/**
 * Answers every entry that waits for its weather with an event: the weather of the hour in which it was written, or
 * the reason why there is none.
 */
@Controller()
export class EntriesConsumer {
  private readonly logger = new Logger(EntriesConsumer.name);

  constructor(
    private readonly observations: ObservationsService,
    private readonly events: EventPublisher,
  ) {}

  @EventPattern<EventName>('journal.entry.created.v1')
  async onCreated(@Payload() entry: JournalEntryCreatedV1, @Ctx() context: EventContext): Promise<void> {
    if (entry.weatherStatus === 'pending') await this.answer(entry, context);
  }

  @EventPattern<EventName>('journal.entry.relocated.v1')
  async onRelocated(@Payload() entry: JournalEntryRelocatedV1, @Ctx() context: EventContext): Promise<void> {
    await this.answer(entry, context);
  }

  private async answer(entry: Wanted, context: EventContext): Promise<void> {
    const { location: city, place, createdAt, background = false } = entry;
    try {
      const moment = new Date(createdAt);
      const observation = await this.observations.observe({ city, place, moment, background });
      await this.tellReady(entry, observation);
    } catch (error) {
      const failure = failureOf(error);
      // A background look-up is repeated by journal, and must not fill the retry queues.
      if (failure === 'provider_unavailable' && !background && !context.lastAttempt) throw error;
      const { attempt, eventId } = context;
      this.logger.warn({
        entryId: entry.entryId,
        eventId,
        attempt,
        failure,
        msg: 'no weather for this entry',
      });
      await this.tellFailed(entry, failure);
    }
  }

  private tellReady(
    { entryId, weatherKey, createdAt: moment }: Wanted,
    { observedAt, condition, temperature, provider, place }: Observation,
  ): Promise<void> {
    const observed = { condition, temperature, place, provider, observedAt: observedAt.toISOString() };
    const payload = { entryId, weatherKey, ...observed, moment };
    return this.events.publish('weather.observation.ready.v1', payload, {
      eventId: eventIdOf('ready', entryId, weatherKey),
    });
  }

  private tellFailed({ entryId, weatherKey }: Wanted, reason: LookUpFailure): Promise<void> {
    const eventId = eventIdOf('failed', entryId, weatherKey);
    return this.events.publish('weather.observation.failed.v1', { entryId, weatherKey, reason }, { eventId });
  }
}

/** An error that does not come from the provider counts as temporary. */
function failureOf(error: unknown): LookUpFailure {
  return error instanceof LookUpError ? error.failure : 'provider_unavailable';
}

/** The same for every look-up of one request, so that consumers recognise a duplicate. */
function eventIdOf(kind: string, entryId: string, weatherKey: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([kind, entryId, weatherKey]))
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
