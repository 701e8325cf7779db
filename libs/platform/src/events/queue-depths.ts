import type { QueueStateDto } from '@inner-weather/contracts/administration/service-state.dto';
import type { Channel, Replies } from 'amqplib';
import { gauge } from '../metrics.js';
import { perService } from '../context.js';
import type { RecoveringConnection } from '../messaging/recovering-connection.js';
import { type ConsumedQueue, deadLetterQueue, retryQueue } from '../messaging/topology.js';

/** The broker is queried only when Prometheus scrapes. */
const sources = perService(() => new Set<QueueDepths>());

const messages = gauge({
  name: 'queue_messages',
  help: 'Messages that are ready in a queue (waiting), between two attempts (retrying) or given up (dead)',
  labelNames: ['queue', 'state'] as const,
  collect: async () => {
    await Promise.all([...sources()].map((source) => source.collect()));
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
    sources().add(this);
  }

  close(): void {
    sources().delete(this);
  }

  async collect(): Promise<void> {
    for (const { name, waiting, retrying, dead } of await this.read()) {
      messages().set({ queue: name, state: 'waiting' }, waiting ?? Number.NaN);
      messages().set({ queue: name, state: 'retrying' }, retrying ?? Number.NaN);
      messages().set({ queue: name, state: 'dead' }, dead ?? Number.NaN);
    }
  }

  async read(): Promise<QueueStateDto[]> {
    const states: QueueStateDto[] = [];
    for (const { name, retryDelaysMs } of this.queues) {
      const waiting = await this.count([name]);
      const retrying = await this.count(retryDelaysMs.map((delay) => retryQueue(name, delay)));
      states.push({ name, waiting, retrying, dead: await this.count([deadLetterQueue(name)]) });
    }
    return states;
  }

  /** How many consumers a queue has. Null while it is unknown. */
  async consumersOf(queue: string): Promise<number | null> {
    return (await this.check(queue))?.consumerCount ?? null;
  }

  /** Null while the number is unknown. */
  private async count(names: string[]): Promise<number | null> {
    let sum = 0;
    for (const name of names) {
      const queue = await this.check(name);
      if (!queue) return null;
      sum += queue.messageCount;
    }
    return sum;
  }

  private async check(queue: string): Promise<Replies.AssertQueue | undefined> {
    return this.channel?.checkQueue(queue).catch(() => undefined);
  }
}
