import { startTestInfrastructure } from './test-infrastructure.mjs';

/** @type {(() => Promise<void>) | undefined} */
let stopStarted;

/** Starts a broker and a database for the run, unless the environment names existing ones. */
export default async function setUp() {
  if (process.env.TEST_AMQP_URL) return;
  const started = await startTestInfrastructure((line) => process.stderr.write(`${line}\n`));
  process.env.TEST_AMQP_URL = started.amqpUrl;
  process.env.TEST_MANAGEMENT_URL = started.managementUrl;
  process.env.TEST_MONGO_URL = started.mongoUrl;
  stopStarted = started.stop;
}

/** Stops what was started for the run. */
export async function tearDown() {
  await stopStarted?.();
}
