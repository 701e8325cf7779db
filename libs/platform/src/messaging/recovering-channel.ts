import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Channel, ChannelModel } from 'amqplib';

/** Milliseconds before a lost channel is set up again. Doubles with each attempt up to RETRY_MAX_MS. */
const RETRY_FIRST_MS = 100;
/** Shorter than the timeout of a call, so that calls in a recovered queue are still handled in time. */
const RETRY_MAX_MS = 2_000;
/** After this many milliseconds without a failure, the delay is reset. */
const STABLE_MS = 10_000;
/**
 * Milliseconds that the broker may take to open a channel or to set it up. A cluster that has just lost a node may
 * never respond on one channel while it responds on the next.
 */
const ANSWER_MAX_MS = 15_000;

export interface ChannelSetup<C extends Channel> {
  /** A new channel. It is closed when the setup fails or `onLost` is called. */
  channel: C;
  model: ChannelModel;
  /** Call this when the consumer or publisher is lost, even during the setup. A new channel is then set up. */
  onLost: (reason: string) => void;
}

export interface RecoveringChannelOptions<C extends Channel> {
  /** For logs. */
  label: string;
  open: (model: ChannelModel) => Promise<C>;
  /** A precondition of the setup. */
  ready?: () => Promise<void>;
  setUp: (setup: ChannelSetup<C>) => Promise<void>;
  /** Runs when the channel is up. Use it in place of the end of `setUp`: a setup that timed out may end much later. */
  onUp?: (channel: C) => void;
  /** Runs when the channel is lost. */
  onDown?: () => void;
  /** This channel is set up only after the other one has failed once. The connection is up if one of the two is up. */
  fallbackFor?: ChannelHandle;
  /** Milliseconds; see ANSWER_MAX_MS. */
  answerMaxMs?: number;
}

export interface ChannelHandle {
  readonly isUp: boolean;
  /** Resolves when the channel fails for the first time. */
  readonly failedOnce: Promise<void>;
  /** After this, a lost channel is not set up again. */
  stopRecovering: () => void;
}

/**
 * The channel of one consumer or publisher. Every failure (a refused declaration, a cancelled consumer, a closed
 * channel) is handled in the same way: a new channel is opened and set up, for as long as the connection is open. Other
 * channels of the connection are not affected.
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

  /**
   * Recovers the channel until `disconnected`. Rejects if no channel can be opened, which makes the connection
   * unusable.
   */
  run(model: ChannelModel, disconnected: AbortSignal): Promise<void> {
    const previous = this.running.catch(() => undefined);
    this.running = previous.then(() => this.recover(model, disconnected));
    return this.running;
  }

  private async recover(model: ChannelModel, disconnected: AbortSignal): Promise<void> {
    await Promise.race([this.options.fallbackFor?.failedOnce, whenAborted(disconnected)]);
    let delayMs = RETRY_FIRST_MS;
    while (!disconnected.aborted && !this.stopped) {
      const channel = await this.withTimeout(this.options.open(model), 'no channel was opened in time');
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

  /** Resolves with the reason why the setup failed or the channel was lost. */
  private async useUntilLost(channel: C, model: ChannelModel, disconnected: AbortSignal): Promise<string> {
    let lostBecause: string | undefined;
    let onLost: (reason: string) => void = () => undefined;
    const loss = new Promise<string>((resolve) => {
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
      await Promise.race([this.options.ready?.(), loss]);
      if (lostBecause === undefined)
        await this.withTimeout(this.options.setUp({ channel, model, onLost }), 'it was not set up in time');
      // The channel may have been lost during its setup.
      if (lostBecause === undefined && !disconnected.aborted) {
        this.options.onUp?.(channel);
        this.setIsUp(true);
      }
      return lostBecause ?? (await loss);
    } catch (error) {
      return lostBecause ?? (error instanceof Error ? error.message : String(error));
    } finally {
      disconnected.removeEventListener('abort', onDisconnect);
      this.setIsUp(false);
      // Not awaited, because a blocked connection would never respond.
      channel.close().catch(() => undefined);
    }
  }

  private withTimeout<T>(answer: Promise<T>, message: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const onTimeout = (): void => reject(new Error(message));
      const timer = setTimeout(onTimeout, this.options.answerMaxMs ?? ANSWER_MAX_MS);
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

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
