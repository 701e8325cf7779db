import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTime, waitUntil } from '../../deploy/local/process.mjs';

const run = promisify(execFile);

const BROKER_PORT = 5672;
const MANAGEMENT_PORT = 15672;
const DATABASE_PORT = 27017;
const CREDENTIALS = 'tests:tests';
/** Milliseconds; a broker on a busy machine takes longer than the 30 s that its module allows. */
const STARTUP_MS = 180_000;
/** Milliseconds in which a registry answers, or is not to be had. */
const PULL_MS = 120_000;

/** On every container of ours: the process that started it. */
const OWNER = 'inner-weather.tests';

/** @typedef {import('testcontainers').StartedTestContainer} Container */

/**
 * Is the image here, or can it be pulled?
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
 * Testcontainers, made ready once. Its reaper (Ryuk) removes what a killed run leaves behind; where its image is not
 * to be had, the next run of ours does that.
 * @param {import('../../deploy/local/log.mjs').Log} log
 */
function testcontainers(log) {
  ready ??= makeReady(log);
  return ready;
}

/** @param {import('../../deploy/local/log.mjs').Log} log */
async function makeReady(log) {
  await removeLeftovers();
  if (process.env.TESTCONTAINERS_RYUK_DISABLED !== 'true') {
    const { REAPER_IMAGE } = await import('testcontainers/build/reaper/reaper.js');
    if (!(await imageIsThere(REAPER_IMAGE))) {
      log(`${REAPER_IMAGE} can be had nowhere: TESTCONTAINERS_RYUK_DISABLED=true`);
      process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
    }
  }
  return import('testcontainers');
}

/** Removes containers whose process is gone: it was killed before it could do so itself. */
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
 * RabbitMQ in a container of its own.
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
 * MongoDB in a container of its own, as a single node: no promise needs more.
 * @param {{image: string, log: import('../../deploy/local/log.mjs').Log}} options
 */
export async function databaseContainer({ image, log }) {
  const { GenericContainer, Wait } = await testcontainers(log);
  const container = await new GenericContainer(image)
    .withExposedPorts(DATABASE_PORT)
    // Nothing outlives the run, and memory is faster than a disk that others use.
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
