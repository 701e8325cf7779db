import type { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { Logger } from '@nestjs/common';
import type { Channel, ConsumeMessage } from 'amqplib';
import { currentContext, runInContext } from '../context.js';
import { asDomainError, isFault } from '../errors.js';
import type { Broker } from '../messaging/broker.js';
import { contextHeaders, contextOf, HEADER, headersOf } from '../messaging/envelope.js';
import { parseJson } from '../messaging/payload.js';
import { QueueConsumer } from '../messaging/queue-consumer.js';
import { Sender } from '../messaging/sender.js';
import { declareRpcQueue, rpcQueue, spareRpcQueue } from '../messaging/topology.js';
import { inSpan } from '../telemetry/spans.js';
import { internalError, timeoutError, unavailableError } from './call-errors.js';
import { RawReply } from './raw-reply.js';
import { unlessDatabaseIsAway } from './unless-database-is-away.js';
import { lateCalls } from './rpc.metrics.js';

/** Calls that one replica handles concurrently. */
const PREFETCH = 100;
/** How long a reply waits for the broker, at most. */
const SEND_TIMEOUT_MS = 5_000;

export interface RpcServerOptions {
  service: ServiceName;
  /** Whether the database responds; true without a database. */
  databaseAnswers: () => Promise<boolean>;
}

export type CallHandler = (request: unknown) => Promise<unknown>;

/**
 * The server side of calls: passes them to their handlers and sends the replies. A reply is sent at most once. If it is
 * lost, the caller gets `timeout` at its deadline.
 */
export class RpcServer {
  private readonly logger = new Logger(RpcServer.name);
  private readonly answers: Sender<Channel>;

  constructor(
    private readonly broker: Broker,
    private readonly options: RpcServerOptions,
    /** Returns undefined if the method has no handler. */
    private readonly handlerOf: (method: string) => CallHandler | undefined,
  ) {
    // No confirms are needed, because a lost reply is not sent again.
    this.answers = new Sender(broker.calling, { label: 'answers', open: (model) => model.createChannel() });
  }

  /** Consumes this service's calls, and those in the spare queue after the first queue has failed. */
  consume(): QueueConsumer[] {
    const first = this.consumeQueue(rpcQueue);
    return [first, this.consumeQueue(spareRpcQueue, first)];
  }

  private consumeQueue(nameOf: typeof rpcQueue, fallbackFor?: QueueConsumer): QueueConsumer {
    const options = {
      label: nameOf(this.options.service),
      prefetch: PREFETCH,
      declare: (channel: Parameters<typeof declareRpcQueue>[0]) =>
        declareRpcQueue(channel, this.options.service, nameOf),
      ready: () => this.broker.readyForCalls(),
      handle: (message: ConsumeMessage) => this.onCall(message),
    };
    return new QueueConsumer(this.broker.consuming, options, fallbackFor);
  }

  /** Resolves when the reply is sent or the caller has given up. */
  private async onCall(message: ConsumeMessage): Promise<void> {
    const method = String(message.properties.type);
    const handler = this.handlerOf(method);
    const name = handler ? method : '_OTHER';
    const attributes = { 'rpc.system.name': 'amqp', 'rpc.method': name };
    const work = (): Promise<void> =>
      inSpan(name, { kind: 'server', attributes }, async (span) => {
        try {
          if (!handler) throw this.notHereYet(method);
          if (isLate(message)) return await this.refuseLate(message, name);
          const work = handler(parseJson(message.content));
          const answer = await unlessDatabaseIsAway(
            work,
            remainingMs(message),
            this.options.databaseAnswers,
            releaseUnsent,
          );
          await this.reply(message, 'ok', answer);
        } catch (cause) {
          const error = asDomainError(cause) ?? internalError();
          if (error.code === 'internal') this.logger.error(cause);
          span.set({ 'rpc.response.status_code': error.code });
          if (isFault(error.code)) span.fail(error.code);
          await this.reply(message, 'error', error.toWire());
        }
      });
    await runInContext(contextOf(message), work);
  }

  /** The caller has another version, as during an update. `not_found` would say that an entry or the like does not exist. */
  private notHereYet(method: string): DomainError {
    this.logger.warn({ method, msg: 'a call has no handler in this version' });
    return unavailableError();
  }

  /** Sends the time of this host, so that a caller that still waits can compute the difference between the clocks. */
  private async refuseLate(message: ConsumeMessage, method: string): Promise<void> {
    lateCalls().inc();
    this.logger.warn({ method, lateMs: -remainingMs(message), msg: 'a call came after its deadline' });
    await this.reply(message, 'error', timeoutError().toWire(), { [HEADER.clock]: Date.now() });
  }

  private async reply(
    message: ConsumeMessage,
    status: 'ok' | 'error',
    answer: unknown,
    moreHeaders: Record<string, unknown> = {},
  ): Promise<void> {
    const { replyTo, correlationId } = message.properties as { replyTo?: string; correlationId?: string };
    const raw =
      answer instanceof RawReply ? answer : new RawReply(Buffer.from(JSON.stringify(answer ?? null)));
    if (!replyTo) return raw.onSent();
    const properties = {
      correlationId,
      contentType: 'application/json',
      headers: {
        ...contextHeaders(contextOf(message)),
        [HEADER.status]: status,
        [HEADER.meta]: raw.meta,
        [HEADER.rateLimit]: currentContext()?.rateLimit,
        ...moreHeaders,
      },
    };
    try {
      // The call stays unacknowledged while the reply waits, so the prefetch limits the number of waiting replies.
      await this.answers.send(Math.min(remainingMs(message), SEND_TIMEOUT_MS), (channel) =>
        channel.publish('', replyTo, raw.body, properties),
      );
      void this.answers.flushed().then(raw.onSent);
    } catch (error) {
      raw.onSent();
      this.logger.warn({ reason: String(error), msg: 'an answer was not sent' });
    }
  }
}

/** An answer that comes after its call has ended. */
const releaseUnsent = (answer: unknown): void => {
  if (answer instanceof RawReply) answer.onSent();
};

/** Milliseconds until the caller gives up, by the clock of this host. A call without a deadline counts as late. */
const remainingMs = (message: ConsumeMessage): number =>
  Number(headersOf(message)[HEADER.deadline] ?? 0) - Date.now();

const isLate = (message: ConsumeMessage): boolean => remainingMs(message) < 0;
