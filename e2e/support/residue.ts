import { createHash } from 'node:crypto';
import { readTestConfig } from '@inner-weather/testing/config';
import { connect } from 'amqplib';
import { Binary, type MongoClient, ObjectId } from 'mongodb';

/** Texts that identify a person: the name of each, and the text. */
export type Marks = Record<string, string>;

/** One mark in one document. */
export interface FoundMark {
  /** `<service>.<collection>`. */
  place: string;
  mark: string;
  /** The document as it is stored. */
  document: Record<string, unknown>;
}

/** All documents of every database of a stack. */
export async function documentsOf(client: MongoClient, stackName: string) {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const results: { place: string; document: Record<string, unknown> }[] = [];
  for (const { name } of databases.filter((database) => database.name.startsWith(`${stackName}_`))) {
    for (const { name: collection } of await client.db(name).listCollections().toArray()) {
      const place = `${name.slice(stackName.length + 1)}.${collection}`;
      const documents = await client.db(name).collection(collection).find().toArray();
      results.push(...documents.map((document) => ({ place, document: { ...document } })));
    }
  }
  return results;
}

/** The places in a stack's databases that contain a mark: unchanged, in another case, or as a hash. */
export async function marksFound(client: MongoClient, stackName: string, marks: Marks): Promise<FoundMark[]> {
  const forms = Object.entries(marks).map(([mark, text]) => ({ mark, forms: formsOf(text) }));
  return (await documentsOf(client, stackName)).flatMap(({ place, document }) => {
    const text = textOf(document).toLowerCase();
    const there = forms.filter((one) => one.forms.some((form) => text.includes(form)));
    return there.map(({ mark }) => ({ place, mark, document }));
  });
}

/** Every queue of a virtual host, of any kind, that contains one of the marks. */
export async function queuesWith(amqpUrl: string, marks: Marks): Promise<string[]> {
  const forms = Object.values(marks).flatMap(formsOf);
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const results: string[] = [];
  for (const queue of await queueNames(amqpUrl)) {
    // Messages that are not acknowledged go back when the channel closes.
    for (let message = await channel.get(queue); message; message = await channel.get(queue)) {
      const { headers, ...properties } = message.properties;
      const text = JSON.stringify([message.content.toString(), headers, properties]).toLowerCase();
      if (forms.some((form) => text.includes(form))) results.push(queue);
    }
  }
  await connection.close();
  return results;
}

/** Only shared queues: exclusive ones, such as a gateway's, exist only while their consumer does. */
async function queueNames(amqpUrl: string): Promise<string[]> {
  const { origin, username, password } = new URL(readTestConfig().managementUrl);
  const vhost = encodeURIComponent(new URL(amqpUrl).pathname.slice(1));
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${origin}/api/queues/${vhost}`, {
    headers: { authorization, connection: 'close' },
  });
  const queues = (await answer.json()) as { name: string; exclusive: boolean }[];
  return queues.filter(({ exclusive }) => !exclusive).map(({ name }) => name);
}

/** All in lower case: the text, and the beginnings of its SHA-256 in the usual encodings. */
function formsOf(text: string): string[] {
  const hash = createHash('sha256').update(text).digest();
  const hashed = [hash.toString('hex').slice(0, 32), ...['base64', 'base64url'].map(short)];
  function short(encoding: string): string {
    return hash.toString(encoding as BufferEncoding).slice(0, 22);
  }
  return [text, ...hashed].map((form) => form.toLowerCase());
}

/** Every name and every value in a document; bytes as text and in hexadecimal digits. */
function textOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array)
    return `${Buffer.from(value).toString()} ${Buffer.from(value).toString('hex')}`;
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Binary) return textOf(value.buffer);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${textOf(inner)}`)
    .join('\n');
}
