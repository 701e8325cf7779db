import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a message after which nothing is under way: longer than a provider takes to answer. */
const QUIET_MS = 750;
const CHECK_MS = 150;
const PATIENCE_MS = 60_000;

/** Messages in all queues of a virtual host, delivered or not, by RabbitMQ's HTTP API. @param {string} amqpUrl */
export async function messagesIn(amqpUrl) {
  const vhost = new URL(amqpUrl).pathname.slice(1);
  const { origin, username, password } = new URL(process.env.TEST_MANAGEMENT_URL ?? '');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  // Totals come from the queues at once; statistics would be up to five seconds old.
  const answer = await fetch(`${origin}/api/queues/${vhost}?disable_stats=true&enable_queue_totals=true`, {
    headers: { authorization, connection: 'close' },
  });
  if (!answer.ok) throw new Error(`RabbitMQ's HTTP API answered ${answer.status}`);
  /** @type {{messages: number}[]} */
  const queues = JSON.parse(await answer.text());
  return queues.reduce((sum, { messages }) => sum + messages, 0);
}

/** Resolves when no queue has held a message for a while: all work is done. @param {string} amqpUrl */
export async function queuesEmpty(amqpUrl) {
  const end = Date.now() + PATIENCE_MS;
  let quietSince = Date.now();
  while (Date.now() - quietSince < QUIET_MS) {
    if (Date.now() > end) throw new Error('Queues still held messages a minute after the load');
    await sleep(CHECK_MS);
    if ((await messagesIn(amqpUrl)) > 0) quietSince = Date.now();
  }
}
