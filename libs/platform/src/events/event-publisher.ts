import { randomUUID } from 'node:crypto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE, routingKeyOf, type ServiceName } from '@inner-weather/contracts/messaging/topology';
import { Injectable } from '@nestjs/common';
import type { Message, Options } from 'amqplib';
import { currentContext, newContext } from '../context.js';
import { inSpan } from '../telemetry/spans.js';
import type { Broker } from '../messaging/broker.js';
import { eventProperties, HEADER, type OutgoingEvent } from '../messaging/envelope.js';
import { Sender } from '../messaging/sender.js';
import { declareTolerantly } from '../messaging/tolerant-declaring.js';
import { declareTopology } from '../messaging/topology.js';

const CONFIRM_TIMEOUT_MS = 5_000;
/**
 * Milliseconds to wait for a channel that accepts messages. Long enough for a process or a broker that has just started
 * to open one. After that, the event stays in its outbox or queue until the next attempt.
 */
const ROOM_TIMEOUT_MS = 2_000;

/**
 * Publishes messages that must not be lost. The promise resolves when the broker has confirmed that every queue bound
 * to the routing key holds the message. It rejects if there is no queue or broker, or no confirmation in time. In that
 * case the message may have arrived or not, so publish it again under the same id.
 */
@Injectable()
export class EventPublisher {
  private readonly sender: Sender;
  /** Unroutable messages by publishing id. The event id would not do: one event may be published twice concurrently. */
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

  /** Publishes an event from an outbox. */
  async publishEvent(event: OutgoingEvent): Promise<void> {
    const { id, type, payload } = event;
    const key = routingKeyOf(type, payload);
    const context = event.context ?? currentContext() ?? newContext();
    const about = { id, correlationId: context.correlationId };
    await traced(EVENTS_EXCHANGE, key, about, context.traceparent, (traceparent) => {
      const outgoing = { ...event, context: { ...context, traceparent: traceparent ?? context.traceparent } };
      const properties = eventProperties(outgoing, this.service);
      return this.send(EVENTS_EXCHANGE, key, Buffer.from(JSON.stringify(payload)), properties);
    });
  }

  /** Sends a message directly to a retry queue or a DLQ. */
  async sendToQueue(queue: string, body: Buffer, properties: Options.Publish): Promise<void> {
    const { messageId: id, correlationId } = properties;
    await traced('', queue, { id, correlationId }, undefined, (traceparent) => {
      const headers = properties.headers as Record<string, unknown>;
      const outgoingHeaders = traceparent ? { ...headers, [HEADER.trace]: traceparent } : headers;
      return this.send('', queue, body, { ...properties, headers: outgoingHeaders });
    });
  }

  private send(exchange: string, key: string, body: Buffer, properties: Options.Publish): Promise<void> {
    const id = randomUUID();
    const headers = { ...(properties.headers as Record<string, unknown>), [PUBLISHING_ID]: id };
    const options = { ...properties, headers, persistent: true, mandatory: true };
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(reject, CONFIRM_TIMEOUT_MS, new Error('the broker did not confirm in time'));
      const onConfirm = (error: unknown): void => {
        clearTimeout(timer);
        // The broker returns an unroutable message first and confirms it afterwards.
        const unroutable = this.returned.delete(id);
        if (error) reject(error instanceof Error ? error : new Error('the broker refused the message'));
        else if (unroutable) reject(new Error(`no queue takes ${key}`));
        else resolve();
      };
      this.sender
        .send(ROOM_TIMEOUT_MS, (channel) => channel.publish(exchange, key, body, options, onConfirm))
        .catch(onConfirm);
    });
  }
}

/** The message carries the span of its publication, which becomes the parent of the consumers' spans. */
function traced(
  exchange: string,
  key: string,
  { id, correlationId }: { id?: string; correlationId?: string },
  parent: string | undefined,
  publish: (traceparent: string | undefined) => Promise<void>,
): Promise<void> {
  const attributes = {
    'messaging.system.name': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.destination.name': exchange || key,
    'rabbitmq.destination.routing_key': key,
    'messaging.message.id': id,
    'messaging.message.conversation_id': correlationId,
  };
  const options = { kind: 'producer', attributes, parent } as const;
  return inSpan(`publish ${key}`, options, ({ traceparent }) => publish(traceparent));
}

const PUBLISHING_ID = 'x-publishing-id';

const publishingId = (message: Message) => String(message.properties.headers?.[PUBLISHING_ID]);
