import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { dockerAnswers, dockerInfrastructure, imagesAreThere } from './docker.mjs';
import { beginEmbeddedMongo } from './embedded-mongo.mjs';
import { PlainError } from './log.mjs';
import { beginRabbitmq } from './broker/rabbitmq.mjs';

/**
 * @typedef {object} Part a broker or a database that this process started
 * @property {() => Promise<void>} start
 * @property {() => Promise<unknown>} stop gracefully
 * @property {(signal?: NodeJS.Signals) => unknown} kill with SIGKILL by default, which simulates a power cut
 * @property {() => Promise<boolean>} isAlive
 */

/**
 * @typedef {object} Infrastructure
 * @property {string} kind in words, for the user
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {string | undefined} managementUrl RabbitMQ's HTTP API with credentials, if it is enabled
 * @property {string} [brokerHome] the folder of a native broker's data
 * @property {string} [databaseHome]
 * @property {Part | undefined} broker undefined if AMQP_URL names an external one
 * @property {Part | undefined} database
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} InfrastructureOptions
 * @property {string} dataDir
 * @property {import('./log.mjs').Log} log
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string[]} [brokerConf] more lines for the rabbitmq.conf of a native broker
 * @property {boolean} [management] whether a native broker serves its HTTP API; default: true
 * @property {Promise<unknown>} [packages] resolves when the packages are installed: a database in Docker is asked with one
 * of them; default: they are
 * @property {boolean} [needsBroker] whether a native broker is started, which takes longer than the database; default: true
 */

/** In the data folder, while `npm start` runs: how to reach its broker and its database, for tools. */
export const CONNECTIONS_FILE = 'connections.env';

const waysOut = (/** @type {string} */ variable, /** @type {string} */ packages) =>
  `Three ways to provide it: set ${variable}; start Docker; or install ${packages} on Debian or Ubuntu.`;

/**
 * Finds or starts RabbitMQ and MongoDB: those of AMQP_URL and MONGO_URL, else Docker, else native processes. Resolves
 * when both respond. If one does not, both are cleaned up.
 * @param {InfrastructureOptions} options
 * @returns {Promise<Infrastructure>}
 */
export async function startInfrastructure(options) {
  const infrastructure = await beginInfrastructure(options);
  await infrastructure.ready;
  return infrastructure;
}

/**
 * The same, without waiting for the broker, which is slow to start: `databaseReady` and `ready` resolve when the
 * database answers, and when both do.
 * @param {InfrastructureOptions} options
 * @returns {Promise<Infrastructure & {databaseReady: Promise<unknown>, ready: Promise<unknown>}>}
 */
export async function beginInfrastructure({
  dataDir: folder,
  log,
  env = process.env,
  brokerConf,
  management,
  packages,
  needsBroker,
}) {
  const dataDir = resolve(folder);
  mkdirSync(dataDir, { recursive: true });
  const { AMQP_URL: amqpUrl, MONGO_URL: mongoUrl, INFRA: wanted } = env;
  if (wanted && wanted !== 'docker' && wanted !== 'native')
    throw new PlainError('INFRA must be docker or native');
  if (amqpUrl && mongoUrl) {
    const none = { managementUrl: undefined, broker: undefined, database: undefined };
    const kind = 'as AMQP_URL and MONGO_URL say';
    return { kind, amqpUrl, mongoUrl, ...none, stop: async () => undefined, ...READY };
  }
  if (!amqpUrl && !mongoUrl && wanted !== 'native' && (await dockerAnswers())) {
    if (await imagesAreThere(log)) return fromDocker(await dockerInfrastructure({ dataDir, packages }));
    if (wanted === 'docker')
      throw new PlainError(
        `Docker answers, but the images of broker and database are not here and cannot be pulled.`,
      );
    log('Docker answers, but the images of broker and database cannot be pulled: starting native processes');
  } else if (wanted === 'docker') {
    throw new PlainError('INFRA=docker, but no Docker engine answers.');
  }
  return beginNative({ dataDir, log, amqpUrl, mongoUrl, brokerConf, management, needsBroker });
}

const READY = { databaseReady: Promise.resolve(), ready: Promise.resolve() };

/** @param {Awaited<ReturnType<typeof dockerInfrastructure>>} docker */
function fromDocker({ amqpUrl, managementUrl, mongoUrl, broker, database }) {
  const stop = async () => {
    await Promise.all([broker.stop(), database.stop()]);
  };
  return { kind: 'Docker', amqpUrl, managementUrl, mongoUrl, broker, database, stop, ...READY };
}

/**
 * @param {InfrastructureOptions & {amqpUrl?: string, mongoUrl?: string}} options
 */
async function beginNative({
  dataDir,
  log,
  amqpUrl,
  mongoUrl,
  brokerConf,
  management = true,
  needsBroker = true,
}) {
  const otherBroker = waysOut('AMQP_URL', 'rabbitmq-server');
  const otherDatabase = waysOut('MONGO_URL', 'default-jdk-headless and maven');
  const broker =
    amqpUrl || !needsBroker
      ? Promise.resolve(undefined)
      : beginRabbitmq({ dataDir, log, conf: brokerConf, management, otherwise: otherBroker });
  const database = mongoUrl
    ? Promise.resolve(undefined)
    : beginEmbeddedMongo({ dataDir, log, otherwise: otherDatabase });
  const stop = async () => {
    const results = await Promise.allSettled([broker, database]);
    await Promise.all(results.map(async (one) => one.status === 'fulfilled' && (await one.value?.stop())));
  };
  const [rabbitmq, mongo] = await orStop(Promise.all([broker, database]), stop);
  const mongoReady = mongo?.ready ?? Promise.resolve();
  const both = Promise.all([rabbitmq?.ready ?? Promise.resolve(), mongoReady]);
  const ready = orStop(both, stop);
  // The first failure has the reason: the other part is only stopped.
  const databaseReady = Promise.race([both, mongoReady]);
  for (const promise of [ready, databaseReady]) promise.catch(() => undefined);
  return {
    kind: 'native',
    amqpUrl: rabbitmq?.amqpUrl ?? amqpUrl ?? '',
    mongoUrl: mongo?.mongoUrl ?? mongoUrl ?? '',
    managementUrl: management ? rabbitmq?.managementUrl : undefined,
    brokerHome: rabbitmq?.home,
    databaseHome: mongo?.home,
    broker: rabbitmq && partOf(rabbitmq),
    database: mongo && partOf(mongo),
    databaseReady,
    ready,
    stop,
  };
}

/**
 * Stops everything when the work fails.
 * @template T
 * @param {Promise<T>} work
 * @param {() => Promise<void>} stop
 */
async function orStop(work, stop) {
  try {
    return await work;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {{child: import('./process.mjs').Child, start: () => Promise<void>, stop: () => Promise<void>}} native
 * @returns {Part}
 */
function partOf({ child, start, stop }) {
  return { start, stop, kill: (signal = 'SIGKILL') => child.kill(signal), isAlive: async () => child.alive };
}
