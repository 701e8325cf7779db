import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import { Logger } from '@nestjs/common';
import type { ConsumeMessage, Options } from 'amqplib';
import { runInContext, type WorkContext } from '../context.js';
import type { Broker } from '../messaging/broker.js';
import { attemptOf, contextOf } from '../messaging/envelope.js';
import { type Delivery, QueueConsumer } from '../messaging/queue-consumer.js';
import { type ConsumedQueue, declareConsumedQueue } from '../messaging/topology.js';
import { inSpan, type Span, type SpanAttributes } from '../telemetry/spans.js';
import { EventContext } from './event-context.js';
import type { EventPublisher } from './event-publisher.js';
import { eventAttempts, eventDuration, eventsHandled } from './events.metrics.js';
import { parseEvent } from './parse-event.js';
import { PermanentError } from './permanent-error.js';
import { isLastAttempt, outcomeOfFailure, RetryLadder } from './retry-ladder.js';

export type EventHandler = (payload: object, context: EventContext) => Promise<unknown>;

/** Passes events from this service's queues to their handlers, and failed events to the retry ladder. */
export class EventConsumer {
  private readonly logger = new Logger(EventConsumer.name);
  private readonly retries: RetryLadder;

  constructor(
    private readonly broker: Broker,
    publisher: EventPublisher,
    /** Returns undefined if the event has no handler. */
    private readonly handlerOf: (type: string) => EventHandler | undefined,
  ) {
    this.retries = new RetryLadder(publisher);
  }

  consume(queue: ConsumedQueue): QueueConsumer {
    return new QueueConsumer(this.broker.consuming, {
      label: queue.name,
      prefetch: queue.prefetch,
      declare: (channel) => declareConsumedQueue(channel, queue),
      ready: () => this.broker.readyForEvents(),
      handle: (message, delivery) => this.onEvent(queue, message, delivery),
    });
  }

  private async onEvent(queue: ConsumedQueue, message: ConsumeMessage, delivery: Delivery): Promise<void> {
    const context = contextOf(message);
    const options = { kind: 'consumer', attributes: attributesOf(queue, message, context) } as const;
    await runInContext(context, () =>
      inSpan(`process ${queue.name}`, options, (span) => this.process(queue, message, delivery, span)),
    );
  }

  /** Resolves when the message may be acknowledged because it was handled or its copy was forwarded. */
  private async process(
    queue: ConsumedQueue,
    message: ConsumeMessage,
    delivery: Delivery,
    span: Span,
  ): Promise<void> {
    const type = String(message.properties.type);
    const attempt = attemptOf(message);
    const stopTimer = eventDuration().startTimer({ queue: queue.name });
    let outcome: 'acked' | 'retried' | 'dead' = 'acked';
    try {
      await this.handle(queue, message, type);
    } catch (error) {
      outcome = outcomeOfFailure(queue, message, error);
      span.fail(error instanceof DomainError ? error.code : error instanceof Error ? error.name : 'unknown');
      this.logger[outcome === 'dead' ? 'error' : 'warn']({
        queue: queue.name,
        type,
        eventId: String(message.properties.messageId),
        attempt,
        outcome,
        err: error,
        msg: 'an event was not handled',
      });
      if (!queue.broadcast) await this.retries.forward(queue, message, delivery, error);
    }
    span.set({ 'inner_weather.outcome': outcome });
    stopTimer({ outcome });
    eventsHandled().inc({ queue: queue.name, type: isSubscribed(queue, type) ? type : 'unknown', outcome });
    if (outcome !== 'retried') eventAttempts().observe({ queue: queue.name }, attempt);
  }

  private async handle(queue: ConsumedQueue, message: ConsumeMessage, type: string): Promise<void> {
    const handler = this.handlerOf(type);
    if (!handler || !isSubscribed(queue, type)) {
      throw new PermanentError(`no handler for events of the type ${type.slice(0, 100)}`);
    }
    const payload = parseEvent(type, message.content);
    const { messageId, timestamp } = message.properties as Options.Publish;
    const context = new EventContext(
      String(messageId),
      type,
      attemptOf(message),
      isLastAttempt(queue, message),
      contextOf(message).correlationId,
      new Date(Number(timestamp) || Date.now()),
    );
    await handler(payload, context);
  }
}

/** Whether the queue subscribes to events of this type. */
function isSubscribed(queue: ConsumedQueue, type: string): type is EventName {
  return queue.events.includes(type as EventName);
}

function attributesOf(
  queue: ConsumedQueue,
  message: ConsumeMessage,
  { correlationId, causationId }: WorkContext,
): SpanAttributes {
  return {
    'messaging.system.name': 'rabbitmq',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue.name,
    'rabbitmq.destination.routing_key': message.fields.routingKey,
    'messaging.message.id': causationId,
    'messaging.message.conversation_id': correlationId,
    'inner_weather.attempt': attemptOf(message),
  };
}
