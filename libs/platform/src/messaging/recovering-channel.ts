import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Channel, ChannelModel } from 'amqplib';

/** Milliseconds before a lost channel is set up again: from the first of these, doubled each time, up to the second. */
const RETRY_FIRST_MS = 100;
/** Shorter than the deadline of a call, so that calls that wait in a recovered queue are still taken in time. */
const RETRY_MAX_MS = 2_000;
/** A channel that has stood for so many milliseconds starts again with the shortest delay. */
const STABLE_MS = 10_000;
/**
 * Milliseconds that the broker may take to open a channel or to set it up. A cluster that has just lost a node may leave
 * one channel without an answer while it answers the next.
 */
const ANSWER_MAX_MS = 15_000;

/** What a setup is given. */
export interface ChannelSetup<C extends Channel> {
  /** A new channel. It is closed when the setup fails, or when what was set up is lost. */
  channel: C;
  model: ChannelModel;
  /** To be called when what was set up is lost, even while the setup still runs. It is then set up again. */
  onLost: (reason: string) => void;
}

export interface RecoveringChannelOptions<C extends Channel> {
  /** For logs. */
  label: string;
  open: (model: ChannelModel) => Promise<C>;
  /** What has to be so before the broker is asked for anything. */
  ready?: () => Promise<void>;
  setUp: (setup: ChannelSetup<C>) => Promise<void>;
  /** Runs when the channel is set up. A setup that was given up may still end, long after the next one. */
  onUp?: (channel: C) => void;
  /** Runs when what was set up is lost. */
  onDown?: () => void;
  /** Set up only after that channel has failed once. The connection counts as up when one of the two is. */
  fallbackFor?: ChannelHandle;
  /** Milliseconds; see ANSWER_MAX_MS. */
  answerMaxMs?: number;
}

/** What others may know of a recovering channel, and do to it. */
export interface ChannelHandle {
  readonly isUp: boolean;
  /** Resolves when the channel fails for the first time. */
  readonly failedOnce: Promise<void>;
  /** The channel is no longer set up again when it is lost. */
  stopRecovering: () => void;
}

/**
 * A channel of its own for one consumer or publisher. Every failure (a refused declaration, a cancelled consumer, a
 * closed channel) is handled in the same way: a new channel is opened and set up, for as long as the connection lasts.
 * Other channels of the connection are not affected.
 */
export class RecoveringChannel<C extends Channel> implements ChannelHandle {
  readonly failedOnce: Promise<void>;
  private readonly logger = new Logger(RecoveringChannel.name);
  private markFailed: () => void = () => undefined;
  private running = Promise.resolve();
  private up = false;
  private stopped = false;

  constructor(
    private readonly options: RecoveringChannelOptions<C>,
    /** Runs after each change of `isUp`. */
    private readonly onChange: () => void,
  ) {
    this.failedOnce = new Promise((resolve) => (this.markFailed = resolve));
  }

  get isUp(): boolean {
    return this.up;
  }

  get fallbackFor(): ChannelHandle | undefined {
    return this.options.fallbackFor;
  }

  stopRecovering(): void {
    this.stopped = true;
  }

  /** Recovers the channel until `disconnected`. Rejects when the connection opens no channel: it is then unusable. */
  run(model: ChannelModel, disconnected: AbortSignal): Promise<void> {
    const previous = this.running.catch(() => undefined);
    this.running = previous.then(() => this.recover(model, disconnected));
    return this.running;
  }

  private async recover(model: ChannelModel, disconnected: AbortSignal): Promise<void> {
    await Promise.race([this.options.fallbackFor?.failedOnce, aborted(disconnected)]);
    let delayMs = RETRY_FIRST_MS;
    while (!disconnected.aborted && !this.stopped) {
      const channel = await this.inTime(this.options.open(model), 'no channel was opened in time');
      const openedAt = Date.now();
      const reason = await this.useUntilLost(channel, model, disconnected);
      if (disconnected.aborted || this.stopped) return;
      this.markFailed();
      this.logger.warn({
        channel: this.options.label,
        reason,
        msg: 'a channel was lost and is set up again',
      });
      if (Date.now() - openedAt > STABLE_MS) delayMs = RETRY_FIRST_MS;
      await sleep(delayMs, undefined, { signal: disconnected }).catch(() => undefined);
      delayMs = Math.min(2 * delayMs, RETRY_MAX_MS);
    }
  }

  /** Resolves with the reason why the setup failed, or why what was set up is lost. */
  private async useUntilLost(channel: C, model: ChannelModel, disconnected: AbortSignal): Promise<string> {
    let lostBecause: string | undefined;
    let onLost: (reason: string) => void = () => undefined;
    const lost = new Promise<string>((resolve) => {
      onLost = (reason) => {
        lostBecause ??= reason;
        resolve(lostBecause);
      };
    });
    channel.on('error', (error: Error) => onLost(error.message));
    channel.on('close', () => onLost('its channel was closed'));
    const onDisconnect = (): void => onLost('its connection was lost');
    disconnected.addEventListener('abort', onDisconnect, { once: true });
    try {
      await Promise.race([this.options.ready?.(), lost]);
      if (lostBecause === undefined)
        await this.inTime(this.options.setUp({ channel, model, onLost }), 'it was not set up in time');
      // A channel that was lost during its setup must not count as up.
      if (lostBecause === undefined && !disconnected.aborted) {
        this.options.onUp?.(channel);
        this.setIsUp(true);
      }
      return lostBecause ?? (await lost);
    } catch (error) {
      return lostBecause ?? (error instanceof Error ? error.message : String(error));
    } finally {
      disconnected.removeEventListener('abort', onDisconnect);
      this.setIsUp(false);
      // Not awaited: a blocked connection would never answer.
      channel.close().catch(() => undefined);
    }
  }

  private inTime<T>(answer: Promise<T>, otherwise: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(otherwise));
      const timer = setTimeout(late, this.options.answerMaxMs ?? ANSWER_MAX_MS);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  private setIsUp(up: boolean): void {
    if (this.up === up) return;
    this.up = up;
    if (!up) this.options.onDown?.();
    this.onChange();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
