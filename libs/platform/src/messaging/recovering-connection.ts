import { EventEmitter, once, setMaxListeners } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Channel, type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';
import {
  type ChannelHandle,
  RecoveringChannel,
  type RecoveringChannelOptions,
} from './recovering-channel.js';
import { writeTogether } from './write-together.js';

/** Seconds between heartbeats. A peer that disappears without closing is detected after two heartbeats. */
const HEARTBEAT_S = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds that the broker may take to close a connection that opens no channel. */
const CLOSE_MAX_MS = 1_000;

/**
 * A connection to the broker that reconnects automatically, with channels that recover automatically. It is up while it
 * is connected and every channel is set up.
 *
 * Emits `up` and `down`. Emits `blocked` when the broker stops accepting messages from this connection because of a
 * memory or disk alarm, and `unblocked` when it accepts them again.
 */
export class RecoveringConnection extends EventEmitter<{
  up: [];
  down: [];
  blocked: [];
  unblocked: [];
}> {
  private readonly logger = new Logger(RecoveringConnection.name);
  private readonly channels: (ChannelHandle & Pick<RecoveringChannel<Channel>, 'fallbackFor' | 'run'>)[] = [];
  private model?: RecoveringChannelModel;
  private isConnected = false;
  private blocked = false;
  private wasUp = false;
  /** Set while a caller waits for the connection. */
  private comingUp?: Promise<unknown>;
  private readonly closeController = new AbortController();

  constructor(
    private readonly url: string,
    /** Shown in the broker's management tools. */
    private readonly name: string,
  ) {
    super();
  }

  get isUp(): boolean {
    const isChannelOrFallbackUp = (channel: ChannelHandle): boolean =>
      channel.isUp || this.channels.some((other) => other.fallbackFor === channel && other.isUp);
    return (
      this.isConnected &&
      this.channels.every((channel) => channel.fallbackFor !== undefined || isChannelOrFallbackUp(channel))
    );
  }

  /** Whether the broker currently refuses messages from this connection. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /** Resolves when the connection is up. Rejects if it is closed first. */
  async whenUp(): Promise<void> {
    if (this.isUp) return;
    // One wait for all of its callers: a start has many of them, and each would listen to the connection and to its end.
    this.comingUp ??= once(this, 'up', { signal: this.closeController.signal }).finally(
      () => (this.comingUp = undefined),
    );
    await this.comingUp;
  }

  /** Call this before `start()`. */
  addChannel<C extends Channel>(options: RecoveringChannelOptions<C>): ChannelHandle {
    const channel = new RecoveringChannel<C>(options, () => this.emitChange());
    this.channels.push(channel);
    return channel;
  }

  /** Starts to connect and returns without waiting, so that an unavailable broker delays readiness only. */
  async start(): Promise<void> {
    if (this.model) return;
    const model = await connect(withHeartbeat(this.url), {
      // Otherwise Nagle's algorithm waits for the peer's delayed acknowledgement, some 40 ms per call.
      noDelay: true,
      keepAlive: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
      recovery: {
        initialDelay: 100,
        maxDelay: 5_000,
        waitForConnect: false,
        // amqplib adds its own listener later, and an 'error' event without a listener would end the process.
        setup: (connection: ChannelModel) => {
          connection.on('error', (error) => this.logger.warn({ connection: this.name, msg: error.message }));
          return Promise.resolve();
        },
      },
    });
    this.model = model;
    let disconnectController = new AbortController();
    model.on('connect', (connection) => {
      // The types do not have it. amqplib writes each message to it by itself.
      writeTogether((connection.connection as unknown as { stream: Writable }).stream);
      disconnectController = new AbortController();
      // Each channel adds a listener, and a service may have many channels.
      setMaxListeners(0, disconnectController.signal);
      this.isConnected = true;
      this.logger.log({ connection: this.name, msg: 'connected to the broker' });
      for (const channel of this.channels) {
        channel
          .run(connection, disconnectController.signal)
          .catch((error: unknown) => this.reconnect(connection, error));
      }
      this.emitChange();
    });
    model.on('disconnect', (error) => {
      this.isConnected = false;
      disconnectController.abort();
      if (!this.closeController.signal.aborted)
        this.logger.warn({ connection: this.name, reason: error.message, msg: 'lost the broker' });
      this.setBlocked(false);
      this.emitChange();
    });
    model.on('connect-failed', (error) =>
      this.logger.warn({ connection: this.name, reason: error.message, msg: 'cannot reach the broker' }),
    );
    model.on('error', (error) => this.logger.warn({ connection: this.name, msg: error.message }));
    model.on('blocked', (reason: string) => {
      this.logger.warn({ connection: this.name, reason, msg: 'the broker takes nothing for now' });
      this.setBlocked(true);
    });
    model.on('unblocked', () => {
      this.logger.log({ connection: this.name, msg: 'the broker takes what is published again' });
      this.setBlocked(false);
    });
    this.closeController.signal.addEventListener('abort', () => disconnectController.abort(), { once: true });
  }

  async close(): Promise<void> {
    this.closeController.abort();
    this.isConnected = false;
    this.emitChange();
    await this.model?.close();
  }

  /**
   * Makes amqplib reconnect after a connection opened no channel, by emitting the `close` event. amqplib itself may
   * never emit it: a closing connection emits no second `close`, and an unresponsive broker never completes closing.
   */
  private reconnect(connection: ChannelModel, error: unknown): void {
    if (!this.isConnected) return;
    this.logger.warn({ connection: this.name, reason: String(error), msg: 'connecting again' });
    const closing = connection.close().catch(() => undefined);
    void Promise.race([closing, sleep(CLOSE_MAX_MS, undefined, { ref: false })]).then(() =>
      connection.emit('close', error),
    );
  }

  private setBlocked(blocked: boolean): void {
    if (this.blocked === blocked) return;
    this.blocked = blocked;
    this.emit(blocked ? 'blocked' : 'unblocked');
  }

  private emitChange(): void {
    const up = this.isUp;
    if (up === this.wasUp) return;
    this.wasUp = up;
    this.emit(up ? 'up' : 'down');
  }
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S));
  return parsed.toString();
}
