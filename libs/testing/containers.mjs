import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTime, waitUntil } from '../../deploy/local/process.mjs';

const run = promisify(execFile);

const BROKER_PORT = 5672;
const MANAGEMENT_PORT = 15672;
const DATABASE_PORT = 27017;
const CREDENTIALS = 'tests:tests';
/** Milliseconds. On a busy machine, the broker takes longer than the 30 s default of its module. */
const STARTUP_MS = 180_000;
/** Milliseconds after which a registry counts as unreachable. */
const PULL_MS = 120_000;

/** A label on our containers: the process that started them. */
const OWNER = 'inner-weather.tests';

/** @typedef {import('testcontainers').StartedTestContainer} Container */

/**
 * Whether the image exists locally or can be pulled.
 * @param {string} image
 */
export async function imageIsThere(image) {
  const succeeds = (/** @type {Promise<unknown>} */ command) =>
    command.then(
      () => true,
      () => false,
    );
  if (await succeeds(run('docker', ['image', 'inspect', image]))) return true;
  return succeeds(run('docker', ['pull', '-q', image], { timeout: PULL_MS }));
}

/** @type {Promise<typeof import('testcontainers')> | undefined} */
let ready;

/**
 * Loads Testcontainers once. Its reaper (Ryuk) removes the containers of a killed run. If the reaper's image is not
 * available, the next test run removes them.
 * @param {import('../../deploy/local/log.mjs').Log} log
 */
function testcontainers(log) {
  ready ??= initialise(log);
  return ready;
}

/** @param {import('../../deploy/local/log.mjs').Log} log */
async function initialise(log) {
  await removeLeftovers();
  if (process.env.TESTCONTAINERS_RYUK_DISABLED !== 'true') {
    const { REAPER_IMAGE } = await import('testcontainers/build/reaper/reaper.js');
    if (!(await imageIsThere(REAPER_IMAGE))) {
      log(`${REAPER_IMAGE} is not available: TESTCONTAINERS_RYUK_DISABLED=true`);
      process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
    }
  }
  return import('testcontainers');
}

/** Removes containers whose process was killed before it could remove them. */
async function removeLeftovers() {
  const filter = ['--filter', `label=${OWNER}`, '--format', `{{.ID}} {{.Label "${OWNER}"}}`];
  const { stdout } = await run('docker', ['ps', '-a', ...filter]);
  for (const line of stdout.split('\n').filter(Boolean)) {
    const [id = '', pid, started] = line.split(' ');
    if (startTime(Number(pid)) !== started) await run('docker', ['rm', '-f', '-v', id]);
  }
}

const owner = () => ({ [OWNER]: `${process.pid} ${startTime(process.pid)}` });

/**
 * Starts RabbitMQ in a container.
 * @param {{image: string, log: import('../../deploy/local/log.mjs').Log}} options
 */
export async function brokerContainer({ image, log }) {
  await testcontainers(log);
  const { RabbitMQContainer } = await import('@testcontainers/rabbitmq');
  const [user = '', password = ''] = CREDENTIALS.split(':');
  const container = await new RabbitMQContainer(image)
    .withEnvironment({ RABBITMQ_DEFAULT_USER: user, RABBITMQ_DEFAULT_PASS: password })
    .withLabels(owner())
    .withStartupTimeout(STARTUP_MS)
    .start();
  const host = `${CREDENTIALS}@${container.getHost()}`;
  return {
    amqpUrl: `amqp://${host}:${container.getMappedPort(BROKER_PORT)}`,
    managementUrl: `http://${host}:${container.getMappedPort(MANAGEMENT_PORT)}`,
    stop: () => remove(container),
  };
}

/**
 * Starts MongoDB in a container, as a single node, since nothing requires a replica set.
 * @param {{image: string, log: import('../../deploy/local/log.mjs').Log}} options
 */
export async function databaseContainer({ image, log }) {
  const { GenericContainer, Wait } = await testcontainers(log);
  const container = await new GenericContainer(image)
    .withExposedPorts(DATABASE_PORT)
    // The data is temporary, and memory is faster than a shared disk.
    .withTmpFs({ '/data/db': 'rw' })
    .withLabels(owner())
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(STARTUP_MS)
    .start();
  const mongoUrl = `mongodb://${container.getHost()}:${container.getMappedPort(DATABASE_PORT)}`;
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(mongoUrl);
  try {
    const answers = () => client.db('admin').command({ ping: 1 });
    await waitUntil(() => answers().then(() => true), { timeoutMs: STARTUP_MS, what: image });
  } finally {
    await client.close();
  }
  return { mongoUrl, stop: () => remove(container) };
}

/** @param {Container} container */
async function remove(container) {
  await container.stop({ remove: true, removeVolumes: true });
}
