import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/events';
import { EVENTS_EXCHANGE, type ServiceName } from '@inner-weather/contracts/topology';
import { Injectable } from '@nestjs/common';
import type { Message, Options } from 'amqplib';
import { inSpan } from '../telemetry/spans.js';
import type { Broker } from '../messaging/broker.js';
import { eventProperties, HEADER, type OutgoingEvent } from '../messaging/envelope.js';
import { NotSentError, Sender } from '../messaging/sender.js';
import { declareTolerantly } from '../messaging/tolerant-declaring.js';
import { declareTopology } from '../messaging/topology.js';

/** Milliseconds that the broker may take to confirm. */
const CONFIRM_TIMEOUT_MS = 5_000;

/**
 * Publishes messages that must not be lost. A promise resolves when the broker has confirmed that every queue bound to
 * the message's key holds it. It rejects when there was no queue, no room, no broker or no answer in time. The message
 * may or may not have arrived then: publish it again under the same id.
 */
@Injectable()
export class EventPublisher {
  private readonly sender: Sender;
  /** Messages that no queue took, by an id of their own: one event may be published twice at the same time. */
  private readonly returned = new Set<string>();

  constructor(
    broker: Broker,
    private readonly service: ServiceName,
    delayFactor: number,
  ) {
    this.sender = new Sender(broker.publishing, {
      label: 'events',
      open: (model) => model.createConfirmChannel(),
      setUp: async ({ channel, model }) => {
        channel.on('return', (message: Message) => this.returned.add(publishingId(message)));
        await declareTolerantly(model, (declaring) => declareTopology(declaring, service, delayFactor));
      },
    });
  }

  /** Publishes one event. A handler that may run twice gives an `eventId`, so that both runs publish the same event. */
  async publish<Name extends EventName>(
    name: Name,
    payload: EventMap[Name],
    options: { eventId?: string } = {},
  ): Promise<void> {
    await this.publishEvent({ id: options.eventId ?? randomUUID(), type: name, payload });
  }

  /** Publishes an event that was created earlier, from an outbox. */
  async publishEvent(event: OutgoingEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event.payload));
    const properties = eventProperties(event, this.service);
    await this.traced(EVENTS_EXCHANGE, event.type, body, properties, event.context?.traceparent);
  }

  /** Puts a message into one queue: a retry queue or a DLQ. */
  async sendToQueue(queue: string, body: Buffer, properties: Options.Publish): Promise<void> {
    await this.traced('', queue, body, properties);
  }

  /** The message carries the span of its publication, which becomes the parent of its consumers' spans. */
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
    // Fails at once: the event waits in an outbox or a queue anyway.
    if (this.sender.isUnavailable)
      return Promise.reject(new NotSentError('the broker takes nothing for now'));
    const id = randomUUID();
    const headers = { ...(properties.headers as Record<string, unknown>), [PUBLISHING_ID]: id };
    const options = { ...properties, headers, persistent: true, mandatory: true };
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(reject, CONFIRM_TIMEOUT_MS, new Error('the broker did not confirm in time'));
      const onConfirm = (error: unknown): void => {
        clearTimeout(timer);
        // The broker returns a message that no queue took, and confirms it afterwards.
        const unroutable = this.returned.delete(id);
        if (error) reject(error instanceof Error ? error : new Error('the broker refused the message'));
        else if (unroutable) reject(new Error(`no queue takes ${key}`));
        else resolve();
      };
      this.sender
        .send(CONFIRM_TIMEOUT_MS, (channel) => channel.publish(exchange, key, body, options, onConfirm))
        .catch(onConfirm);
    });
  }
}

const PUBLISHING_ID = 'x-publishing-id';

const publishingId = (message: Message) => String(message.properties.headers?.[PUBLISHING_ID]);
