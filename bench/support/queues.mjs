import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a message after which nothing is under way: longer than a provider takes to answer. */
const QUIET_MS = 750;
const CHECK_MS = 150;
const PATIENCE_MS = 60_000;

/** Messages in the metrics of a service: ready, between two attempts, or being handled. */
const MESSAGES = /^(?:queue_messages\{.*state="(?:waiting|retrying)".*\}|messages_in_flight\{.*\}) (\d+)$/gm;

/**
 * Messages that are under way. The services count them anew for each answer; RabbitMQ's HTTP API may be seconds late for
 * quorum queues.
 * @param {string[]} adminUrls of all services
 */
export async function messagesIn(adminUrls) {
  const counts = adminUrls.map(async (url) => {
    const answer = await fetch(`${url}/metrics`, { headers: { connection: 'close' } });
    if (!answer.ok) throw new Error(`the metrics of a service answered ${answer.status}`);
    return [...(await answer.text()).matchAll(MESSAGES)].reduce((sum, [, count]) => sum + Number(count), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Resolves when nothing has been under way for a while: all work is done. @param {string[]} adminUrls */
export async function queuesEmpty(adminUrls) {
  const end = Date.now() + PATIENCE_MS;
  let quietSince = Date.now();
  while (Date.now() - quietSince < QUIET_MS) {
    if (Date.now() > end) throw new Error('Queues still held messages a minute after the load');
    await sleep(CHECK_MS);
    if ((await messagesIn(adminUrls)) > 0) quietSince = Date.now();
  }
}
