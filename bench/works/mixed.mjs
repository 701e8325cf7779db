import { closedLoop } from '../support/load.mjs';
import { handlesOf, memoryOf } from '../support/processes.mjs';

const CLIENTS = 8;
/** What one client does in a round: mostly searches, as people read more than they write. */
const ROUND = /** @type {const} */ ([
  'save',
  'search',
  'search',
  'search',
  'search',
  'search',
  'search',
  'logIn',
]);
/** Milliseconds of a person between two requests. */
const PAUSE_MS = 50;
/** Turns of `--seconds`, a minute unless given: a first one that warms up, and so many after it. */
const TURNS = 9;

/**
 * Saves, searches and logins over a longer time: memory and open handles of the five services after the first part and
 * at the end, and the messages that are still in a queue.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function mixed({ infrastructure, ours, options }) {
  const { door, counters } = ours;
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => door.signUp()));
  await Promise.all(people.map((person) => door.import(person, 30)));
  const turns = people.map(() => 0);
  const send = async (/** @type {number} */ n) => {
    const person = people[n];
    if (!person) return;
    const step = ROUND[(turns[n] ?? 0) % ROUND.length];
    turns[n] = (turns[n] ?? 0) + 1;
    if (step === 'save') await door.save(person);
    else if (step === 'search') await door.search(person, 30, 30);
    else await door.logIn(person);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  const load = async (/** @type {number} */ seconds) => {
    const result = await closedLoop({ clients: CLIENTS, ms: seconds * 1_000, send });
    await counters.settled();
    return result;
  };
  const warm = await load(options.seconds);
  const before = stateOf(ours);
  const main = await load(TURNS * options.seconds);
  const after = stateOf(ours);
  const queued = await messagesIn(ours.stack.infrastructure.amqpUrl);
  const minutes = Math.round(((TURNS + 1) * options.seconds) / 6) / 10;
  const figures = [
    { words: 'requests', value: warm.done + main.done, unit: 'in all' },
    { words: 'memory after the first tenth', value: before.memory, unit: 'MB' },
    { words: 'memory at the end', value: after.memory, unit: 'MB', goal: 'no growth' },
    { words: 'open handles after the first tenth', value: before.handles, unit: '' },
    { words: 'open handles at the end', value: after.handles, unit: '', goal: 'no growth' },
    { words: 'messages left in queues', value: queued, unit: '', goal: '0' },
  ];
  return {
    id: 'mixed',
    words: `mixed load of ${minutes} minutes`,
    database: infrastructure.database,
    figures,
    failed: warm.failed + main.failed,
  };
}

/** @param {import('../support/sides.mjs').Ours} ours */
function stateOf(ours) {
  const pids = ours.pids();
  const sum = (/** @type {(number | undefined)[]} */ values) =>
    values.reduce((/** @type {number} */ total, value) => total + (value ?? 0), 0);
  return {
    memory: sum(Object.values(memoryOf(pids))),
    handles: sum(Object.values(pids).map((pid) => pid && handlesOf(pid))),
  };
}

/**
 * Of all queues of a virtual host, by RabbitMQ's HTTP API.
 * @param {string} amqpUrl
 */
async function messagesIn(amqpUrl) {
  const vhost = new URL(amqpUrl).pathname.slice(1);
  const { origin, username, password } = new URL(process.env.TEST_MANAGEMENT_URL ?? '');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  // Its statistics are five seconds old at the most.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  const answer = await fetch(`${origin}/api/queues/${vhost}`, {
    headers: { authorization, connection: 'close' },
  });
  /** @type {{messages?: number}[]} */
  const queues = JSON.parse(await answer.text());
  return queues.reduce((sum, { messages = 0 }) => sum + messages, 0);
}
