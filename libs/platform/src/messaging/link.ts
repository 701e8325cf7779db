import { EventEmitter, once } from 'node:events';
import { Logger } from '@nestjs/common';
import { type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';

/** Seconds between heartbeats: a peer that is gone without a word is noticed after two of them. */
const HEARTBEAT_S = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** Runs after every (re)connect, before the link counts as up. When it rejects, the link is built anew. */
export type LinkSetup = (model: ChannelModel) => Promise<void>;

/**
 * One connection to the broker that always comes back. Whatever goes wrong inside it (a channel closed by the
 * server, a cancelled consumer) is mended in one way: `reset()`, which reconnects and runs every setup again.
 *
 * Emits `up` and `down`.
 */
export class Link extends EventEmitter<{ up: []; down: [] }> {
  private readonly logger = new Logger(Link.name);
  private readonly setups: LinkSetup[] = [];
  private connection?: RecoveringChannelModel;
  private model?: ChannelModel;
  private readonly closed = new AbortController();

  constructor(
    private readonly url: string,
    /** Shown by the broker's own tools. */
    private readonly name: string,
  ) {
    super();
  }

  get isUp(): boolean {
    return this.model !== undefined;
  }

  /** Resolves when the link is up, at once if it is. Rejects when it is closed before. */
  async whenUp(): Promise<void> {
    if (!this.isUp) await once(this, 'up', { signal: this.closed.signal });
  }

  /** Adds a setup; before `start()`. */
  use(setup: LinkSetup): void {
    this.setups.push(setup);
  }

  /** Begins to connect and returns at once: a broker that is down delays nothing but readiness. */
  async start(): Promise<void> {
    if (this.connection) return;
    const connection = await connect(withHeartbeat(this.url), {
      // Without it Nagle's algorithm waits for the peer's delayed acknowledgement: some 40 ms a call.
      noDelay: true,
      keepAlive: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
      recovery: {
        initialDelay: 100,
        maxDelay: 5_000,
        waitForConnect: false,
        setup: async (model: ChannelModel) => {
          // amqplib listens only after the setup; an 'error' that nobody hears would end the process.
          model.on('error', (error) => this.logger.warn({ link: this.name, msg: error.message }));
          for (const setup of this.setups) await setup(model);
        },
      },
    });
    this.connection = connection;
    connection.on('connect', (model) => {
      this.model = model;
      this.logger.log({ link: this.name, msg: 'connected to the broker' });
      this.emit('up');
    });
    connection.on('disconnect', (error) => {
      this.model = undefined;
      if (!this.closed.signal.aborted)
        this.logger.warn({ link: this.name, reason: error.message, msg: 'lost the broker' });
      this.emit('down');
    });
    connection.on('connect-failed', (error) =>
      this.logger.warn({ link: this.name, reason: error.message, msg: 'cannot reach the broker' }),
    );
    connection.on('error', (error) => this.logger.warn({ link: this.name, msg: error.message }));
  }

  /** Reconnects and sets everything up again. */
  reset(reason: string): void {
    if (this.closed.signal.aborted || !this.model) return;
    this.logger.warn({ link: this.name, reason, msg: 'resetting the link' });
    const model = this.model;
    this.model = undefined;
    this.emit('down');
    model.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.model = undefined;
    await this.connection?.close();
    this.emit('down');
  }
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S));
  return parsed.toString();
}
