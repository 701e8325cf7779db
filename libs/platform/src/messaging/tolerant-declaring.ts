import { Logger } from '@nestjs/common';
import type { Channel, ChannelModel, Options } from 'amqplib';
import type { Declaring } from './topology.js';

/** AMQP's PRECONDITION_FAILED: the queue exists with other arguments. */
const DIFFERS = 406;

/**
 * Declares on a separate channel, since the broker closes the channel of a declaration that it refuses. A queue that
 * exists with other arguments, from another version or made by an operator, is used as it is: it works all the same,
 * and docs/operations.md says how to move to the new arguments.
 */
export async function declareTolerantly<T>(
  model: ChannelModel,
  declare: (declaring: Declaring) => Promise<T>,
): Promise<T> {
  const declaring = new TolerantDeclaring(model);
  try {
    return await declare(declaring);
  } finally {
    declaring.close();
  }
}

class TolerantDeclaring implements Declaring {
  private readonly logger = new Logger('Declaring');
  private current?: Promise<Channel>;

  constructor(private readonly model: ChannelModel) {}

  async assertExchange(name: string, type: string, options?: Options.AssertExchange) {
    return (await this.channel()).assertExchange(name, type, options);
  }

  async assertQueue(name = '', options?: Options.AssertQueue) {
    const channel = await this.channel();
    try {
      return await channel.assertQueue(name, options);
    } catch (error) {
      if ((error as { code?: number }).code !== DIFFERS) throw error;
      this.logger.warn({
        queue: name,
        reason: error instanceof Error ? error.message : String(error),
        msg: 'the queue has other arguments and is taken as it is',
      });
      this.current = undefined;
      return (await this.channel()).checkQueue(name);
    }
  }

  async bindQueue(queue: string, source: string, key: string) {
    return (await this.channel()).bindQueue(queue, source, key);
  }

  close(): void {
    this.current?.then((channel) => channel.close()).catch(() => undefined);
  }

  private channel(): Promise<Channel> {
    this.current ??= this.model.createChannel().then((channel) => {
      // The declaration itself rejects; an 'error' event without a listener would end the process.
      channel.on('error', () => undefined);
      return channel;
    });
    return this.current;
  }
}
