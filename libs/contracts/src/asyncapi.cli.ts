import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { EVENTS, type EventName } from './messaging/events.js';
import { EVENTS_EXCHANGE, type QueueDefinition, QUEUES, SERVICES } from './messaging/topology.js';

/* Writes the AsyncAPI 3 document of every event, its owner and its consumers from the registry and the topology. */

const FILE = new URL('../asyncapi.json', import.meta.url);

const queues = Object.entries(QUEUES as Record<string, QueueDefinition>);
const names = Object.keys(EVENTS) as EventName[];
const ref = (path: string) => ({ $ref: `#/${path}` });

function channel(name: EventName): object {
  return {
    address: name,
    messages: { [name]: ref(`components/messages/${name}`) },
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: EVENTS_EXCHANGE, type: 'topic', durable: true, autoDelete: false },
      },
    },
  };
}

function message(name: EventName): object {
  return {
    name,
    contentType: 'application/json',
    headers: ref('components/schemas/Envelope'),
    payload: ref(`components/schemas/${EVENTS[name].payload.name}`),
    bindings: { amqp: { messageType: name } },
  };
}

/** One operation for each publisher and event, and one for each queue and event. */
function operations(): Record<string, object> {
  const sent = names.map((name) => [
    `${EVENTS[name].owner}.publishes.${name}`,
    {
      action: 'send',
      channel: ref(`channels/${name}`),
      bindings: { amqp: { deliveryMode: 2, mandatory: true } },
    },
  ]);
  const received = queues.flatMap(([queue, definition]) =>
    definition.events.map((name) => [
      `${queue}.receives.${name}`,
      {
        action: 'receive',
        channel: ref(`channels/${name}`),
        description: describeQueue(queue, definition),
        bindings: { amqp: { ack: true } },
      },
    ]),
  );
  return Object.fromEntries([...sent, ...received]) as Record<string, object>;
}

function describeQueue(name: string, definition: QueueDefinition): string {
  const { service, retryDelaysMs, broadcast, keys = [] } = definition;
  if (broadcast) return `Every replica of ${service} receives the event in its own queue.`;
  const more = keys.map((key) => ` The routing key ${key} leads to it, too.`).join('');
  return `Queue ${name} of ${service}. A failed message is retried after ${retryDelaysMs.join(', ')} ms and then moved to ${name}.dlq.${more}`;
}

function build(): object {
  const schemas = Object.fromEntries(
    names.map((name) => [EVENTS[name].payload.name, targetConstructorToSchema(EVENTS[name].payload)]),
  );
  const text = { type: 'string' };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Inner Weather: events',
      version: '1.0.0',
      description: `The events that ${SERVICES.join(', ')} exchange over RabbitMQ. A version of an event may only gain fields.`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(names.map((name) => [name, channel(name)])),
    operations: operations(),
    components: {
      messages: Object.fromEntries(names.map((name) => [name, message(name)])),
      schemas: {
        Envelope: {
          type: 'object',
          description:
            "The headers of every event. AMQP's own properties are messageId (the event's id), type, timestamp, correlationId and appId.",
          properties: {
            'x-correlation-id': text,
            'x-causation-id': text,
            traceparent: text,
            'x-attempt': { type: 'integer', minimum: 1 },
            'x-schema-version': { type: 'integer', minimum: 1 },
          },
          required: ['x-correlation-id', 'x-attempt', 'x-schema-version'],
        },
        ...schemas,
      },
    },
  };
}

writeFileSync(FILE, `${JSON.stringify(build(), null, 2)}\n`);
