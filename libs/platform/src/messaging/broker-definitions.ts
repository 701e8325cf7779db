import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import {
  EVENTS_EXCHANGE,
  routingKeysOf,
  SERVICES,
  type ServiceName,
} from '@inner-weather/contracts/messaging/topology';
import type { Options } from 'amqplib';
import {
  type ConsumedQueue,
  deadLetterQueue,
  declareConsumedQueue,
  declareRpcQueue,
  declareTopology,
  type Declaring,
  queuesOf,
  rpcQueue,
  spareRpcQueue,
} from './topology.js';

/** Regular expressions over names, as RabbitMQ matches them (https://www.rabbitmq.com/docs/access-control). */
export interface Permission {
  user: ServiceName;
  vhost: string;
  configure: string;
  write: string;
  read: string;
}

/** Regular expressions over the routing keys of one topic exchange. */
export interface TopicPermission {
  user: ServiceName;
  vhost: string;
  exchange: string;
  write: string;
  read: string;
}

/** The definitions that RabbitMQ imports on start. Each installation adds the users with their passwords. */
export interface BrokerDefinitions {
  vhosts: { name: string }[];
  permissions: Permission[];
  topic_permissions: TopicPermission[];
  exchanges: object[];
  queues: object[];
  bindings: object[];
}

interface Binding {
  source: string;
  vhost: string;
  destination: string;
  destination_type: 'queue';
  routing_key: string;
  arguments: object;
}

/** RabbitMQ's name, in permissions, for the default exchange. It carries calls, replies, retries and dead letters. */
const DEFAULT_EXCHANGE = 'amq.default';
/** The broker names the queue of a single replica; the rest of the name is random. */
const SERVER_NAMED = 'amq.gen-*';

/** Records the declarations of a service, in place of a channel. */
class Recorder implements Declaring {
  readonly exchanges = new Map<string, object>();
  readonly queues = new Map<string, object>();
  readonly bindings: Binding[] = [];

  constructor(private readonly vhost: string) {}

  assertExchange(name: string, type: string, { durable }: Options.AssertExchange = {}) {
    const rest = { durable, auto_delete: false, internal: false, arguments: {} };
    this.exchanges.set(name, { name, vhost: this.vhost, type, ...rest });
    return Promise.resolve({ exchange: name });
  }

  assertQueue(requestedName = '', { durable = false, arguments: args }: Options.AssertQueue = {}) {
    const name = requestedName || SERVER_NAMED;
    const properties = { durable, auto_delete: false, arguments: (args ?? {}) as object };
    this.queues.set(name, { name, vhost: this.vhost, ...properties });
    return Promise.resolve({ queue: name, messageCount: 0, consumerCount: 0 });
  }

  bindQueue(destination: string, source: string, key: string) {
    const target = { destination, destination_type: 'queue' as const };
    this.bindings.push({ source, vhost: this.vhost, ...target, routing_key: key, arguments: {} });
    return Promise.resolve({});
  }
}

/**
 * Builds the exchange, queues and bindings, and the minimal permissions of each service, from the services' own
 * declarations. Since the broker creates the queues, a publisher does not need the right to read them.
 */
export async function brokerDefinitions(vhost = '/'): Promise<BrokerDefinitions> {
  const topology = new Recorder(vhost);
  const permissions: Permission[] = [];
  const topicPermissions: TopicPermission[] = [];
  for (const service of SERVICES) {
    const ownQueues = queuesOf(service, 1);
    const recorder = new Recorder(vhost);
    await declareTopology(recorder, service, 1);
    await declareTopology(topology, service, 1);
    for (const queue of ownQueues) await declareConsumedQueue(recorder, queue);
    await declareRpcQueue(recorder, service);
    await declareRpcQueue(recorder, service, spareRpcQueue);
    permissions.push({ user: service, vhost, ...permissionOf(service, recorder, ownQueues) });
    topicPermissions.push({
      user: service,
      vhost,
      exchange: EVENTS_EXCHANGE,
      ...topicsOf(service, recorder),
    });
  }
  return {
    vhosts: [{ name: vhost }],
    permissions,
    topic_permissions: topicPermissions,
    exchanges: [...topology.exchanges.values()],
    queues: [...topology.queues.values()],
    bindings: unique(topology.bindings.map((binding) => JSON.stringify(binding))).map(
      (binding) => JSON.parse(binding) as Binding,
    ),
  };
}

function permissionOf(
  service: ServiceName,
  { exchanges, queues, bindings }: Recorder,
  ownQueues: ConsumedQueue[],
): Pick<Permission, 'configure' | 'write' | 'read'> {
  const publishes = eventsOf(service).length > 0;
  const readable = ownQueues.flatMap(({ name, broadcast }) =>
    // Includes the retry queues: declaring a queue with dead-lettering requires the right to read it.
    broadcast ? [SERVER_NAMED] : [...queues.keys()].filter((queue) => isOf(name, queue)),
  );
  return {
    configure: oneOf([...exchanges.keys(), ...queues.keys()]),
    write: oneOf([
      DEFAULT_EXCHANGE,
      ...(publishes ? [EVENTS_EXCHANGE] : []),
      // Binding requires the right to write to the queue and to read from the exchange.
      ...bindings.map(({ destination }) => destination),
    ]),
    read: oneOf([
      ...bindings.map(({ source }) => source),
      ...readable,
      rpcQueue(service),
      spareRpcQueue(service),
    ]),
  };
}

function topicsOf(service: ServiceName, { bindings }: Recorder): Pick<TopicPermission, 'write' | 'read'> {
  return {
    write: oneOf(eventsOf(service).flatMap(routingKeysOf)),
    read: oneOf(bindings.map((binding) => binding.routing_key)),
  };
}

const eventsOf = (service: ServiceName): EventName[] =>
  (Object.keys(EVENTS) as EventName[]).filter((event) => EVENTS[event].owner === service);

/** Whether the queue is `name` itself, one of its retry queues or its dead letters, which an administrator replays. */
const isOf = (name: string, queue: string): boolean =>
  queue === name || queue === deadLetterQueue(name) || queue.startsWith(`${name}.retry.`);

const unique = <T>(values: T[]): T[] => [...new Set(values)];

/** Matches only these names, with any delay in the name of a retry queue. An empty list matches nothing. */
function oneOf(names: string[]): string {
  const patterns = names.map((name) =>
    name
      .replace(/[.\\+?^$()[\]{}|]/g, '\\$&')
      .replace(/\*$/, '.*')
      .replace(/(\\\.retry\\\.)\d+$/, '$1[0-9]+'),
  );
  return `^(${unique(patterns).join('|')})$`;
}
