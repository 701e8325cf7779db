import { randomBytes, randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { MongoClient } from 'mongodb';
import { closedLoop } from '../support/load.mjs';

/** Entries in the store, one after the other. */
const SIZES = [1_000, 100_000, 1_000_000];
/** Entries of one person who is not asked: a few years of an entry a day. */
const OF_EACH = 1_000;
const BATCH = 1_000;
/** The embedded database keeps its indexes in memory: a million entries do not fit into what it has by default, in MiB. */
const HEAP_MB = 4_096;
/** Entries that it is measured with on a machine that has no room for that. */
const EMBEDDED_MAX = 100_000;
const OWN = 30;
/** Entries of somebody who has kept a diary for ten years. */
const LONG = 3_600;

/** What to give the embedded database in place of its default; undefined where this machine has no room for more. */
export const heapForGrowthMb = totalmem() > 3 * HEAP_MB * 1_024 ** 2 ? HEAP_MB : undefined;

/**
 * Search and save of one client while the store grows: entries of others lie beside those of the ones who are measured.
 * And, without a goal, the search of somebody whose own diary is long: what it counts is longer then.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function growth({ infrastructure, ours, options }) {
  const { mongoUrl, database, embedded } = infrastructure;
  const words = 'growth of the store';
  const sizes = SIZES.filter((size) => !embedded || heapForGrowthMb !== undefined || size <= EMBEDDED_MAX);
  const notRun = SIZES.filter((size) => !sizes.includes(size)).map((size) => ({
    words: `${words}, ${size.toLocaleString('en')} entries`,
    reason: `${database}: it needs ${3 * HEAP_MB} MiB of memory in this machine; set MONGO_URL`,
  }));
  const client = await new MongoClient(mongoUrl).connect();
  // Somebody else writes: each save adds to what a search finds.
  const [reader, writer] = [await ours.door.signUp(), await ours.door.signUp()];
  await ours.door.import(reader, OWN);
  const entries = client.db(`${ours.database}_journal`).collection('entries');
  /** @type {import('../support/report.mjs').PlainResult['figures']} */
  const figures = [];
  let failed = 0;
  /** @type {Record<string, number>} */
  const first = {};
  try {
    for (const size of sizes) {
      await fill(entries, size);
      for (const [name, send] of /** @type {const} */ ([
        ['search', () => ours.door.search(reader, OWN, OWN)],
        ['save', () => ours.door.save(writer, { weatherData: 'Sunny' })],
      ])) {
        await closedLoop({ clients: 1, ms: 1_000, send });
        const result = await closedLoop({ clients: 1, ms: options.seconds * 1_000, send });
        await ours.counters.settled();
        failed += result.failed;
        first[name] ??= result.medianMs;
        const what = `${name} with ${size.toLocaleString('en')} entries, median`;
        figures.push({ words: what, value: result.medianMs, unit: 'ms' });
        if (size === SIZES[0]) continue;
        const ratio = result.medianMs / (first[name] ?? NaN);
        figures.push({ words: `  in relation to ${SIZES[0]}`, value: ratio, unit: 'x', goal: 'at most 1.3' });
      }
    }
    const keeper = await ours.door.signUp();
    await ours.door.import(keeper, LONG);
    const send = () => ours.door.search(keeper, OWN, OWN);
    const result = await closedLoop({ clients: 1, ms: options.seconds * 1_000, send });
    failed += result.failed;
    const what = `search in a diary of ${LONG.toLocaleString('en')} entries, median`;
    figures.push({ words: what, value: result.medianMs, unit: 'ms' });
  } finally {
    await client.close();
  }
  return { id: 'growth', words, database, figures, failed, notRun };
}

/**
 * Entries of people who are not asked, as they are stored.
 * @param {import('mongodb').Collection} entries
 * @param {number} size
 */
async function fill(entries, size) {
  for (let there = await entries.estimatedDocumentCount(); there < size; there += BATCH) {
    const userId = `nobody-${Math.floor(there / OF_EACH)}`;
    await entries.insertMany(
      Array.from({ length: Math.min(BATCH, size - there) }, (_, n) => {
        const at = new Date(Date.now() - n * 24 * 60 * 60_000);
        const weather = { status: 'ready', text: 'Sunny', key: randomUUID(), attempts: 0, requestedAt: at };
        const shown = { content: randomBytes(440), inputMood: 'Happy', location: 'Porto' };
        const lived = { createdAt: at, offset: 0, day: at.toISOString().slice(0, 10) };
        return { schemaVersion: 1, userId, ...shown, weather, ...lived, updatedAt: at };
      }),
      { ordered: false },
    );
  }
}
