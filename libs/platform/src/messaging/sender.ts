import { EventEmitter, once } from 'node:events';
import type { Channel, ChannelModel, ConfirmChannel } from 'amqplib';
import type { ChannelSetup } from './recovering-channel.js';
import type { RecoveringConnection } from './recovering-connection.js';

/** Nothing was sent, because the broker is unavailable or accepts no messages at the moment. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}

/**
 * Publishes over one channel, no faster than the broker reads. Callers wait for room, for a limited time, so that
 * messages do not fill the memory of the process.
 */
export class Sender<C extends Channel = ConfirmChannel> {
  private channel?: C;
  /** Whether the socket's buffer is full because the broker has not read it yet. */
  private full = false;
  private readonly changes = new EventEmitter<{ change: []; flushed: [] }>().setMaxListeners(0);

  constructor(
    private readonly connection: RecoveringConnection,
    {
      label,
      open,
      setUp,
      onDown,
    }: {
      label: string;
      open: (model: ChannelModel) => Promise<C>;
      setUp?: (setup: ChannelSetup<C>) => Promise<void>;
      onDown?: () => void;
    },
  ) {
    connection.addChannel<C>({
      label,
      open,
      setUp: async (setup) => setUp?.(setup),
      onUp: (channel) => {
        this.channel = channel;
        this.setFull(false);
        channel.on('drain', () => this.channel === channel && this.setFull(false));
      },
      onDown: () => {
        this.channel = undefined;
        this.changes.emit('flushed');
        onDown?.();
      },
    });
    connection.on('unblocked', () => this.changes.emit('change'));
  }

  /** Whether waiting for room is pointless, because the broker is unavailable or blocks the connection. */
  get isUnavailable(): boolean {
    return !this.channel || this.connection.isBlocked;
  }

  /**
   * Calls `publish` with the channel as soon as there is room. `publish` returns the result of the channel's `publish`.
   * Rejects with NotSentError if there is no room within `waitMs` milliseconds.
   */
  async send(waitMs: number, publish: (channel: C) => boolean): Promise<void> {
    if (this.trySend(publish)) return;
    const signal = AbortSignal.timeout(Math.max(1, waitMs));
    do {
      await once(this.changes, 'change', { signal }).catch(() => {
        throw new NotSentError('the broker takes nothing for now');
      });
    } while (!this.trySend(publish));
  }

  /** Resolves when all messages have left the memory of the process: they were written to the socket, or dropped. */
  async flushed(): Promise<void> {
    if (this.channel && this.full) await once(this.changes, 'flushed');
  }

  private trySend(publish: (channel: C) => boolean): boolean {
    if (!this.channel || this.connection.isBlocked || this.full) return false;
    this.full = !publish(this.channel);
    return true;
  }

  private setFull(full: boolean): void {
    this.full = full;
    if (full) return;
    this.changes.emit('flushed');
    this.changes.emit('change');
  }
}
