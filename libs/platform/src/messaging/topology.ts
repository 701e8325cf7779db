import { EVENTS, type EventName } from '@inner-weather/contracts/events';
import {
  EVENTS_EXCHANGE,
  keysTo,
  type QueueDefinition,
  type QueueName,
  QUEUES,
  type ServiceName,
} from '@inner-weather/contracts/topology';
import type { Channel } from 'amqplib';

/** Deliveries without acknowledgement (of a message that kills the process) before the broker moves it to the DLQ. */
const DELIVERY_LIMIT = 20;
/** Listing a DLQ takes its messages and returns them. The broker's default limit would drop them after some listings. */
const DLQ_DELIVERY_LIMIT = 1_000_000_000;
/** Milliseconds without a consumer after which an RPC queue is deleted: callers then fail at once, not at their deadline. */
const RPC_QUEUE_EXPIRES_MS = 60_000;

/** The part of a channel that a declaration needs. */
export type Declaring = Pick<Channel, 'assertExchange' | 'assertQueue' | 'bindQueue'>;

/** The definition of a queue with its name, and with its delays scaled as configured. */
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

/** The delay is part of the name, so that another configuration does not collide with an existing queue. */
export const retryQueue = (queue: string, delayMs: number) => `${queue}.retry.${delayMs}`;
export const deadLetterQueue = (queue: string) => `${queue}.dlq`;
export const rpcQueue = (service: string) => `rpc.${service}`;
/** Takes a service's calls while the node of the broker that holds its queue is down. */
export const spareRpcQueue = (service: string) => `${rpcQueue(service)}.spare`;

/**
 * Declares the queues that a service consumes, and those that its own events go to. The latter make it safe to publish
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

/** Declares the queue of one consumer and answers its name. */
export async function declareConsumedQueue(channel: Declaring, queue: ConsumedQueue): Promise<string> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  if (queue.broadcast) return declareBroadcastQueue(channel, queue);
  await declareWorkQueue(channel, queue);
  return queue.name;
}

const deadLetterTo = (target: string) => ({
  'x-queue-type': 'quorum',
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': target,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

/** Quorum queues: replicated where the broker has several nodes, and dead-lettered at least once. */
async function declareWorkQueue(channel: Declaring, queue: ConsumedQueue): Promise<void> {
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
  for (const key of keysTo(queue)) await channel.bindQueue(queue.name, EVENTS_EXCHANGE, key);
}

/** A queue of this replica alone, which is deleted with its connection. */
async function declareBroadcastQueue(channel: Declaring, queue: ConsumedQueue): Promise<string> {
  const { queue: name } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  for (const key of keysTo(queue)) await channel.bindQueue(name, EVENTS_EXCHANGE, key);
  return name;
}

/**
 * A classic queue: calls hold what people wrote, and a quorum queue would write them to the disk of every node. The
 * queue lives on one node. While that node is down nobody can declare or reach it, and the spare queue takes its place.
 */
export async function declareRpcQueue(
  channel: Declaring,
  service: ServiceName,
  nameOf = rpcQueue,
): Promise<string> {
  const { queue } = await channel.assertQueue(nameOf(service), {
    durable: true,
    expires: RPC_QUEUE_EXPIRES_MS,
  });
  return queue;
}
