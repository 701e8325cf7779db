import type { Channel } from 'amqplib';
import { Gauge } from 'prom-client';
import type { Link } from './link.js';
import { type ConsumedQueue, deadLetterQueue, retryQueue } from './topology.js';

/** Asked when Prometheus asks, so that nothing polls the broker for nobody. */
const sources = new Set<QueueDepths>();

const messages = new Gauge({
  name: 'queue_messages',
  help: 'Messages that are ready in a queue (waiting), between two attempts (retrying) or given up (dead)',
  labelNames: ['queue', 'state'] as const,
  collect: async () => {
    await Promise.all([...sources].map((source) => source.collect()));
  },
});

/** Reports how full the queues of one service are. */
export class QueueDepths {
  private channel?: Channel;

  constructor(
    link: Link,
    private readonly queues: readonly ConsumedQueue[],
  ) {
    link.use(async (model) => {
      const channel = await model.createChannel();
      // A queue that was deleted closes the channel; the consumer of that queue resets the link.
      channel.on('error', () => undefined);
      channel.on('close', () => {
        if (this.channel === channel) this.channel = undefined;
      });
      this.channel = channel;
    });
    sources.add(this);
  }

  close(): void {
    sources.delete(this);
  }

  async collect(): Promise<void> {
    for (const { name, retryDelaysMs } of this.queues) {
      messages.set({ queue: name, state: 'waiting' }, await this.count([name]));
      const retries = retryDelaysMs.map((delay) => retryQueue(name, delay));
      messages.set({ queue: name, state: 'retrying' }, await this.count(retries));
      messages.set({ queue: name, state: 'dead' }, await this.count([deadLetterQueue(name)]));
    }
  }

  /** NaN while it cannot be known. */
  private async count(names: string[]): Promise<number> {
    let sum = 0;
    for (const name of names) {
      try {
        sum += (await this.channel?.checkQueue(name))?.messageCount ?? Number.NaN;
      } catch {
        return Number.NaN;
      }
    }
    return sum;
  }
}
