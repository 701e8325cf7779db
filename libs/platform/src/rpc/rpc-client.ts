import { randomUUID } from 'node:crypto';
import { DomainError, type WireError } from '@inner-weather/contracts/messaging/errors';
import type { RpcMap, RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Injectable, Logger } from '@nestjs/common';
import type { ConsumeMessage, Message } from 'amqplib';
import { currentContext, newContext, type RateLimitHeaders, type WorkContext } from '../context.js';
import { isFault } from '../errors.js';
import { inSpan } from '../telemetry/spans.js';
import type { Broker } from '../messaging/broker.js';
import { contextHeaders, HEADER } from '../messaging/envelope.js';
import { rpcDuration } from './rpc.metrics.js';
import { Sender } from '../messaging/sender.js';
import { internalError, timeoutError, unavailableError } from './call-errors.js';
import { RawReply } from './raw-reply.js';
import { rpcQueue, spareRpcQueue } from '../messaging/topology.js';

/** RabbitMQ's direct reply-to: replies arrive on the publishing channel without a queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

interface PendingCall {
  id: string;
  method: string;
  body: Buffer;
  /** When the caller gives up, in milliseconds since 1970. */
  deadline: number;
  /** Milliseconds by which the server's clock is ahead; known after the server has refused the call as late. */
  clockAheadMs?: number;
  /** The queues to try next, in order. */
  queues: string[];
  /** Whether the broker has queued the call, so that a reply may still arrive. */
  queued: boolean;
  headers: Record<string, string>;
  caller: WorkContext | undefined;
  complete: (outcome: RawReply | DomainError) => void;
}

/**
 * Calls other services. Every call ends with the answer, with the error of the other service, with `timeout` at its
 * deadline, or with `unavailable` as soon as the broker or the queue is gone, or the broker blocks the connection. A
 * call that ended with `timeout` or `unavailable` may have been handled, but never after its deadline.
 */
@Injectable()
export class RpcClient {
  private readonly logger = new Logger(RpcClient.name);
  private readonly pending = new Map<string, PendingCall>();
  private readonly sender: Sender;

  constructor(
    broker: Broker,
    private readonly defaultTimeoutMs: number,
  ) {
    this.sender = new Sender(broker.calling, {
      label: 'calls',
      open: (model) => model.createConfirmChannel(),
      setUp: async ({ channel, onLost }) => {
        channel.on('return', (message: Message) => this.onReturn(message));
        const onMessage = (message: ConsumeMessage | null): void =>
          message ? this.onReply(message) : onLost('the consumer of answers was cancelled');
        await channel.consume(REPLY_TO, onMessage, { noAck: true });
      },
      onDown: () => this.failCalls(() => true),
    });
    // A queued call may still be answered. A call that the broker has not read would wait until the alarm ends.
    broker.calling.on('blocked', () => this.failCalls((call) => !call.queued));
  }

  /** Rejects with a DomainError only. `timeoutMs` covers the whole call, including the time in a queue. */
  async call<Method extends RpcMethod>(
    method: Method,
    request: RpcMap[Method]['request'],
    options?: { timeoutMs?: number },
  ): Promise<RpcMap[Method]['answer']> {
    const reply = await this.callRaw(method, request, options);
    return JSON.parse(reply.body.toString()) as RpcMap[Method]['answer'];
  }

