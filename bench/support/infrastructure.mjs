import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedMongo } from '../../deploy/local/embedded-mongo.mjs';
import { say } from '../../deploy/local/log.mjs';
import { nativeRabbitmq } from '../../deploy/local/broker/rabbitmq.mjs';

/** @typedef {Awaited<ReturnType<typeof startInfrastructure>>} Infrastructure */

/**
 * A broker of our own on this machine, and the database that MONGO_URL names, or else the embedded one. The names by
 * which e2e/support/stacks/stack.mjs finds both are set in this process's environment.
 * @param {{heapMb?: number}} options for the embedded database
 */
export async function startInfrastructure({ heapMb }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-bench-'));
  // The broker runs as a user of its own, which has to get through here.
  chmodSync(dataDir, 0o755);
  const { MONGO_URL } = process.env;
  const common = { dataDir, log: say };
  const [rabbitmq, mongo] = await Promise.all([
    nativeRabbitmq({ ...common, otherwise: 'The bench needs a broker of its own.' }),
    MONGO_URL ? undefined : embeddedMongo({ ...common, heapMb, otherwise: 'Or set MONGO_URL.' }),
  ]);
  const mongoUrl = mongo?.mongoUrl ?? MONGO_URL ?? '';
  Object.assign(process.env, {
    TEST_AMQP_URL: rabbitmq.amqpUrl,
    TEST_MANAGEMENT_URL: rabbitmq.managementUrl,
    TEST_MONGO_URL: mongoUrl,
  });
  return {
    embedded: mongo !== undefined,
    mongoUrl,
    /** Those that both sides share. A database that runs elsewhere has none. */
    pids: { broker: rabbitmq.child.pid, ...(mongo && { database: mongo.child.pid }) },
    stop: async () => {
      await Promise.all([rabbitmq.stop(), mongo?.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
