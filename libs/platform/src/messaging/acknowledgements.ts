import { Logger } from '@nestjs/common';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { Delivery } from './queue-consumer.js';

/**
 * Acknowledges the messages of one consumer that were handled in the same turn of the event loop: one acknowledgement
 * for all before the first message that is not handled, and one for each behind it. There is no timer.
 */
export class Acknowledgements {
  private readonly logger = new Logger(Acknowledgements.name);
  /** Delivery tags of messages that are not handled, in their order, which is the broker's. */
  private readonly unhandled = new Set<number>();
  private handled: ConsumeMessage[] = [];

  constructor(
    private readonly channel: Pick<Channel, 'ack'>,
    private readonly delivery: Delivery,
  ) {}

  /** Must be called for each message in the order of its arrival. One that is never added is never acknowledged. */
  begin({ fields }: ConsumeMessage): void {
    this.unhandled.add(fields.deliveryTag);
  }

  add(message: ConsumeMessage): void {
    this.unhandled.delete(message.fields.deliveryTag);
    this.handled.push(message);
    if (this.handled.length === 1) setImmediate(() => this.send());
  }

  /** Sends what was added. The broker delivers the messages of a lost channel again. */
  send(): void {
    const handled = this.handled.sort((a, b) => a.fields.deliveryTag - b.fields.deliveryTag);
    this.handled = [];
    if (this.delivery.lost) return;
    const [firstUnhandled = Infinity] = this.unhandled;
    const behind = handled.findIndex(({ fields }) => fields.deliveryTag > firstUnhandled);
    const before = behind === -1 ? handled.length : behind;
    const last = handled[before - 1];
    try {
      if (last) this.channel.ack(last, before > 1);
      for (const message of handled.slice(before)) this.channel.ack(message);
    } catch (error) {
      // The channel is closing.
      this.logger.warn({ reason: String(error), msg: 'messages were not acknowledged and come again' });
    }
  }
}
