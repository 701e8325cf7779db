import { readFileSync } from 'node:fs';
import { EVENTS, type EventName } from '@inner-weather/contracts/messaging/events';
import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import { UNKNOWN_CITY } from '@inner-weather/testing/fakes/weather';
import { totpAt } from '@inner-weather/testing/totp';
import { connect, type ConsumeMessage } from 'amqplib';
import { BSON, type Document, MongoClient } from 'mongodb';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { Api, PASSWORD, type Person } from './requests/api.js';
import { ROUTES } from './requests/documented-routes.js';
import { newOwner, send } from './requests/every-route.js';
import type { Owner } from './requests/route-owner.js';
import { REQUESTS } from './requests/route-requests.js';
import { makeLetterDue } from './reminded.js';

/** The messages and documents of a version while every route is used. Its users are fictional. */
export interface Recording {
  /** The content of the file of master keys: without it, the documents cannot be decrypted. */
  masterKeys: string;
  /** Event -> its payloads. */
  events: Record<string, unknown[]>;
  /** Call -> its requests, each with its outcome: `ok` or the code of the error. */
  calls: Record<string, { request: unknown; outcome: string }[]>;
  /** `<service>.<collection>` -> documents in canonical extended JSON. */
  documents: Record<string, Document[]>;
  /** A user who has an account in the documents, and their data as the API returns it. */
  person: { email: string; password: string; totpSecret: string; shown: Shown };
}

interface Shown {
  entries: { createdAt: string }[];
  insights: unknown[];
}

interface RunningStack {
  url: string;
  infrastructure: Infrastructure;
  masterKeys: string;
  services: { gateway: { restart: () => Promise<void> } };
}

interface Infrastructure {
  amqpUrl: string;
  mongoUrl: string;
  mongoDb: string;
}

/** These end the session that sends them, so they come last. */
const ENDINGS = ['POST /api/logout', 'DELETE /api/user/me/sessions/{id}', 'DELETE /api/user/me'];

/** Uses every route, and records what the services send and store. */
export async function record(stack: RunningStack): Promise<Recording> {
  const { amqpUrl } = stack.infrastructure;
  const api = new Api(stack.url);
  const tap = await Tap.open(amqpUrl);
  try {
    await useEveryRoute(await newOwner(api));
    const person = await api.signUp({ firstName: 'Ana' });
    const { secret: totpSecret } = await person.turnOnSecondFactor();
    await writeEverything(person);
    await haveLetter(person, stack.infrastructure);
    // A gateway makes calls at its start.
    await stack.services.gateway.restart();
    await eventually(() => {
      expect(Object.keys(tap.events).sort()).toEqual(Object.keys(EVENTS).sort());
      // Copies arrive in order, so everything before that call is here, too.
      expect(Object.keys(tap.calls)).toContain('auth.list-revoked-sessions');
    });
    return await eventually(async () => {
      const shown = await shownTo(person);
      const documents = await storedDocuments(stack.infrastructure);
      // An event that was still on its way may have changed a document after it was shown.
      expect(await shownTo(person)).toEqual(shown);
      const { events, calls } = tap;
      return {
        masterKeys: readFileSync(stack.masterKeys, 'utf8'),
        events,
        calls,
        documents,
        person: { email: person.user.email, password: PASSWORD, totpSecret, shown },
      };
    });
  } finally {
    await tap.close();
  }
}

/** Stores a recording's documents. */
export async function store({ documents }: Recording, { mongoUrl, mongoDb }: Infrastructure): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  for (const [name, serialized] of Object.entries(documents)) {
    const [service, collection = ''] = name.split('.');
    const stored = serialized.map((one) => BSON.EJSON.deserialize(one, { relaxed: false }) as Document);
    if (stored.length > 0) await client.db(`${mongoDb}_${service}`).collection(collection).insertMany(stored);
  }
  await client.close();
}

