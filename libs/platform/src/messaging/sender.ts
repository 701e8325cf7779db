import { EventEmitter, once } from 'node:events';
import type { Channel, ChannelModel, ConfirmChannel } from 'amqplib';
import type { ChannelSetup } from './recovering-channel.js';
import type { RecoveringConnection } from './recovering-connection.js';

/** There is no broker, or it accepts nothing for now. Nothing was sent. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}

/**
 * Publishes over one channel, no faster than the broker reads. Whoever sends waits for room, for a bounded time, instead
 * of filling the process's memory.
 */
export class Sender<C extends Channel = ConfirmChannel> {
  private channel?: C;
  /** The socket's buffer is full: the broker has not read yet what was written. */
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

  /** There is no broker, or it is in alarm: waiting for room makes no sense now. */
  get isUnavailable(): boolean {
    return !this.channel || this.connection.isBlocked;
  }

  /**
   * Gives the channel to `publish` as soon as there is room; `publish` answers what the channel's own `publish` did.
   * Rejects with NotSentError when there is no room within `waitMs` milliseconds.
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

  /** Resolves when what was sent has left this process's memory: the socket has taken it, or the channel is gone. */
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
