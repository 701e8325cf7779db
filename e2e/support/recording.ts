import { EVENTS, type EventName } from '@inner-weather/contracts/events';
import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';
import { BUNDLE_TYPE, takeApart } from '@inner-weather/platform/messaging/bundle';
import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import { UNKNOWN_CITY } from '@inner-weather/testing/fake-weather';
import { connect, type ConsumeMessage } from 'amqplib';
import { BSON, MongoClient } from 'mongodb';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { Api, PASSWORD, type Person } from './api.js';

/** Every message that was sent, and every document that was stored, while people used every function. */
export interface Recording {
  /** Name -> payloads, in the order in which they were sent. */
  events: Record<string, unknown[]>;
  calls: Record<string, unknown[]>;
  answers: Record<string, unknown[]>;
  /** `<service>.<collection>` -> documents in canonical extended JSON. */
  documents: Record<string, unknown[]>;
  /** A person whose account still exists, and what the API showed of their data. */
  person: { email: string; password: string; entries: unknown[]; insights: unknown[] };
}

interface RunningStack {
  url: string;
  infrastructure: { amqpUrl: string; mongoUrl: string; mongoDb: string };
  services: { gateway: { restart: () => Promise<void> } };
}

/** Uses every function once, and records it. */
export async function record(stack: RunningStack): Promise<Recording> {
  const { amqpUrl, mongoUrl, mongoDb } = stack.infrastructure;
  const tap = await Tap.open(amqpUrl);
  try {
    const stays = await everythingOnce(new Api(stack.url));
    // The calls of a start are part of the set.
    await stack.services.gateway.restart();
    await eventually(() => expect(Object.keys(tap.events).sort()).toEqual(Object.keys(EVENTS).sort()));
    const client = await new MongoClient(mongoUrl).connect();
    try {
      const documents = await eventually(() => storedDocuments(client, mongoDb));
      const { events, calls, answers } = tap;
      return { events, calls, answers, documents, person: { ...stays, password: PASSWORD } };
    } finally {
      await client.close();
    }
  } finally {
    await tap.close();
  }
}

async function everythingOnce(
  api: Api,
): Promise<Pick<Recording['person'], 'email' | 'entries' | 'insights'>> {
  const ana = await api.signUp({ firstName: 'Ana' });
  const { _id } = await ana.write({ content: 'A walk by the river', inputMood: 'Happy' });
  await ana.stamped(_id);
  const elsewhere = { content: 'A walk by the sea', inputMood: 'Calm', location: 'Lagos' };
  await ana.request('PUT', `/api/journal/update/${_id}`, { body: elsewhere });
  await ana.stamped(_id);
  await ana.stamped((await ana.write({ location: UNKNOWN_CITY }))._id);
  const regretted = await ana.write({ weatherData: 'Sunny' });
  await ana.request('DELETE', `/api/journal/delete/${regretted._id}`);
  const job = await ana.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'lastWeek' } });
  await ana.finished(job.body.id);
  await ana.request('PATCH', '/api/user/me', { body: { location: 'Lagos' } });
  await ana.request('GET', '/api/user/me');
  await ana.request('GET', '/api/user/me/export');
  const entries = [{ content: 'A day long ago', location: 'Porto', createdAt: '2020-02-29T10:00:00Z' }];
  await ana.request('POST', '/api/journal/import', { body: { entries } });

  const again = await api.logIn(ana);
  await api.request('GET', '/api/session', { headers: { cookie: again.cookie } });
  await api.request('POST', '/api/logout', { headers: { cookie: again.cookie } });

  const rui = await api.signUp({ firstName: 'Rui' });
  await rui.write();
  await rui.deleteAccount();
  return { email: ana.user.email, ...(await shownTo(ana)) };
}

/** What the API shows of a person's entries and insights. */
export async function shownTo(
  person: Person,
  query = {},
): Promise<{ entries: unknown[]; insights: unknown[] }> {
  const entries = await person.search(query);
  const insights = await person.request<{ items: InsightJobDto[] }>('GET', '/api/insights');
  return { entries: entries.body, insights: insights.body.items };
}

/** Fails while an event still waits in a document. */
async function storedDocuments(client: MongoClient, mongoDb: string): Promise<Recording['documents']> {
  const documents: Recording['documents'] = {};
  for (const service of SERVICES_WITH_DATABASE) {
    const database = client.db(`${mongoDb}_${service}`);
    for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
      const found = await database.collection(name).find({}, { promoteValues: false }).toArray();
      expect(found.filter(({ outbox }) => Object.keys((outbox as object) ?? {}).length > 0)).toEqual([]);
      documents[`${service}.${name}`] = BSON.EJSON.serialize(found, { relaxed: false }) as unknown[];
    }
  }
  return documents;
}

/** RabbitMQ's own tracing of one virtual host: everything that anybody publishes, calls and answers too. */
class Tap {
  readonly events: Record<string, unknown[]> = {};
  readonly calls: Record<string, unknown[]> = {};
  readonly answers: Record<string, unknown[]> = {};
  private readonly methods = new Map<string, string>();

  private constructor(readonly close: () => Promise<void>) {}

  static async open(amqpUrl: string): Promise<Tap> {
    await trace(amqpUrl);
    const connection = await connect(amqpUrl);
    const channel = await connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, 'amq.rabbitmq.trace', 'publish.#');
    const tap = new Tap(() => connection.close());
    await channel.consume(queue, (message) => void (message && tap.note(message)), { noAck: true });
    return tap;
  }

  private note(message: ConsumeMessage): void {
    const { properties, routing_keys: keys } = message.properties.headers as unknown as TraceHeaders;
    const { type = '', correlation_id: id = '', headers = {}, content_type: contentType } = properties;
    const key = keys[0] ?? '';
    if (contentType === BUNDLE_TYPE) for (const part of takeApart(message)!) this.noteOne(key, part);
    else this.noteOne(key, { properties: { type, correlationId: id, headers }, content: message.content });
  }

  private noteOne(key: string, { properties, content }: Noted): void {
    const { type = '', correlationId: id = '', headers } = properties;
    const payload: unknown = JSON.parse(content.toString());
    if (key.startsWith('rpc.')) {
      this.methods.set(id, type);
      (this.calls[type] ??= []).push(payload);
    } else if (this.methods.has(id) && key.startsWith('amq.rabbitmq.reply-to')) {
      if (headers?.['x-status'] !== 'ok') return;
      (this.answers[this.methods.get(id) ?? ''] ??= []).push(payload);
    } else if (type in EVENTS) {
      (this.events[type as EventName] ??= []).push(payload);
    }
  }
}

interface Noted {
  properties: { type?: string; correlationId?: string; headers?: Record<string, unknown> };
  content: Buffer;
}

interface TraceHeaders {
  routing_keys: string[];
  properties: {
    type?: string;
    correlation_id?: string;
    content_type?: string;
    headers?: Record<string, unknown>;
  };
}

async function trace(amqpUrl: string): Promise<void> {
  const { origin, username, password } = new URL(readTestConfig().managementUrl);
  const answer = await fetch(`${origin}/api/vhosts${new URL(amqpUrl).pathname}`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ tracing: true }),
  });
  if (!answer.ok) throw new Error(`tracing: ${answer.status}`);
}
