import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { dockerAnswers, dockerInfrastructure, imagesAreThere } from './docker.mjs';
import { embeddedMongo } from './embedded-mongo.mjs';
import { PlainError } from './log.mjs';
import { nativeRabbitmq } from './rabbitmq.mjs';

/**
 * @typedef {object} Part a broker or a database that this process started
 * @property {() => Promise<void>} start
 * @property {() => Promise<unknown>} stop in order
 * @property {() => unknown} kill at once, as a power cut would
 * @property {() => Promise<boolean>} isAlive
 */

/**
 * @typedef {object} Infrastructure
 * @property {string} kind in words, for people
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {string | undefined} managementUrl RabbitMQ's HTTP API, with credentials, where there is one
 * @property {Part | undefined} broker undefined where it is somebody else's
 * @property {Part | undefined} database
 * @property {() => Promise<void>} stop
 */

/** In the data folder, while `npm start` runs: how to reach its broker and its database, for tools. */
export const CONNECTIONS_FILE = 'connections.env';

const waysOut = (/** @type {string} */ variable, /** @type {string} */ packages) =>
  `Three ways to provide it: set ${variable}; start Docker; or install ${packages} on Debian or Ubuntu.`;

/**
 * Finds or starts RabbitMQ and MongoDB: what AMQP_URL and MONGO_URL name, else Docker, else native processes.
 * `brokerConf`: more lines for the rabbitmq.conf of a native broker.
 * @param {{dataDir: string, log: import('./log.mjs').Log, env?: NodeJS.ProcessEnv, brokerConf?: string[]}} options
 * @returns {Promise<Infrastructure>}
 */
export async function startInfrastructure({ dataDir: folder, log, env = process.env, brokerConf }) {
  const dataDir = resolve(folder);
  mkdirSync(dataDir, { recursive: true });
  const { AMQP_URL: amqpUrl, MONGO_URL: mongoUrl, INFRA: wanted } = env;
  if (wanted && wanted !== 'docker' && wanted !== 'native')
    throw new PlainError('INFRA must be docker or native');
  if (amqpUrl && mongoUrl) {
    const none = { managementUrl: undefined, broker: undefined, database: undefined };
    return { kind: 'as AMQP_URL and MONGO_URL say', amqpUrl, mongoUrl, ...none, stop: async () => undefined };
  }
  if (!amqpUrl && !mongoUrl && wanted !== 'native' && (await dockerAnswers())) {
    if (await imagesAreThere(log)) return fromDocker(await dockerInfrastructure({ dataDir, log }));
    if (wanted === 'docker') throw new PlainError(`Docker answers, but its images can be had nowhere.`);
    log('Docker answers, but its images can be had nowhere: taking native processes');
  } else if (wanted === 'docker') {
    throw new PlainError('INFRA=docker, but no Docker engine answers.');
  }
  return startNative({ dataDir, log, amqpUrl, mongoUrl, brokerConf });
}

/** @param {Awaited<ReturnType<typeof dockerInfrastructure>>} docker */
function fromDocker({ amqpUrl, managementUrl, mongoUrl, broker, database }) {
  const stop = async () => {
    await Promise.all([broker.stop(), database.stop()]);
  };
  return { kind: 'Docker', amqpUrl, managementUrl, mongoUrl, broker, database, stop };
}

/**
 * @param {{dataDir: string, log: import('./log.mjs').Log, amqpUrl?: string, mongoUrl?: string, brokerConf?: string[]}} options
 */
async function startNative({ dataDir, log, amqpUrl, mongoUrl, brokerConf }) {
  const started = await Promise.allSettled([
    amqpUrl
      ? undefined
      : nativeRabbitmq({
          dataDir,
          log,
          conf: brokerConf,
          otherwise: waysOut('AMQP_URL', 'rabbitmq-server'),
        }),
    mongoUrl
      ? undefined
      : embeddedMongo({ dataDir, log, otherwise: waysOut('MONGO_URL', 'default-jdk-headless and maven') }),
  ]);
  const [broker, database] = started.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const failure = started.find((one) => one.status === 'rejected');
  if (failure) {
    await Promise.all([broker?.stop(), database?.stop()]);
    throw failure.reason;
  }
  const rabbitmq = /** @type {Awaited<ReturnType<typeof nativeRabbitmq>> | undefined} */ (broker);
  const mongo = /** @type {Awaited<ReturnType<typeof embeddedMongo>> | undefined} */ (database);
  return {
    kind: 'native',
    amqpUrl: rabbitmq?.amqpUrl ?? /** @type {string} */ (amqpUrl),
    mongoUrl: mongo?.mongoUrl ?? /** @type {string} */ (mongoUrl),
    managementUrl: rabbitmq?.managementUrl,
    broker: rabbitmq && partOf(rabbitmq),
    database: mongo && partOf(mongo),
    stop: async () => {
      await Promise.all([rabbitmq?.stop(), mongo?.stop()]);
    },
  };
}

/** @param {{child: import('./process.mjs').Child, start: () => Promise<void>, stop: () => Promise<void>}} native */
function partOf({ child, start, stop }) {
  return { start, stop, kill: () => child.kill('SIGKILL'), isAlive: async () => child.alive };
}
