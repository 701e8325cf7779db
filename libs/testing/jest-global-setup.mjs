import { startTestInfrastructure } from './test-infrastructure.mjs';

/** @type {(() => Promise<void>) | undefined} */
let stopStarted;

/** Starts a broker and a database for the run, unless the environment names existing ones. */
export default async function setUp() {
  if (process.env.TEST_AMQP_URL) return;
  const infrastructure = await startTestInfrastructure((line) => process.stderr.write(`${line}\n`));
  process.env.TEST_AMQP_URL = infrastructure.amqpUrl;
  process.env.TEST_MANAGEMENT_URL = infrastructure.managementUrl;
  process.env.TEST_MONGO_URL = infrastructure.mongoUrl;
  stopStarted = infrastructure.stop;
}

/** Stops the broker and the database of the run. */
export async function tearDown() {
  await stopStarted?.();
}
