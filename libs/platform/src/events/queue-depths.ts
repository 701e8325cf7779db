import type { Channel } from 'amqplib';
import { Gauge } from 'prom-client';
import type { RecoveringConnection } from '../messaging/recovering-connection.js';
import { type ConsumedQueue, deadLetterQueue, retryQueue } from '../messaging/topology.js';

/** The broker is queried only when Prometheus scrapes. */
const sources = new Set<QueueDepths>();

const messages = new Gauge({
  name: 'queue_messages',
  help: 'Messages that are ready in a queue (waiting), between two attempts (retrying) or given up (dead)',
  labelNames: ['queue', 'state'] as const,
  collect: async () => {
    await Promise.all([...sources].map((source) => source.collect()));
  },
});

/** Reports the number of messages in the queues of one service. */
export class QueueDepths {
  private channel?: Channel;

  constructor(
    connection: RecoveringConnection,
    private readonly queues: readonly ConsumedQueue[],
  ) {
    connection.addChannel({
      label: 'depths of queues',
      open: (model) => model.createChannel(),
      // The broker closes the channel when a queue that it is asked about does not exist.
      setUp: ({ channel }) => {
        this.channel = channel;
        return Promise.resolve();
      },
      onDown: () => (this.channel = undefined),
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

  /** NaN while the number is unknown. */
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
