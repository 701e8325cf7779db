import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInfrastructure } from '../../deploy/local/infrastructure.mjs';

/** @type {(() => Promise<void>) | undefined} */
let stopStarted;

/** Starts a broker and a database for the run, unless the environment names those that are to be used. */
export default async function setUp() {
  if (process.env.TEST_AMQP_URL) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-test-'));
  // The broker runs as a user of its own, which has to get through here.
  chmodSync(dataDir, 0o755);
  const started = await startInfrastructure({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
  process.env.TEST_AMQP_URL = started.amqpUrl;
  process.env.TEST_MANAGEMENT_URL = started.managementUrl ?? '';
  process.env.TEST_MONGO_URL = started.mongoUrl;
  stopStarted = async () => {
    await started.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Stops what was started for the run. */
export async function tearDown() {
  await stopStarted?.();
}
