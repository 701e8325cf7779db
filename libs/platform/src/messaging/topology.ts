import { EVENTS, type EventName } from '@inner-weather/contracts/events';
import {
  EVENTS_EXCHANGE,
  type QueueDefinition,
  type QueueName,
  QUEUES,
  type ServiceName,
} from '@inner-weather/contracts/topology';
import type { Channel } from 'amqplib';

/** Deliveries without an answer (a process that dies over a message) before the broker itself moves it to the DLQ. */
const DELIVERY_LIMIT = 20;
/** Looking into a DLQ takes its messages and gives them back; the broker's default limit would drop them in the end. */
const DLQ_DELIVERY_LIMIT = 1_000_000_000;
/** Milliseconds without a consumer after which an RPC queue goes: callers then fail at once instead of by deadline. */
const RPC_QUEUE_EXPIRES_MS = 60_000;

/** The part of a channel that a declaration needs. */
export type Declaring = Pick<Channel, 'assertExchange' | 'assertQueue' | 'bindQueue'>;

/** A queue as a service sees it: the definition with its name and its delays as configured. */
export interface ConsumedQueue extends QueueDefinition {
  name: QueueName;
}

export function queuesOf(service: ServiceName, delayFactor: number): ConsumedQueue[] {
  return allQueues(delayFactor).filter((queue) => queue.service === service);
}

function allQueues(delayFactor: number): ConsumedQueue[] {
  return Object.entries(QUEUES as Record<string, QueueDefinition>).map(([name, queue]) => ({
    ...queue,
    name: name as QueueName,
    retryDelaysMs: queue.retryDelaysMs.map((delay) => Math.max(1, Math.round(delay * delayFactor))),
  }));
}

/** The delay is part of the name, so that another configuration never collides with a queue that exists. */
export const retryQueue = (queue: string, delayMs: number) => `${queue}.retry.${delayMs}`;
export const deadLetterQueue = (queue: string) => `${queue}.dlq`;
export const rpcQueue = (service: string) => `rpc.${service}`;

/**
 * Declares what a service consumes and what its own events go to. The second part is what makes publishing safe
 * before the consumers have ever run: no event is confirmed while one of its queues does not exist yet.
 */
export async function declareTopology(
  channel: Declaring,
  service: ServiceName,
  delayFactor: number,
): Promise<void> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  for (const queue of allQueues(delayFactor)) {
    const owned = queue.events.some((event: EventName) => EVENTS[event].owner === service);
    if (queue.broadcast || (queue.service !== service && !owned)) continue;
    await declareWorkQueue(channel, queue);
  }
}

/** Declares what one consumer needs and answers the name of its queue. */
export async function declareConsumedQueue(channel: Declaring, queue: ConsumedQueue): Promise<string> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  if (queue.broadcast) return declareBroadcastQueue(channel, queue);
  await declareWorkQueue(channel, queue);
  return queue.name;
}

/** Quorum queues: replicated where there are several nodes, and dead-lettered at least once. */
async function declareWorkQueue(channel: Declaring, queue: ConsumedQueue): Promise<void> {
  const deadLetterTo = (target: string) => ({
    'x-queue-type': 'quorum',
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': target,
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  });
  await channel.assertQueue(deadLetterQueue(queue.name), {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DLQ_DELIVERY_LIMIT },
  });
  await channel.assertQueue(queue.name, {
    durable: true,
    arguments: { ...deadLetterTo(deadLetterQueue(queue.name)), 'x-delivery-limit': DELIVERY_LIMIT },
  });
  for (const delay of new Set(queue.retryDelaysMs)) {
    await channel.assertQueue(retryQueue(queue.name, delay), {
      durable: true,
      arguments: { ...deadLetterTo(queue.name), 'x-message-ttl': delay },
    });
  }
  for (const event of queue.events) await channel.bindQueue(queue.name, EVENTS_EXCHANGE, event);
}

/** A queue of this replica alone, gone with its connection. */
async function declareBroadcastQueue(channel: Declaring, queue: ConsumedQueue): Promise<string> {
  const { queue: name } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  for (const event of queue.events) await channel.bindQueue(name, EVENTS_EXCHANGE, event);
  return name;
}

export async function declareRpcQueue(channel: Declaring, service: ServiceName): Promise<string> {
  const { queue } = await channel.assertQueue(rpcQueue(service), {
    durable: true,
    expires: RPC_QUEUE_EXPIRES_MS,
  });
  return queue;
}
