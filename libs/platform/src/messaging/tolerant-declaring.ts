import { Logger } from '@nestjs/common';
import type { Channel, ChannelModel, Options } from 'amqplib';
import type { Declaring } from './topology.js';

/** AMQP's reply code for a queue that exists with other arguments. */
const PRECONDITION_FAILED = 406;

/**
 * Declares on a separate channel, since the broker closes the channel when it refuses a declaration. A queue with other
 * arguments, from another version or from an operator, is used unchanged. See docs/incidents.md for how to change the
 * arguments of a queue.
 */
export async function declareTolerantly<T>(
  model: ChannelModel,
  declare: (declarer: Declaring) => Promise<T>,
): Promise<T> {
  const declarer = new TolerantDeclaring(model);
  try {
    return await declare(declarer);
  } finally {
    declarer.close();
  }
}

class TolerantDeclaring implements Declaring {
  private readonly logger = new Logger('Declaring');
  private currentChannel?: Promise<Channel>;

  constructor(private readonly model: ChannelModel) {}

  async assertExchange(name: string, type: string, options?: Options.AssertExchange) {
    return (await this.channel()).assertExchange(name, type, options);
  }

  async assertQueue(name = '', options?: Options.AssertQueue) {
    const channel = await this.channel();
    try {
      return await channel.assertQueue(name, options);
    } catch (error) {
      if ((error as { code?: number }).code !== PRECONDITION_FAILED) throw error;
      this.logger.warn({
        queue: name,
        reason: error instanceof Error ? error.message : String(error),
        msg: 'the queue has other arguments and is taken as it is',
      });
      this.currentChannel = undefined;
      return (await this.channel()).checkQueue(name);
    }
  }

  async bindQueue(queue: string, source: string, key: string) {
    return (await this.channel()).bindQueue(queue, source, key);
  }

  close(): void {
    this.currentChannel?.then((channel) => channel.close()).catch(() => undefined);
  }

  private channel(): Promise<Channel> {
    this.currentChannel ??= this.model.createChannel().then((channel) => {
      // The declaration rejects anyway, and an 'error' event without a listener would end the process.
      channel.on('error', () => undefined);
      return channel;
    });
    return this.currentChannel;
  }
}
