import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import amqp from 'amqplib';
import { MongoClient } from 'mongodb';

/*
 * What the machine gives at the most: the driver, the hash and the broker's client with nothing of ours around them, in
 * this process. Each answers what one client does once, and how it is ended.
 */

/** @typedef {{send: (client: number) => Promise<unknown>, close: () => Promise<unknown>}} Raw */

const CONTENT = 'A walk by the river, and then some more words. '.repeat(9);

/** @param {{mongoUrl: string, database: string}} where */
async function collectionOf({ mongoUrl, database }) {
  const client = await new MongoClient(mongoUrl).connect();
  return { client, entries: client.db(database).collection('raw') };
}

/**
 * `insertOne` with the durability that both sides ask for.
 * @param {{mongoUrl: string, database: string}} where
 * @returns {Promise<Raw>}
 */
export async function rawInserts(where) {
  const { client, entries } = await collectionOf(where);
  const writeConcern = { w: /** @type {const} */ ('majority'), j: true };
  const send = () => entries.insertOne({ content: CONTENT, createdAt: new Date() }, { writeConcern });
  return { send, close: () => client.close() };
}

/**
 * `find` of one person's entries, and their JSON.
 * @param {{mongoUrl: string, database: string}} where
 * @param {number} count
 * @param {number} people
 * @returns {Promise<Raw>}
 */
export async function rawFinds(where, count, people) {
  const { client, entries } = await collectionOf(where);
  const userIds = Array.from({ length: people }, () => randomUUID());
  await entries.createIndex({ userId: 1, createdAt: -1 });
  for (const userId of userIds) {
    await entries.insertMany(
      Array.from({ length: count }, (_, n) => ({ userId, content: CONTENT, createdAt: new Date(n) })),
    );
  }
  const send = async (/** @type {number} */ one) =>
    JSON.stringify(await entries.find({ userId: userIds[one] }).sort({ createdAt: -1 }).toArray());
  return { send, close: () => client.close() };
}

/**
 * One verification of a password, with the cost that both sides have.
 * @param {number} threads that work at the same time
 * @returns {Promise<Raw>}
 */
export async function rawHashing(threads) {
  const known = await hash('a long evening walk', {
    algorithm: 2,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  /** @type {Promise<unknown>[]} */
  const last = [];
  const send = (/** @type {number} */ client) => {
    const thread = client % threads;
    return (last[thread] = Promise.resolve(last[thread]).then(() => verify(known, 'a long evening walk')));
  };
  return { send, close: async () => undefined };
}

/**
 * A request and its answer over the broker: direct reply-to, nothing stored or confirmed, sockets without Nagle's wait.
 * @param {string} amqpUrl
 * @param {number} [bytes] of each answer; as many as the request has unless given
 * @returns {Promise<Raw>}
 */
export async function rawCalls(amqpUrl, bytes) {
  const options = { noDelay: true };
  const [near, far] = await Promise.all([amqp.connect(amqpUrl, options), amqp.connect(amqpUrl, options)]);
  const [asking, answering] = await Promise.all([near.createChannel(), far.createChannel()]);
  const { queue } = await answering.assertQueue('', { exclusive: true });
  const reply = bytes === undefined ? undefined : Buffer.alloc(bytes, CONTENT);
  const answer = (/** @type {amqp.ConsumeMessage | null} */ message) => {
    if (!message) return;
    const { replyTo, correlationId } = message.properties;
    answering.sendToQueue(replyTo, reply ?? message.content, { correlationId });
  };
  await answering.consume(queue, answer, { noAck: true });
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const settle = (/** @type {amqp.ConsumeMessage | null} */ message) => {
    const id = String(message?.properties.correlationId);
    waiting.get(id)?.();
    waiting.delete(id);
  };
  await asking.consume('amq.rabbitmq.reply-to', settle, { noAck: true });
  let calls = 0;
  const body = Buffer.from(JSON.stringify({ content: CONTENT }));
  const send = () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      const correlationId = String((calls += 1));
      waiting.set(correlationId, resolve);
      asking.sendToQueue(queue, body, { correlationId, replyTo: 'amq.rabbitmq.reply-to' });
    });
  return { send, close: () => Promise.all([near.close(), far.close()]) };
}