/** Logs a recording's person in, and answers what the API shows of their data. */
export async function shownAgain({ person }: Recording, url: string): Promise<Shown> {
  const { email, password, totpSecret, shown } = person;
  // The code of the next step: in a set that was just recorded, the present one is used up.
  const code = totpAt(totpSecret, Date.now() + 30_000);
  const loggedIn = await new Api(url).logIn({ user: { email } }, password, code);
  const days = shown.entries.map(({ createdAt }) => createdAt.slice(0, 10)).sort();
  return shownTo(loggedIn, { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' });
}

async function useEveryRoute(owner: Owner): Promise<void> {
  const { api } = owner.person;
  for (const route of ROUTES.filter((one) => !ENDINGS.includes(one))) await sendOwn(route, owner);
  for (const route of ENDINGS) await sendOwn(route, { ...owner, person: await api.logIn(owner.person) });
}

const sendOwn = (route: string, owner: Owner) => send(route, owner, REQUESTS[route]?.(owner) ?? {});

/** Entries in every state that lasts, and an insight. */
async function writeEverything(person: Person): Promise<void> {
  const { _id } = await person.write({ tags: ['River'] });
  await person.stamped(_id);
  const elsewhere = { content: 'A walk by the sea', inputMood: 'Calm', location: 'Lagos' };
  await person.request('PUT', `/api/journal/update/${_id}`, { body: elsewhere });
  await person.stamped(_id);
  await person.stamped((await person.write({ location: UNKNOWN_CITY }))._id);
  await person.write({ weatherData: 'Sunny' });
  await person.stamped((await person.write({ content: '', checkIn: true }))._id);
  const { body } = await person.request<{ id: string }>('POST', '/api/insights', {
    body: { range: 'lastWeek' },
  });
  await person.finished(body.id);
}

/** Has the weekly letter written now, not on its evening. */
async function haveLetter(person: Person, { mongoUrl, mongoDb }: Infrastructure): Promise<void> {
  const body = { on: true, weekday: 7, time: '19:00', byMail: false, wordsInMail: false };
  await person.request('PUT', '/api/reminders/letter', { body });
  const client = await new MongoClient(mongoUrl).connect();
  await makeLetterDue(client.db(`${mongoDb}_reminders`), person.user.id);
  await client.close();
  await eventually(async () => {
    const { body: letters } = await person.request<{ items: { status: string }[] }>(
      'GET',
      '/api/insights?only=unopenedLetters',
    );
    expect(letters.items).toMatchObject([{ status: 'done' }]);
  });
}

async function shownTo(person: Person, query = {}): Promise<Shown> {
  const entries = await person.search(query);
  const insights = await person.request<{ items: unknown[] }>('GET', '/api/insights');
  return { entries: entries.body, insights: insights.body.items };
}

/** Throws while an event waits in a document. */
async function storedDocuments({ mongoUrl, mongoDb }: Infrastructure): Promise<Recording['documents']> {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const documents: Recording['documents'] = {};
    for (const service of SERVICES_WITH_DATABASE) {
      const database = client.db(`${mongoDb}_${service}`);
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        const results = await database.collection(name).find({}, { promoteValues: false }).toArray();
        expect(results.filter(({ outbox }) => Object.keys((outbox as object) ?? {}).length > 0)).toEqual([]);
        documents[`${service}.${name}`] = BSON.EJSON.serialize(results, { relaxed: false }) as Document[];
      }
    }
    return documents;
  } finally {
    await client.close();
  }
}

/** RabbitMQ's tracing of one virtual host: a copy of everything that is published, calls and answers too. */
class Tap {
  readonly events: Recording['events'] = {};
  readonly calls: Recording['calls'] = {};
  /** Calls without an answer are not recorded: how they would end is not known. */
  private readonly unanswered = new Map<string, { type: string; request: unknown }>();

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
    const { type = '', correlation_id: id = '', headers = {} } = properties;
    const key = keys[0] ?? '';
    const payload: unknown = JSON.parse(message.content.toString());
    if (key.startsWith('rpc.')) {
      this.unanswered.set(id, { type, request: payload });
    } else if (key.startsWith('amq.rabbitmq.reply-to')) {
      const call = this.unanswered.get(id);
      if (!call) return;
      const outcome = headers['x-status'] === 'ok' ? 'ok' : (payload as { code: string }).code;
      (this.calls[call.type] ??= []).push({ request: call.request, outcome });
    } else if (type in EVENTS) {
      (this.events[type as EventName] ??= []).push(payload);
    }
  }
}

interface TraceHeaders {
  routing_keys: string[];
  properties: { type?: string; correlation_id?: string; headers?: Record<string, unknown> };
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
