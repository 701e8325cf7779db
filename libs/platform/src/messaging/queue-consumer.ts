import { Logger } from '@nestjs/common';
import type { Channel, ConsumeMessage } from 'amqplib';
import { Acknowledgements } from './acknowledgements.js';
import { inFlight } from './queue-consumer.metrics.js';
import type { ChannelHandle, ChannelSetup } from './recovering-channel.js';
import type { RecoveringConnection } from './recovering-connection.js';
import { declareTolerantly } from './tolerant-declaring.js';
import type { Declaring } from './topology.js';

export interface QueueConsumerOptions {
  /** For logs and metrics. */
  label: string;
  prefetch: number;
  /** Declares the queue and resolves with its name. */
  declare: (channel: Declaring) => Promise<string>;
  /** Resolves when messages can be handled. */
  ready: () => Promise<void>;
  /** Resolves when the message may be acknowledged. Rejects only for a defect, never because of the message itself. */
  handle: (message: ConsumeMessage, delivery: Delivery) => Promise<void>;
}

/** The state of the channel that delivered a message. */
export interface Delivery {
  /**
   * True once the channel is closed. The broker then delivers the message again, and it cannot be acknowledged here.
   */
  readonly lost: boolean;
}

/**
 * Consumes one queue on its own channel, which is set up again when the consumer is cancelled or the channel is closed.
 * A message is acknowledged when its handler resolves, together with others that are handled at that moment. It stays
 * unacknowledged if the handler rejects.
 */
export class QueueConsumer {
  private readonly channelHandle: ChannelHandle;
  private readonly logger = new Logger(QueueConsumer.name);
  private readonly working = new Set<Promise<void>>();
  private channel?: Channel;
  private acknowledgements?: Acknowledgements;
  private consumerTag?: string;
  private draining = false;

  /** With `fallbackFor`, this queue is consumed only after that consumer has failed once, and then alongside it. */
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
    const acknowledgements = new Acknowledgements(channel, delivery);
    const queue = await declareTolerantly(model, this.options.declare);
    await channel.prefetch(this.options.prefetch);
    this.channel = channel;
    this.acknowledgements = acknowledgements;
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.accept(message, delivery, acknowledgements);
      else if (!this.draining) onLost('its consumer was cancelled');
    });
    this.consumerTag = consumerTag;
  }

  private accept(message: ConsumeMessage, delivery: Delivery, acknowledgements: Acknowledgements): void {
    inFlight().inc({ queue: this.options.label });
    acknowledgements.begin(message);
    const work = this.options
      .handle(message, delivery)
      .then(() => acknowledgements.add(message))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => {
        inFlight().dec({ queue: this.options.label });
        this.working.delete(work);
      });
    this.working.add(work);
  }

  /** Accepts no new messages and waits up to `graceMs` milliseconds for those that are being handled. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    this.channelHandle.stopRecovering();
    const { channel, consumerTag } = this;
    if (channel && consumerTag) await channel.cancel(consumerTag).catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(this.working), timeout]);
    clearTimeout(timer);
    this.acknowledgements?.send();
    // Awaited, so that the last acknowledgements arrive before the connection closes.
    if (channel) await channel.close().catch(() => undefined);
  }
}
