import type { QueueStateDto } from '@inner-weather/contracts/administration/service-state.dto';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { EventContext } from '../events/event-context.js';
import { EventConsumer } from '../events/event-consumer.js';
import type { EventPublisher } from '../events/event-publisher.js';
import { QueueDepths } from '../events/queue-depths.js';
import type { Broker } from '../messaging/broker.js';
import type { QueueConsumer } from '../messaging/queue-consumer.js';
import { type ConsumedQueue, queuesOf } from '../messaging/topology.js';
import { RpcServer } from '../rpc/rpc-server.js';

export interface AmqpServerOptions {
  service: ServiceName;
  /** See ServiceConfig.RETRY_DELAY_FACTOR. */
  delayFactor: number;
  /** How long `close()` waits for handlers, in milliseconds. */
  graceMs: number;
  /** Whether the database responds; true without a database. */
  databaseAnswers: () => Promise<boolean>;
}

/**
 * Nest's transport strategy: connects `@MessagePattern` handlers to calls and `@EventPattern` handlers to events.
 * See docs/architecture.md for its delivery guarantees.
 */
export class AmqpServer extends Server implements CustomTransportStrategy {
  private readonly calls: RpcServer;
  private readonly events: EventConsumer;
  private consumers: QueueConsumer[] = [];
  private depths?: QueueDepths;

  constructor(
    private readonly broker: Broker,
    publisher: EventPublisher,
    private readonly options: AmqpServerOptions,
  ) {
    super();
    const { service, databaseAnswers } = options;
    this.calls = new RpcServer(broker, { service, databaseAnswers }, (method) => this.handlerOf(method));
    this.events = new EventConsumer(broker, publisher, (type) => this.handlerOf(type));
  }

  /** Throws before consuming if a subscription does not have exactly one handler, or a handler has no queue. */
  listen(callback: (error?: unknown) => void): void {
    const { service, delayFactor } = this.options;
    const queues = queuesOf(service, delayFactor);
    this.checkHandlers(queues);
    const answersCalls = [...this.messageHandlers.values()].some((handler) => !handler.isEventHandler);
    this.consumers = [
      ...queues.map((queue) => this.events.consume(queue)),
      ...(answersCalls ? this.calls.consume() : []),
    ];
    this.depths = new QueueDepths(
      this.broker.consuming,
      queues.filter((queue) => !queue.broadcast),
    );
    this.broker.consumes = this.consumers.length > 0;
    this.broker.consuming.start().then(() => callback(), callback);
  }

  /** Waits for running handlers. `Broker` closes the connections. */
  async close(): Promise<void> {
    this.depths?.close();
    await Promise.all(this.consumers.map((consumer) => consumer.drain(this.options.graceMs)));
  }

  /** The queues that this process consumes. Empty before it does. */
  async queueStates(): Promise<QueueStateDto[]> {
    return (await this.depths?.read()) ?? [];
  }

  /** How many consumers a queue has. Null while it is unknown. */
  async consumersOf(queue: string): Promise<number | null> {
    return (await this.depths?.consumersOf(queue)) ?? null;
  }

  override on(): never {
    throw new Error('This transport has no events of its own.');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }

  private checkHandlers(queues: ConsumedQueue[]): void {
    const problems: string[] = [];
    const subscriptions = new Set<string>(queues.flatMap((queue) => queue.events));
    for (const event of subscriptions) {
      const handler = this.messageHandlers.get(event);
      if (!handler?.isEventHandler) problems.push(`no handler for ${event}`);
      else if (handler.next) problems.push(`more than one handler for ${event}`);
    }
    for (const [pattern, handler] of this.messageHandlers) {
      if (handler.isEventHandler && !subscriptions.has(pattern)) problems.push(`no queue brings ${pattern}`);
      if (!handler.isEventHandler && !pattern.startsWith(`${this.options.service}.`)) {
        problems.push(`${pattern} is not this service's to answer`);
      }
    }
    if (problems.length > 0)
      throw new Error(`Subscriptions of ${this.options.service}: ${problems.join('; ')}`);
  }

  private handlerOf(pattern: string) {
    const handler = this.messageHandlers.get(pattern);
    return handler && ((payload: unknown, context?: EventContext) => this.run(handler, payload, context));
  }

  /** Nest's handlers may return a value, a promise or an observable. */
  private async run(
    handler: MessageHandler,
    payload: unknown,
    context: EventContext | undefined,
  ): Promise<unknown> {
    const result$ = this.transformToObservable(await handler(payload, context));
    return lastValueFrom(result$, { defaultValue: undefined });
  }
}
