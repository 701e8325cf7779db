import { DomainError } from '@inner-weather/contracts/errors';
import type { EventName } from '@inner-weather/contracts/events';
import type { ServiceName } from '@inner-weather/contracts/topology';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { ConsumeMessage, Options } from 'amqplib';
import { lastValueFrom } from 'rxjs';
import { currentContext, runInContext, type WorkContext } from '../context.js';
import { asDomainError, isFault } from '../errors.js';
import { inSpan, type Span, type SpanAttributes } from '../telemetry/spans.js';
import type { Broker } from './broker.js';
import { attemptOf, contextHeaders, contextOf, copyOf, HEADER } from './envelope.js';
import { EventContext } from './event-context.js';
import type { EventPublisher } from './event-publisher.js';
import { eventAttempts, eventDuration, eventsHandled } from './metrics.js';
import { parseEvent, parseJson } from './payload.js';
import { isPermanent, PermanentError } from './permanent-error.js';
import { type Delivery, QueueConsumer } from './queue-consumer.js';
import { QueueDepths } from './queue-depths.js';
import { RawReply } from './raw-reply.js';
import {
  type ConsumedQueue,
  deadLetterQueue,
  declareConsumedQueue,
  declareRpcQueue,
  queuesOf,
  retryQueue,
  rpcQueue,
} from './topology.js';

/** Calls that one replica works on at the same time. */
const RPC_PREFETCH = 100;
/** Milliseconds between two tries to hand a failed message on while the broker does not confirm it. */
const FORWARD_PAUSE_MS = 1_000;

export interface AmqpServerOptions {
  service: ServiceName;
  /** See ServiceConfig.RETRY_DELAY_FACTOR. */
  delayFactor: number;
  /** How long `close()` waits for handlers. */
  graceMs: number;
}

/**
 * Nest's side of the broker: brings calls to `@MessagePattern` handlers and events to `@EventPattern` handlers.
 * What it promises is written in docs/architecture.md.
 */
export class AmqpServer extends Server implements CustomTransportStrategy {
  private readonly consumers: QueueConsumer[] = [];
  private depths?: QueueDepths;

  constructor(
    private readonly broker: Broker,
    private readonly publisher: EventPublisher,
    private readonly options: AmqpServerOptions,
  ) {
    super();
  }

  /** Throws when a subscription has no handler or two, or a handler has no queue: before anything is consumed. */
  listen(callback: (error?: unknown) => void): void {
    const { service, delayFactor } = this.options;
    const queues = queuesOf(service, delayFactor);
    this.checkHandlers(queues);
    for (const queue of queues) {
      this.consume(queue.name, queue.prefetch, {
        declare: (channel) => declareConsumedQueue(channel, queue),
        handle: (message, delivery) => this.onEvent(queue, message, delivery),
      });
    }
    if ([...this.messageHandlers.values()].some((handler) => !handler.isEventHandler)) {
      this.consume(rpcQueue(service), RPC_PREFETCH, {
        declare: (channel) => declareRpcQueue(channel, service),
        handle: (message) => this.onCall(message),
      });
    }
    this.depths = new QueueDepths(
      this.broker.consuming,
      queues.filter((queue) => !queue.broadcast),
    );
    this.broker.consumes = this.consumers.length > 0;
    this.broker.consuming.start().then(() => callback(), callback);
  }

  /** Answers what was taken already, then returns; the broker's connections are closed by their owner. */
  async close(): Promise<void> {
    this.depths?.close();
    await Promise.all(this.consumers.map((consumer) => consumer.drain(this.options.graceMs)));
  }

  override on(): never {
    throw new Error('This transport has no events of its own.');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }

  private consume(
    label: string,
    prefetch: number,
    rest: Pick<ConstructorParameters<typeof QueueConsumer>[1], 'declare' | 'handle'>,
  ): void {
    this.consumers.push(new QueueConsumer(this.broker.consuming, { label, prefetch, ...rest }));
  }

  private checkHandlers(queues: ConsumedQueue[]): void {
    const problems: string[] = [];
    const subscribed = new Set<string>(queues.flatMap((queue) => queue.events));
    for (const event of subscribed) {
      const handler = this.messageHandlers.get(event);
      if (!handler?.isEventHandler) problems.push(`no handler for ${event}`);
      else if (handler.next) problems.push(`more than one handler for ${event}`);
    }
    for (const [pattern, handler] of this.messageHandlers) {
      if (handler.isEventHandler && !subscribed.has(pattern)) problems.push(`no queue brings ${pattern}`);
      if (!handler.isEventHandler && !pattern.startsWith(`${this.options.service}.`)) {
        problems.push(`${pattern} is not this service's to answer`);
      }
    }
    if (problems.length > 0)
      throw new Error(`Subscriptions of ${this.options.service}: ${problems.join('; ')}`);
  }

