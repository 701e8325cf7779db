import { Logger } from '@nestjs/common';
import type { Channel, ConsumeMessage } from 'amqplib';
import { inFlight } from './queue-consumer.metrics.js';
import type { ChannelHandle, ChannelSetup } from './recovering-channel.js';
import type { RecoveringConnection } from './recovering-connection.js';
import { declareTolerantly } from './tolerant-declaring.js';
import type { Declaring } from './topology.js';

export interface QueueConsumerOptions {
  /** For logs and metrics. */
  label: string;
  prefetch: number;
  /** Declares the queue and answers its name. */
  declare: (channel: Declaring) => Promise<string>;
  /** Resolves when messages can be handled. */
  ready: () => Promise<void>;
  /** Resolves when the message may be acknowledged. Rejects only for a defect, never because of the message itself. */
  handle: (message: ConsumeMessage, delivery: Delivery) => Promise<void>;
}

/** What a handler may know of the channel that brought its message. */
export interface Delivery {
  /** The channel is closed, so the broker delivers the message again: it can no longer be acknowledged here. */
  readonly lost: boolean;
}

/**
 * Consumes one queue on a channel of its own, which is set up again when the consumer is cancelled or the channel is
 * closed. A message is acknowledged when its handler resolves, and not at all when it rejects.
 */
export class QueueConsumer {
  private readonly channelHandle: ChannelHandle;
  private readonly logger = new Logger(QueueConsumer.name);
  private readonly working = new Set<Promise<void>>();
  private channel?: Channel;
  private consumerTag?: string;
  private draining = false;

  /** `fallbackFor`: this queue is consumed only after that consumer has failed, and then beside it. */
  constructor(
    connection: RecoveringConnection,
    private readonly options: QueueConsumerOptions,
    fallbackFor?: QueueConsumer,
  ) {
    this.channelHandle = connection.addChannel({
      label: options.label,
      open: (model) => model.createChannel(),
      ready: options.ready,
      setUp: (setup) => this.setUp(setup),
      onDown: () => (this.channel = undefined),
      fallbackFor: fallbackFor?.channelHandle,
    });
  }

  private async setUp({ channel, model, onLost }: ChannelSetup<Channel>): Promise<void> {
    if (this.draining) return;
    const delivery = { lost: false };
    channel.on('close', () => (delivery.lost = true));
    const queue = await declareTolerantly(model, this.options.declare);
    await channel.prefetch(this.options.prefetch);
    this.channel = channel;
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.accept(channel, message, delivery);
      else if (!this.draining) onLost('its consumer was cancelled');
    });
    this.consumerTag = consumerTag;
  }

  private accept(channel: Channel, message: ConsumeMessage, delivery: Delivery): void {
    inFlight.inc({ queue: this.options.label });
    const work = this.options
      .handle(message, delivery)
      .then(() => {
        if (!delivery.lost) channel.ack(message);
      })
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => {
        inFlight.dec({ queue: this.options.label });
        this.working.delete(work);
      });
    this.working.add(work);
  }

  /** Accepts no new message and waits for those that are being handled, at most `graceMs` milliseconds. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    this.channelHandle.stopRecovering();
    const { channel, consumerTag } = this;
    if (channel && consumerTag) await channel.cancel(consumerTag).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(this.working), late]);
    clearTimeout(timer);
    // Closing waits for the broker's answer, so that the last acknowledgements arrive before the connection closes.
    if (channel) await channel.close().catch(() => undefined);
  }
}
