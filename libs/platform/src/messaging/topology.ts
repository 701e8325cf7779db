import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import {
  EVENTS_EXCHANGE,
  keysTo,
  type QueueDefinition,
  type QueueName,
  QUEUES,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import type { Channel } from 'amqplib';

/** Unacknowledged deliveries, such as of a message that crashes the process, before the broker moves it to the DLQ. */
const DELIVERY_LIMIT = 20;
/**
 * Listing a DLQ delivers its messages and requeues them. The broker's default limit would drop them after some
 * listings.
 */
const DLQ_DELIVERY_LIMIT = 1_000_000_000;
/**
 * Milliseconds without a consumer after which an RPC queue is deleted. Calls then fail at once instead of timing out.
 */
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

/** The delay is part of the name, because an existing queue cannot get another delay. */
export const retryQueue = (queue: string, delayMs: number) => `${queue}.retry.${delayMs}`;
export const deadLetterQueue = (queue: string) => `${queue}.dlq`;
export const rpcQueue = (service: string) => `rpc.${service}`;
/** Receives a service's calls while the broker node with its queue is down. */
export const spareRpcQueue = (service: string) => `${rpcQueue(service)}.spare`;

/**
 * Declares the queues that a service consumes and those that receive its events. The latter make it safe to publish
 * before a consumer has ever run: the broker cannot confirm an event before all of its queues exist.
 */
export async function declareTopology(
  channel: Declaring,
  service: ServiceName,
  delayFactor: number,
): Promise<void> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  for (const queue of allQueues(delayFactor)) {
    const receivesOwnEvents = queue.events.some((event: EventName) => EVENTS[event].owner === service);
    if (queue.broadcast || (queue.service !== service && !receivesOwnEvents)) continue;
    await declareWorkQueue(channel, queue);
  }
}

/** Declares the queue of one consumer and resolves with its name. */
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

/** Quorum queues are replicated on clusters and dead-letter messages at least once. */
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

/** The queue of a single replica, which is deleted with the connection. */
async function declareBroadcastQueue(channel: Declaring, queue: ConsumedQueue): Promise<string> {
  const { queue: name } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  for (const key of keysTo(queue)) await channel.bindQueue(name, EVENTS_EXCHANGE, key);
  return name;
}

/**
 * A classic queue, because calls contain users' texts and a quorum queue would write them to the disk of every node.
 * The queue is on one node. While that node is down, the queue cannot be declared or reached, and the spare queue
 * replaces it.
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