  private async onCall(message: ConsumeMessage): Promise<void> {
    const method = String(message.properties.type);
    const handler = this.messageHandlers.get(method);
    const name = handler ? method : '_OTHER';
    const attributes = { 'rpc.system.name': 'amqp', 'rpc.method': name };
    const answer = (): Promise<void> =>
      inSpan(name, { kind: 'server', attributes }, async (span) => {
        try {
          if (!handler) throw new DomainError('not_found', `There is no ${method} here.`);
          const answer = await this.run(handler, parseJson(message.content), undefined);
          this.reply(message, 'ok', answer);
        } catch (error) {
          const known = asDomainError(error);
          if (!known || known.code === 'internal') this.logger.error(error);
          const shown = known ?? new DomainError('internal', 'Something went wrong on our side.');
          span.set({ 'rpc.response.status_code': shown.code });
          if (isFault(shown.code)) span.fail(shown.code);
          this.reply(message, 'error', shown.toWire());
        }
      });
    await runInContext(contextOf(message), answer);
  }

  private async run(
    handler: MessageHandler,
    payload: unknown,
    context: EventContext | undefined,
  ): Promise<unknown> {
    const result$ = this.transformToObservable(await handler(payload, context));
    return lastValueFrom(result$, { defaultValue: undefined });
  }

  private reply(message: ConsumeMessage, status: 'ok' | 'error', answer: unknown): void {
    const { replyTo, correlationId } = message.properties as { replyTo?: string; correlationId?: string };
    if (!replyTo) return;
    const raw =
      answer instanceof RawReply ? answer : new RawReply(Buffer.from(JSON.stringify(answer ?? null)));
    this.publisher.reply(replyTo, raw.body, {
      correlationId,
      contentType: 'application/json',
      headers: {
        ...contextHeaders(contextOf(message)),
        [HEADER.status]: status,
        [HEADER.meta]: raw.meta,
        [HEADER.rateLimit]: currentContext()?.rateLimit,
      },
    });
  }

  private async onEvent(queue: ConsumedQueue, message: ConsumeMessage, delivery: Delivery): Promise<void> {
    const context = contextOf(message);
    const options = { kind: 'consumer', attributes: processAttributes(queue, message, context) } as const;
    const handle = (): Promise<void> =>
      inSpan(`process ${queue.name}`, options, (span) => this.settle(queue, message, delivery, span));
    await runInContext(context, handle);
  }

  /** Handles the event, and where that fails hands the message on. */
  private async settle(
    queue: ConsumedQueue,
    message: ConsumeMessage,
    delivery: Delivery,
    span: Span,
  ): Promise<void> {
    const type = String(message.properties.type);
    const attempt = attemptOf(message);
    const lastAttempt = attempt > queue.retryDelaysMs.length;
    const stopTimer = eventDuration.startTimer({ queue: queue.name });
    let outcome: 'acked' | 'retried' | 'dead' = 'acked';
    try {
      await this.handleOnce(queue, message, type, attempt, lastAttempt);
    } catch (error) {
      outcome = lastAttempt || isPermanent(error) ? 'dead' : 'retried';
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
      if (!queue.broadcast) await this.forward(queue, message, delivery, outcome, error);
    }
    span.set({ 'inner_weather.outcome': outcome });
    stopTimer({ outcome });
    eventsHandled.inc({ queue: queue.name, type: knows(queue, type) ? type : 'unknown', outcome });
    if (outcome !== 'retried') eventAttempts.observe({ queue: queue.name }, attempt);
  }

  private async handleOnce(
    queue: ConsumedQueue,
    message: ConsumeMessage,
    type: string,
    attempt: number,
    lastAttempt: boolean,
  ): Promise<void> {
    const handler = this.messageHandlers.get(type);
    if (!handler || !knows(queue, type)) {
      throw new PermanentError(`nobody here knows events of the type ${type.slice(0, 100)}`);
    }
    const payload = await parseEvent(type as EventName, message.content);
    const { messageId, timestamp } = message.properties as Options.Publish;
    const context = new EventContext(
      String(messageId),
      type,
      attempt,
      lastAttempt,
      contextOf(message).correlationId,
      new Date(Number(timestamp) || Date.now()),
    );
    await this.run(handler, payload, context);
  }

  /** Publishes the copy that takes the message's place. Until that is confirmed the original stays unacknowledged. */
  private async forward(
    queue: ConsumedQueue,
    message: ConsumeMessage,
    delivery: Delivery,
    outcome: 'retried' | 'dead' | 'acked',
    error: unknown,
  ): Promise<void> {
    const attempt = attemptOf(message);
    const delay = queue.retryDelaysMs[attempt - 1];
    const retry = outcome === 'retried' && delay !== undefined;
    const target = retry ? retryQueue(queue.name, delay) : deadLetterQueue(queue.name);
    const { envelope, headers } = copyOf(message);
    const properties = {
      ...envelope,
      headers: {
        ...headers,
        [HEADER.attempt]: retry ? attempt + 1 : attempt,
        [HEADER.queue]: queue.name,
        [HEADER.reason]: reasonOf(error),
        [HEADER.failedAt]: new Date().toISOString(),
      },
    };
    while (!delivery.lost) {
      try {
        await this.publisher.sendToQueue(target, message.content, properties);
        return;
      } catch (failure) {
        this.logger.warn({ queue: target, msg: `a message could not be handed on: ${String(failure)}` });
        await new Promise((resolve) => setTimeout(resolve, FORWARD_PAUSE_MS));
      }
    }
  }
}

const knows = (queue: ConsumedQueue, type: string): boolean => queue.events.includes(type as EventName);

function processAttributes(
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

/** Short, and without values: a reason is shown to whoever looks into the DLQ. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
