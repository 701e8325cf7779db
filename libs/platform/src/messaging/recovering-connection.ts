import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Channel, type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';
import {
  type ChannelHandle,
  RecoveringChannel,
  type RecoveringChannelOptions,
} from './recovering-channel.js';

/** Seconds between heartbeats. A peer that disappears without closing is noticed after two of them. */
const HEARTBEAT_S = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds that the broker may take to close a connection that opens no channel. */
const CLOSE_MAX_MS = 1_000;

/**
 * One connection to the broker that reconnects by itself, with its channels, each of which recovers by itself. It is up
 * while it is connected and every channel is set up.
 *
 * Emits `up` and `down`. Emits `blocked` when the broker stops accepting what this connection publishes (an alarm over
 * its memory or disk), and `unblocked` when it accepts it again.
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
  private connected = false;
  private blocked = false;
  private wasUp = false;
  private readonly closed = new AbortController();

  constructor(
    private readonly url: string,
    /** Shown by the broker's own tools. */
    private readonly name: string,
  ) {
    super();
    // Everybody who waits for the connection adds a listener.
    this.setMaxListeners(0);
  }

  get isUp(): boolean {
    const itOrFallbackIsUp = (channel: ChannelHandle): boolean =>
      channel.isUp || this.channels.some((other) => other.fallbackFor === channel && other.isUp);
    return (
      this.connected &&
      this.channels.every((channel) => channel.fallbackFor !== undefined || itOrFallbackIsUp(channel))
    );
  }

  /** The broker accepts nothing that this connection publishes, for now. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /** Resolves when the connection is up, at once if it is. Rejects when it is closed first. */
  async whenUp(): Promise<void> {
    if (!this.isUp) await once(this, 'up', { signal: this.closed.signal });
  }

  /** Adds a channel. To be called before `start()`. */
  addChannel<C extends Channel>(options: RecoveringChannelOptions<C>): ChannelHandle {
    const channel = new RecoveringChannel<C>(options, () => this.emitChange());
    this.channels.push(channel);
    return channel;
  }

  /** Begins to connect and returns at once: a broker that is down delays nothing but readiness. */
  async start(): Promise<void> {
    if (this.model) return;
    const model = await connect(withHeartbeat(this.url), {
      // Without it Nagle's algorithm waits for the peer's delayed acknowledgement: some 40 ms a call.
      noDelay: true,
      keepAlive: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
      recovery: {
        initialDelay: 100,
        maxDelay: 5_000,
        waitForConnect: false,
        // amqplib itself listens only after this. An 'error' event without a listener would end the process.
        setup: (connection: ChannelModel) => {
          connection.on('error', (error) => this.logger.warn({ connection: this.name, msg: error.message }));
          return Promise.resolve();
        },
      },
    });
    this.model = model;
    let disconnected = new AbortController();
    model.on('connect', (connection) => {
      disconnected = new AbortController();
      // Each channel listens until the connection is lost, and a service may have many: that is no leak.
      setMaxListeners(0, disconnected.signal);
      this.connected = true;
      this.logger.log({ connection: this.name, msg: 'connected to the broker' });
      for (const channel of this.channels) {
        channel
          .run(connection, disconnected.signal)
          .catch((error: unknown) => this.reconnect(connection, error));
      }
      this.emitChange();
    });
    model.on('disconnect', (error) => {
      this.connected = false;
      disconnected.abort();
      if (!this.closed.signal.aborted)
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
    this.closed.signal.addEventListener('abort', () => disconnected.abort(), { once: true });
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.connected = false;
    this.emitChange();
    await this.model?.close();
  }

  /**
   * A connection that opens no channel is lost, whether amqplib has noticed it or not. One that is closed already emits
   * no second `close`, and a broker that no longer answers never lets it close, so the event that makes amqplib reconnect
   * is emitted here.
   */
  private reconnect(connection: ChannelModel, error: unknown): void {
    if (!this.connected) return;
    this.logger.warn({ connection: this.name, reason: String(error), msg: 'connecting again' });
    const closed = connection.close().catch(() => undefined);
    void Promise.race([closed, sleep(CLOSE_MAX_MS, undefined, { ref: false })]).then(() =>
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
