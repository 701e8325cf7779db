import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedMongo } from '../../deploy/local/embedded-mongo.mjs';
import { nativeRabbitmq } from '../../deploy/local/rabbitmq.mjs';

/**
 * @typedef {object} Infrastructure
 * @property {string} database what it is, for people
 * @property {boolean} embedded
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {{broker?: number, database?: number}} pids of what runs here
 * @property {() => Promise<void>} stop
 */

/**
 * A broker of our own on this machine, and the database that MONGO_URL names, or else the embedded one. The names by
 * which e2e/support/stack.mjs finds both are set in this process's environment.
 * @param {import('../../deploy/local/log.mjs').Log} log
 * @param {{heapMb?: number}} [options] `heapMb`: see EmbeddedOptions
 * @returns {Promise<Infrastructure>}
 */
export async function startInfrastructure(log, { heapMb } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-bench-'));
  // The broker runs as a user of its own, which has to get through here.
  chmodSync(dataDir, 0o755);
  const { MONGO_URL: ownMongoUrl } = process.env;
  const [rabbitmq, mongo] = await Promise.all([
    nativeRabbitmq({ dataDir, log, otherwise: 'The bench needs a broker whose processor time it can see.' }),
    ownMongoUrl ? undefined : embeddedMongo({ dataDir, log, heapMb, otherwise: 'Or set MONGO_URL.' }),
  ]);
  const mongoUrl = mongo?.mongoUrl ?? ownMongoUrl ?? '';
  Object.assign(process.env, {
    TEST_AMQP_URL: rabbitmq.amqpUrl,
    TEST_MANAGEMENT_URL: rabbitmq.managementUrl,
    TEST_MONGO_URL: mongoUrl,
  });
  return {
    database: mongo ? 'embedded' : 'the database that MONGO_URL names',
    embedded: mongo !== undefined,
    amqpUrl: rabbitmq.amqpUrl,
    mongoUrl,
    pids: { broker: rabbitmq.child.pid, database: mongo?.child.pid },
    stop: async () => {
      await Promise.all([rabbitmq.stop(), mongo?.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