  /** As `call`, but resolves with the unparsed bytes. */
  async callRaw<Method extends RpcMethod>(
    method: Method,
    request: RpcMap[Method]['request'],
    { timeoutMs = this.defaultTimeoutMs }: { timeoutMs?: number } = {},
  ): Promise<RawReply> {
    const stopTimer = rpcDuration().startTimer({ method });
    // Read before the span starts, since the span has its own context.
    const caller = currentContext();
    const attributes = { 'rpc.system.name': 'amqp', 'rpc.method': method };
    const outcome = await inSpan(method, { kind: 'client', attributes }, async (span) => {
      const result = await this.sendAndWait(method, request, timeoutMs, caller);
      if (result instanceof DomainError) {
        span.set({ 'rpc.response.status_code': result.code });
        if (isFault(result.code)) span.fail(result.code);
      }
      return result;
    });
    stopTimer({ outcome: outcome instanceof DomainError ? outcome.code : 'ok' });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  private sendAndWait(
    method: string,
    request: unknown,
    timeoutMs: number,
    caller: WorkContext | undefined,
  ): Promise<RawReply | DomainError> {
    if (this.sender.isUnavailable) return Promise.resolve(unavailableError());
    const id = randomUUID();
    const [service = ''] = method.split('.');
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.complete(id, timeoutError()), timeoutMs);
      const call: PendingCall = {
        id,
        method,
        body: Buffer.from(JSON.stringify(request)),
        deadline: Date.now() + timeoutMs,
        queues: [rpcQueue(service), spareRpcQueue(service)],
        queued: false,
        headers: contextHeaders(currentContext() ?? newContext()),
        caller,
        complete: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
      };
      this.pending.set(id, call);
      void this.send(call);
    });
  }

  /**
   * Sends the call to its next queue. Completes it with `unavailable` if no queue is remainingQueues or nothing can be
   * sent.
   */
  private async send(call: PendingCall): Promise<void> {
    const queue = call.queues.shift();
    if (queue === undefined) return this.complete(call.id, unavailableError());
    const remainingMs = call.deadline - Date.now();
    const properties = {
      type: call.method,
      correlationId: call.id,
      replyTo: REPLY_TO,
      // The broker counts from when it reads the message. The deadline header covers all other waiting.
      expiration: Math.max(1, Math.round(remainingMs)),
      mandatory: true,
      contentType: 'application/json',
      headers: { ...call.headers, [HEADER.deadline]: Math.round(call.deadline + (call.clockAheadMs ?? 0)) },
    };
    const remainingQueues = call.queues.length;
    const onConfirm = (error: unknown): void => {
      // The broker has just noticed that the node with the queue is down.
      if (error) this.sendAgain(call.id);
      else call.queued = call.queues.length === remainingQueues;
    };
    try {
      await this.sender.send(remainingMs, (channel) =>
        // Skips the call if its deadline passed while it waited for room.
        this.pending.has(call.id) ? channel.publish('', queue, call.body, properties, onConfirm) : true,
      );
    } catch {
      this.complete(call.id, unavailableError());
    }
  }

  private sendAgain(id: unknown): void {
    const call = this.pending.get(String(id));
    if (call) void this.send(call);
  }

  /** The queue does not exist, or its node is down. */
  private onReturn(message: Message): void {
    this.sendAgain(message.properties.correlationId);
  }

  private onReply(message: ConsumeMessage): void {
    const headers = message.properties.headers ?? {};
    const id: unknown = message.properties.correlationId;
    const call = this.pending.get(String(id));
    const clock: unknown = headers[HEADER.clock];
    if (call && typeof clock === 'number') return this.onRefusedAsLate(call, clock);
    if (call?.caller && headers[HEADER.rateLimit]) {
      call.caller.rateLimit = headers[HEADER.rateLimit] as RateLimitHeaders;
    }
    if (headers[HEADER.status] === 'ok') {
      const meta = headers[HEADER.meta] as Record<string, string> | undefined;
      return this.complete(id, new RawReply(message.content, meta ?? {}));
    }
    this.complete(id, readError(message.content));
  }

  /**
   * The caller still waits, so the clocks differ. The server has not handled the call, so it is sent again with a
   * deadline by the server's clock.
   */
  private onRefusedAsLate(call: PendingCall, clock: number): void {
    if (call.clockAheadMs !== undefined) return this.complete(call.id, timeoutError());
    call.clockAheadMs = clock - Date.now();
    const { method, clockAheadMs } = call;
    this.logger.warn({ method, clockAheadMs, msg: "the other side's clock is ahead of this host's" });
    const [service = ''] = method.split('.');
    call.queues = [rpcQueue(service), spareRpcQueue(service)];
    void this.send(call);
  }

  private failCalls(which: (call: PendingCall) => boolean): void {
    for (const call of [...this.pending.values()].filter(which)) this.complete(call.id, unavailableError());
  }

  private complete(id: unknown, outcome: RawReply | DomainError): void {
    const call = this.pending.get(String(id));
    this.pending.delete(String(id));
    call?.complete(outcome);
  }
}

function readError(body: Buffer): DomainError {
  try {
    const error = JSON.parse(body.toString()) as WireError;
    return new DomainError(error.code, error.errors, error.retryAfter);
  } catch {
    return internalError();
  }
}
