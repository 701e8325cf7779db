import mongoose from 'mongoose';
import { startTestInfrastructure } from '../../libs/testing/test-infrastructure.mjs';
import { say } from '../../deploy/local/log.mjs';

/* What `npm run days:time` and `npm run search:time` share: a database of their own, and how work of journal is timed. */

export const MOODS = ['Very Happy', 'Happy', 'Neutral', 'Sad', 'Angry', 'Tired'];
/** In place of MoodsService: the person has no moods of their own. */
export const NO_MOODS = {
  async of() {
    const { PRESET_MOODS } = await import('../../libs/domain/dist/entries/own-moods.js');
    return PRESET_MOODS;
  },
};
export const TEXTS = ['Sunny', 'Light rain', 'Overcast', 'Fog', 'Patchy light snow', 'Thundery outbreaks'];

/**
 * One of these, differently from day to day and the same in every run.
 * @param {string[]} texts @param {number} day
 */
export const pick = (texts, day) => texts[(day * 7_919) % texts.length] ?? '';

/**
 * Runs `work` on a database of the tests, and removes that.
 * @param {string} dbName @param {(connection: mongoose.Connection) => Promise<void>} work
 */
export async function onDatabase(dbName, work) {
  const infrastructure = await startTestInfrastructure(say);
  const connection = await mongoose.createConnection(infrastructure.mongoUrl, { dbName }).asPromise();
  try {
    await work(connection);
  } finally {
    await connection.close();
    await infrastructure.stop();
  }
}

/**
 * Encryption with new keys, as in the service.
 * @param {mongoose.Connection} connection
 */
export async function encryptionOf(connection) {
  const { DataKeys } = await import('../../libs/platform/dist/encryption/data-keys.js');
  const { StoredDataKey, StoredDataKeySchema } =
    await import('../../libs/platform/dist/encryption/data-key.schema.js');
  const { FieldEncryption } = await import('../../libs/platform/dist/encryption/field-encryption.js');
  const { MasterKeys } = await import('../../libs/platform/dist/encryption/master-keys.js');
  const { testMasterKeys } = await import('../../libs/testing/dist/random.js');
  const { EntrySealing } = await import('../../services/journal/dist/entries/entry-sealing.js');
  /** @type {import('mongoose').Model<import('../../libs/platform/src/encryption/data-key.schema.js').StoredDataKey>} */
  const keys = connection.model(StoredDataKey.name, StoredDataKeySchema);
  const dataKeys = new DataKeys(keys, new MasterKeys(testMasterKeys()), 'journal');
  const encryption = new FieldEncryption(dataKeys);
  return { encryption, sealing: new EntrySealing(/** @type {never} */ (encryption)) };
}

/**
 * Prints the medians of `rounds`, without the first `warmUp`: processor milliseconds of this process, and milliseconds by
 * the clock. Returns the former.
 * @param {string} what @param {() => Promise<object>} work @param {{warmUp: number, rounds: number}} times
 */
export async function time(what, work, { warmUp, rounds }) {
  const all = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const [clock, processor] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(processor);
    all.push({ processor: (user + system) / 1_000, clock: performance.now() - clock });
  }
  const measured = all.slice(warmUp);
  /** @param {'processor' | 'clock'} of */
  const median = (of) => measured.map((round) => round[of]).sort((a, b) => a - b)[rounds / 2] ?? 0;
  const processor = median('processor');
  say(
    `${what}: ${processor.toFixed(1)} ms of the processor, ${median('clock').toFixed(1)} ms with the database (first: ${all[0]?.clock.toFixed(0)} ms)`,
  );
  return processor;
}
