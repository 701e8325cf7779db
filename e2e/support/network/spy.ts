import type { EventName } from '@inner-weather/contracts/messaging/events';
import { EVENTS_EXCHANGE } from '@inner-weather/contracts/messaging/topology';
import { connect, type ConsumeMessage } from 'amqplib';

/** Listens to every event of one virtual host, beside the services. */
export class Spy {
  readonly messages: ConsumeMessage[] = [];
  private closing = false;

  private constructor(readonly close: () => Promise<void>) {}

  static async start(amqpUrl: string): Promise<Spy> {
    const connection = await connect(amqpUrl);
    // The connection ends when a suite stops the broker.
    connection.on('error', () => undefined);
    const channel = await connection.createChannel();
    await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, EVENTS_EXCHANGE, '#');
    const spy = new Spy(async () => {
      if (spy.closing) return;
      spy.closing = true;
      await connection.close();
    });
    await channel.consume(queue, (message) => void (message && spy.messages.push(message)), { noAck: true });
    return spy;
  }

  /** The payloads of one kind of event, each as often as it was published. */
  of<T = Record<string, unknown>>(name: EventName): T[] {
    return this.messages
      .filter(({ properties }) => properties.type === name)
      .map(({ content }) => JSON.parse(content.toString()) as T);
  }
}
