import { randomBytes, randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { MongoClient } from 'mongodb';
import { say } from '../../deploy/local/log.mjs';
import { runLoad } from '../support/load.mjs';
import { queuesEmpty } from '../support/queues.mjs';
import { report, rounded } from '../support/report.mjs';

/** Entries in the store, one size after the other. */
const SIZES = [1_000, 100_000, 1_000_000];
/** The embedded database keeps its indexes in memory: a million entries need more than its default, in MiB. */
const HEAP_MB = 4_096;
/** Entries of each other person. */
const BATCH = 1_000;
const OWN = 30;
const TURN_S = 6;

/** What to give the embedded database in place of its default; undefined where this machine has no room for more. */
export const heapForGrowthMb = totalmem() > 3 * HEAP_MB * 1_024 ** 2 ? HEAP_MB : undefined;

/**
 * Searches and saves of one client while the store fills with entries of other people.
 * @param {import('../support/run.mjs').Bed} bed
 */
export async function growth({ infrastructure: { mongoUrl, embedded }, ours, seconds = TURN_S }) {
  const { door, database, adminUrls } = ours;
  /** @typedef {import('../support/door.mjs').Person} Person */
  const search = (/** @type {Person} */ person) => [() => door.search(person, OWN, OWN)];
  const save = (/** @type {Person} */ person) => [() => door.save(person, { weatherData: 'Sunny' })];
  const works = [
    { name: 'search', people: await door.people(1, OWN), callsOf: search },
    { name: 'save', people: await door.people(1, 0), callsOf: save },
  ];
  const hasRoom = !embedded || heapForGrowthMb !== undefined;
  if (!hasRoom)
    say(`a million entries are not run: they need ${3 * HEAP_MB} MiB in this machine, or MONGO_URL`);
  const sizes = hasRoom ? SIZES : SIZES.slice(0, -1);
  const figures = [];
  const loads = [];
  /** @type {Record<string, number>} */
  const firstMs = {};
  const client = await new MongoClient(mongoUrl).connect();
  try {
    for (const size of sizes) {
      await fill(client.db(`${database}_journal`).collection('entries'), size);
      for (const { name, ...work } of works) {
        await runLoad(door.url, { ...work, seconds: 1 });
        const load = await runLoad(door.url, { ...work, seconds });
        await queuesEmpty(adminUrls);
        loads.push(load);
        const ms = 1_000 / load.perSecond;
        const first = (firstMs[name] ??= ms);
        figures.push(
          `${name}, ${size} in the store: ${rounded(ms)} ms, ${rounded(ms / first)} times; goal at most 1.3`,
        );
      }
    }
  } finally {
    await client.close();
  }
  return report('growth of the store, to that with the fewest entries', figures, loads);
}

/**
 * Adds entries of other people, as they are stored.
 * @param {import('mongodb').Collection} entries
 * @param {number} size
 */
async function fill(entries, size) {
  for (let stored = await entries.estimatedDocumentCount(); stored < size; stored += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, size - stored) }, (_, n) => {
      const at = new Date(Date.now() - n * 24 * 60 * 60_000);
      const weather = { status: 'ready', text: 'Sunny', key: randomUUID(), attempts: 0, requestedAt: at };
      const shown = { content: randomBytes(440), inputMood: 'Happy', location: 'Porto' };
      const times = { createdAt: at, offset: 0, day: at.toISOString().slice(0, 10), updatedAt: at };
      return { schemaVersion: 1, userId: `other-${stored}`, ...shown, weather, ...times };
    });
    await entries.insertMany(documents, { ordered: false });
  }
}
