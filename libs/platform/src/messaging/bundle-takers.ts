import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';

/** Milliseconds for which an answer of the broker counts. */
const VALID_MS = 2_000;
/** Milliseconds that the broker may take to answer. */
const ANSWER_MS = 1_000;

/**
 * Knows whether bundles may be sent now: only while all the queues that take them have a consumer. Version 0.2.0
 * consumes none of them, and a consumer that is away none either: its messages wait one by one, for whoever comes.
 */
export class BundleTakers {
  private readonly known = new Map<string, { until: number; take: boolean }>();

  /** The broker is asked at most once in VALID_MS, and only when there is something to bundle. */
  async take(queues: string[], model: ChannelModel | undefined): Promise<boolean> {
    const key = queues.join();
    if (!model || queues.length === 0) return false;
    const known = this.known.get(key);
    if (known && known.until > Date.now()) return known.take;
    const take = await Promise.race([haveConsumers(model, queues), sleep(ANSWER_MS, false, { ref: false })]);
    this.known.set(key, { until: Date.now() + VALID_MS, take });
    return take;
  }
}

/** On a channel of its own: the broker closes the channel of a question about a queue that does not exist. */
async function haveConsumers(model: ChannelModel, queues: string[]): Promise<boolean> {
  try {
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    const states = await Promise.all(queues.map((queue) => channel.checkQueue(queue)));
    channel.close().catch(() => undefined);
    return states.every(({ consumerCount }) => consumerCount > 0);
  } catch {
    return false;
  }
}
