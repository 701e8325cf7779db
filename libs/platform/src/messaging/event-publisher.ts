import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/events';
import { EVENTS_EXCHANGE, type ServiceName } from '@inner-weather/contracts/topology';
import { Injectable, Logger } from '@nestjs/common';
import type { ConfirmChannel, Message, Options } from 'amqplib';
import { inSpan } from '../telemetry/spans.js';
import type { Broker } from './broker.js';
import { eventProperties, HEADER, type OutgoingEvent } from './envelope.js';
import { declareTopology } from './topology.js';

/** Milliseconds that the broker may take to confirm. */
const CONFIRM_TIMEOUT_MS = 5_000;

/**
 * Publishes what must not be lost. A promise resolves after the broker has confirmed that every queue which wants
 * the message holds it; it rejects when there was no queue, no room, no broker or no answer in time, and then the
 * message may or may not have arrived: publish it again under the same id.
 */
@Injectable()
export class EventPublisher {
  private readonly logger = new Logger(EventPublisher.name);
  private channel?: ConfirmChannel;
  /** Messages on their way, by a number of our own: one event id can be on its way twice. */
  private readonly returned = new Set<string>();

  constructor(
    broker: Broker,
    private readonly service: ServiceName,
    delayFactor: number,
  ) {
    broker.publishing.use(async (model) => {
      const channel = await model.createConfirmChannel();
      channel.on('error', (error) => this.logger.warn(error.message));
      channel.on('close', () => {
        if (this.channel !== channel) return;
        this.channel = undefined;
        broker.publishing.reset('the publishing channel was closed');
      });
      channel.on('return', (message: Message) => this.returned.add(publishingId(message)));
      await declareTopology(channel, service, delayFactor);
      this.channel = channel;
    });
    broker.publishing.on('down', () => (this.channel = undefined));
  }

  /** Publishes one event. Give `eventId` where a handler may run again, so that both runs mean one event. */
  async publish<Name extends EventName>(
    name: Name,
    payload: EventMap[Name],
    options: { eventId?: string } = {},
  ): Promise<void> {
    await this.publishEvent({ id: options.eventId ?? randomUUID(), type: name, payload });
  }

  /** Publishes an event that was made earlier, from an outbox. */
  async publishEvent(event: OutgoingEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event.payload));
    const properties = eventProperties(event, this.service);
    await this.traced(EVENTS_EXCHANGE, event.type, body, properties, event.context?.traceparent);
  }

  /** Puts a message into one queue: a retry queue or a DLQ. */
  async sendToQueue(queue: string, body: Buffer, properties: Options.Publish): Promise<void> {
    await this.traced('', queue, body, properties);
  }

  /** Answers a call: at most once, since a lost answer is the deadline's business. */
  reply(replyTo: string, body: Buffer, properties: Options.Publish): void {
    this.channel?.publish('', replyTo, body, properties);
  }

  /** The message carries the span of its publication, so that what its consumers do hangs below that. */
  private traced(
    exchange: string,
    key: string,
    body: Buffer,
    properties: Options.Publish,
    parent?: string,
  ): Promise<void> {
    const attributes = {
      'messaging.system.name': 'rabbitmq',
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'send',
      'messaging.destination.name': exchange || key,
      'rabbitmq.destination.routing_key': key,
      'messaging.message.id': properties.messageId,
      'messaging.message.conversation_id': properties.correlationId,
      'messaging.message.body.size': body.length,
    };
    return inSpan(`publish ${key}`, { kind: 'producer', attributes, parent }, ({ traceparent }) => {
      const headers = properties.headers as Record<string, unknown>;
      const traced = traceparent ? { ...headers, [HEADER.trace]: traceparent } : headers;
      return this.send(exchange, key, body, { ...properties, headers: traced });
    });
  }

  private send(exchange: string, key: string, body: Buffer, properties: Options.Publish): Promise<void> {
    const channel = this.channel;
    if (!channel) return Promise.reject(new Error('not connected to the broker'));
    const id = randomUUID();
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(reject, CONFIRM_TIMEOUT_MS, new Error('the broker did not confirm in time'));
      const headers = { ...(properties.headers as Record<string, unknown>), [PUBLISHING_ID]: id };
      channel.publish(
        exchange,
        key,
        body,
        { ...properties, headers, persistent: true, mandatory: true },
        (error) => {
          clearTimeout(timer);
          // A message that no queue took is returned first and confirmed afterwards.
          const unroutable = this.returned.delete(id);
          if (error) reject(error instanceof Error ? error : new Error('the broker refused the message'));
          else if (unroutable) reject(new Error(`no queue takes ${key}`));
          else resolve();
        },
      );
    });
  }
}

const PUBLISHING_ID = 'x-publishing-id';

const publishingId = (message: Message) => String(message.properties.headers?.[PUBLISHING_ID]);
