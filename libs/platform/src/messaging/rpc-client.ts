import { randomUUID } from 'node:crypto';
import { DomainError, type WireError } from '@inner-weather/contracts/errors';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc';
import { Injectable, Logger } from '@nestjs/common';
import type { Channel, ConsumeMessage, Message } from 'amqplib';
import { currentContext, newContext, type RateLimitHeaders, type WorkContext } from '../context.js';
import { isFault } from '../errors.js';
import { inSpan } from '../telemetry/spans.js';
import type { Broker } from './broker.js';
import { contextHeaders, HEADER } from './envelope.js';
import { rpcDuration } from './metrics.js';
import { RawReply } from './raw-reply.js';
import { rpcQueue } from './topology.js';

/** RabbitMQ's pseudo-queue: answers come straight back over this channel. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

interface PendingCall {
  caller: WorkContext | undefined;
  settle: (outcome: RawReply | DomainError) => void;
}

const unavailable = () =>
  new DomainError(
    'unavailable',
    'A part of the journal is not reachable right now. Please try again in a moment.',
    2,
  );

/**
 * Calls other services. Every call settles: with the answer, with the error that the other side threw, with
 * `timeout` at its deadline, or with `unavailable` as soon as the broker or the other side's queue is gone. A call
 * that failed in one of the last two ways may have been carried out all the same.
 */
@Injectable()
export class RpcClient {
  private readonly logger = new Logger(RpcClient.name);
  private readonly pending = new Map<string, PendingCall>();
  private channel?: Channel;

  constructor(
    broker: Broker,
    private readonly defaultTimeoutMs: number,
  ) {
    broker.publishing.use(async (model) => {
      const channel = await model.createChannel();
      channel.on('error', (error) => this.logger.warn(error.message));
      channel.on('close', () => {
        if (this.channel === channel) broker.publishing.reset('the calling channel was closed');
      });
      channel.on('return', (message: Message) =>
        this.settle(message.properties.correlationId, unavailable()),
      );
      await channel.consume(REPLY_TO, (message) => this.onReply(message, broker), { noAck: true });
      this.channel = channel;
    });
    broker.publishing.on('down', () => {
      this.channel = undefined;
      for (const id of this.pending.keys()) this.settle(id, unavailable());
    });
  }

  /** Rejects with a DomainError only. `timeoutMs` is the deadline for everything, waiting in the queue included. */
  async call<Method extends RpcMethod>(
    method: Method,
    request: RpcMap[Method]['request'],
    options?: { timeoutMs?: number },
  ): Promise<RpcMap[Method]['answer']> {
    const reply = await this.callRaw(method, request, options);
    return JSON.parse(reply.body.toString()) as RpcMap[Method]['answer'];
  }

  /** As `call`, but hands over the answer's bytes as they came. */
  async callRaw<Method extends RpcMethod>(
    method: Method,
    request: RpcMap[Method]['request'],
    { timeoutMs = this.defaultTimeoutMs }: { timeoutMs?: number } = {},
  ): Promise<RawReply> {
    const stopTimer = rpcDuration.startTimer({ method });
    // Of whoever calls: inside the span there is another one.
    const caller = currentContext();
    const attributes = { 'rpc.system.name': 'amqp', 'rpc.method': method };
    const outcome = await inSpan(method, { kind: 'client', attributes }, async (span) => {
      const settled = await this.exchange(method, request, timeoutMs, caller);
      if (settled instanceof DomainError) {
        span.set({ 'rpc.response.status_code': settled.code });
        if (isFault(settled.code)) span.fail(settled.code);
      }
      return settled;
    });
    stopTimer({ outcome: outcome instanceof DomainError ? outcome.code : 'ok' });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  private exchange(
    method: string,
    request: unknown,
    timeoutMs: number,
    caller: WorkContext | undefined,
  ): Promise<RawReply | DomainError> {
    const channel = this.channel;
    if (!channel) return Promise.resolve(unavailable());
    const id = randomUUID();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.settle(id, new DomainError('timeout', 'That took too long. Please try again in a moment.', 2));
      }, timeoutMs);
      this.pending.set(id, {
        caller,
        settle: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
      });
      const [service = ''] = method.split('.');
      channel.publish('', rpcQueue(service), Buffer.from(JSON.stringify(request)), {
        type: method,
        correlationId: id,
        replyTo: REPLY_TO,
        // Nobody waits for the answer any more after this time.
        expiration: timeoutMs,
        mandatory: true,
        contentType: 'application/json',
        headers: contextHeaders(currentContext() ?? newContext()),
      });
    });
  }

  private onReply(message: ConsumeMessage | null, broker: Broker): void {
    if (!message) return broker.publishing.reset('the consumer of answers was cancelled');
    const headers = message.properties.headers ?? {};
    const id: unknown = message.properties.correlationId;
    const caller = this.pending.get(String(id))?.caller;
    if (caller && headers[HEADER.rateLimit]) {
      caller.rateLimit = headers[HEADER.rateLimit] as RateLimitHeaders;
    }
    if (headers[HEADER.status] === 'ok') {
      const meta = headers[HEADER.meta] as Record<string, string> | undefined;
      return this.settle(id, new RawReply(message.content, meta ?? {}));
    }
    this.settle(id, readError(message.content));
  }

  private settle(id: unknown, outcome: RawReply | DomainError): void {
    const call = this.pending.get(String(id));
    this.pending.delete(String(id));
    call?.settle(outcome);
  }
}

function readError(body: Buffer): DomainError {
  try {
    const error = JSON.parse(body.toString()) as WireError;
    return new DomainError(error.code, error.errors, error.retryAfter);
  } catch {
    return new DomainError('internal', 'Something went wrong on our side.');
  }
}
