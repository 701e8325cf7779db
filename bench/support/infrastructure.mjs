import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedMongo } from '../../deploy/local/embedded-mongo.mjs';
import { nativeRabbitmq } from '../../deploy/local/rabbitmq.mjs';

/**
 * @typedef {object} DatabaseKind
 * @property {'own' | 'embedded' | 'synced'} id
 * @property {string} words for people
 */

/**
 * The databases that a run is made on: the one that MONGO_URL names, else the embedded one, with every commit on the
 * disk before it is answered, and as it is.
 * @param {NodeJS.ProcessEnv} env
 * @returns {DatabaseKind[]}
 */
export function databaseKinds({ MONGO_URL }) {
  if (MONGO_URL) return [{ id: 'own', words: 'the database that MONGO_URL names' }];
  return [
    { id: 'synced', words: 'embedded, each commit synced to disk' },
    { id: 'embedded', words: 'embedded, as it is' },
  ];
}

/**
 * @typedef {object} Infrastructure
 * @property {DatabaseKind} kind
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {{broker?: number, database?: number}} pids of what runs here
 * @property {() => Promise<void>} stop
 */

/**
 * A broker of our own on this machine, and a database. The names by which e2e/support/stack.mjs finds both are set in
 * this process's environment.
 * @param {DatabaseKind} kind
 * @param {import('../../deploy/local/log.mjs').Log} log
 * @param {{heapMb?: number}} [options] `heapMb`: see EmbeddedOptions
 * @returns {Promise<Infrastructure>}
 */
export async function startInfrastructure(kind, log, { heapMb } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-bench-'));
  // The broker runs as a user of its own, which has to get through here.
  chmodSync(dataDir, 0o755);
  const [rabbitmq, mongo] = await Promise.all([
    nativeRabbitmq({ dataDir, log, otherwise: 'The bench needs a broker whose processor time it can see.' }),
    kind.id === 'own'
      ? undefined
      : embeddedMongo({ dataDir, log, synced: kind.id === 'synced', heapMb, otherwise: 'Or set MONGO_URL.' }),
  ]);
  const mongoUrl = mongo?.mongoUrl ?? process.env.MONGO_URL ?? '';
  Object.assign(process.env, {
    TEST_AMQP_URL: rabbitmq.amqpUrl,
    TEST_MANAGEMENT_URL: rabbitmq.managementUrl,
    TEST_MONGO_URL: mongoUrl,
  });
  return {
    kind,
    amqpUrl: rabbitmq.amqpUrl,
    mongoUrl,
    pids: { broker: rabbitmq.child.pid, database: mongo?.child.pid },
    stop: async () => {
      await Promise.all([rabbitmq.stop(), mongo?.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
