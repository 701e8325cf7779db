import { Logger } from '@nestjs/common';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Link } from './link.js';
import { inFlight } from './metrics.js';

export interface QueueConsumerOptions {
  /** For logs and metrics. */
  label: string;
  prefetch: number;
  /** Declares the queue and answers its name. */
  declare: (channel: Channel) => Promise<string>;
  /** Settles when the message has been dealt with for good, and never rejects for a reason of the message itself. */
  handle: (message: ConsumeMessage, delivery: Delivery) => Promise<void>;
}

/** What a handler sees of the channel that brought its message. */
export interface Delivery {
  /** The broker gives the message to somebody else now: nothing that is done about it here counts. */
  readonly lost: boolean;
}

/**
 * Consumes one queue on a channel of its own. A cancelled consumer or a closed channel resets the link, which sets
 * it up again. A message is acknowledged when its handler has settled, and not at all when it rejected.
 */
export class QueueConsumer {
  private readonly logger = new Logger(QueueConsumer.name);
  private readonly working = new Set<Promise<void>>();
  private channel?: Channel;
  private consumerTag?: string;
  private draining = false;

  constructor(
    private readonly link: Link,
    private readonly options: QueueConsumerOptions,
  ) {
    link.use((model) => this.setUp(model));
  }

  private async setUp(model: ChannelModel): Promise<void> {
    if (this.draining) return;
    const channel = await model.createChannel();
    const delivery = { lost: false };
    channel.on('error', (error) => this.logger.warn({ queue: this.options.label, msg: error.message }));
    channel.on('close', () => {
      delivery.lost = true;
      if (this.channel === channel && !this.draining)
        this.link.reset(`the channel of ${this.options.label} was closed`);
    });
    const queue = await this.options.declare(channel);
    await channel.prefetch(this.options.prefetch);
    this.channel = channel;
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.accept(channel, message, delivery);
      else if (!this.draining) this.link.reset(`the consumer of ${this.options.label} was cancelled`);
    });
    this.consumerTag = consumerTag;
  }

  private accept(channel: Channel, message: ConsumeMessage, delivery: Delivery): void {
    inFlight.inc({ queue: this.options.label });
    const work = this.options
      .handle(message, delivery)
      .then(() => {
        // After the loss of its channel the broker has taken the message back already.
        if (!delivery.lost) channel.ack(message);
      })
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => {
        inFlight.dec({ queue: this.options.label });
        this.working.delete(work);
      });
    this.working.add(work);
  }

  /** Takes no new message and waits for those that are being handled, at most `graceMs` milliseconds. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    const { channel, consumerTag } = this;
    if (channel && consumerTag && this.link.isUp) await channel.cancel(consumerTag).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(this.working), late]);
    clearTimeout(timer);
    // Closing waits for the broker's answer, so that the last acknowledgements are not cut off with the connection.
    if (channel && this.link.isUp) await channel.close().catch(() => undefined);
  }
}
