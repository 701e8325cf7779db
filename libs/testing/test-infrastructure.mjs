import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAnswers } from '../../deploy/local/docker.mjs';
import { embeddedMongo } from '../../deploy/local/embedded-mongo.mjs';
import { PlainError } from '../../deploy/local/log.mjs';
import { nativeRabbitmq } from '../../deploy/local/broker/rabbitmq.mjs';
import { brokerContainer, databaseContainer, imageIsThere } from './containers.mjs';

/*
 * Where every suite gets its broker and its database: from Testcontainers if Docker answers, else from native processes.
 * INFRA=docker and INFRA=native force one of them. A run has one broker and one database server. Each suite has its own
 * virtual host and databases on them (src/infrastructure.ts), so that suites can run in parallel without ten containers.
 */

const BROKER_IMAGE = 'rabbitmq:4-management';
const DATABASE_IMAGE = 'mongo:8';

/** @typedef {import('../../deploy/local/log.mjs').Log} Log */

/**
 * @typedef {object} TestBroker
 * @property {string} amqpUrl
 * @property {string} managementUrl RabbitMQ's HTTP API, with credentials
 * @property {string} version of RabbitMQ
 * @property {string} kind for people to read
 * @property {string} [home] the data folder of a native broker
 * @property {() => Promise<void>} stop
 */

/** @typedef {TestBroker & {mongoUrl: string, databaseHome?: string}} TestInfrastructure `databaseHome`: the data folder of a native database */

/**
 * A broker and a database for a run.
 * @param {Log} log gets a line about which kind they are
 * @returns {Promise<TestInfrastructure>}
 */
export async function startTestInfrastructure(log) {
  const containers = await wantsContainers(log);
  const [broker, database] = await bothOrNone([
    containers ? containerBroker(BROKER_IMAGE, log) : nativeBroker(log),
    containers ? containerDatabase(log) : nativeDatabase(log),
  ]);
  log(`broker and database: ${broker.kind}, RabbitMQ ${broker.version}`);
  const stop = async () => {
    await Promise.all([broker.stop(), database.stop()]);
  };
  return { ...broker, mongoUrl: database.mongoUrl, databaseHome: database.home, stop };
}

/**
 * Starts another broker, native or in a container, of a version that begins with `wanted`, such as 4.
 * @param {string} wanted
 * @param {Log} log
 * @returns {Promise<TestBroker | string>} the broker, or the reason why there is none
 */
export async function startBrokerOf(wanted, log) {
  const reasons = [];
  for (const start of [() => containerOf(wanted, log), () => nativeBroker(log)]) {
    const broker = await start().catch((error) => String(error instanceof Error ? error.message : error));
    if (typeof broker === 'string') {
      reasons.push(broker);
      continue;
    }
    if (isVersion(broker, wanted)) return broker;
    await broker.stop();
    reasons.push(`the ${broker.kind} one is ${broker.version}`);
  }
  return reasons.join('; ');
}

/**
 * Does the broker's version begin with `wanted`?
 * @param {{version: string}} broker
 * @param {string} wanted
 */
export const isVersion = ({ version }, wanted) => `${version}.`.startsWith(`${wanted}.`);

/** @param {Log} log */
async function wantsContainers(log) {
  const { INFRA: wanted } = process.env;
  if (wanted && wanted !== 'docker' && wanted !== 'native')
    throw new PlainError('INFRA must be docker or native');
  if (wanted === 'native') return false;
  const reason = await whyNoContainers([BROKER_IMAGE, DATABASE_IMAGE]);
  if (reason && wanted === 'docker') throw new PlainError(`INFRA=docker, but ${reason}`);
  if (reason) log(`${reason}: taking native processes`);
  return !reason;
}

/** @param {string[]} images */
async function whyNoContainers(images) {
  if (!(await dockerAnswers())) return 'no Docker engine answers';
  for (const image of images) {
    if (!(await imageIsThere(image))) return `Docker answers, but ${image} can be had nowhere`;
  }
  return undefined;
}

/**
 * @param {string} version
 * @param {Log} log
 */
async function containerOf(version, log) {
  const image = `rabbitmq:${version}-management`;
  const reason = await whyNoContainers([image]);
  if (reason) throw new Error(reason);
  return containerBroker(image, log);
}

/**
 * @param {string} image
 * @param {Log} log
 */
async function containerBroker(image, log) {
  const broker = await brokerContainer({ image, log });
  return { ...broker, version: await versionOf(broker), kind: 'Testcontainers' };
}

/** @param {Log} log */
async function nativeBroker(log) {
  const { dataDir, remove } = folder();
  const otherwise = 'Or start Docker: then tests bring their own.';
  const broker = await nativeRabbitmq({ dataDir, log, otherwise });
  const stop = () => broker.stop().then(remove);
  return { ...broker, version: await versionOf(broker), kind: 'native', stop };
}

/** @typedef {{mongoUrl: string, home?: string, stop: () => Promise<void>}} TestDatabase */

/** @param {Log} log @returns {Promise<TestDatabase>} */
async function containerDatabase(log) {
  return databaseContainer({ image: DATABASE_IMAGE, log });
}

/** @param {Log} log @returns {Promise<TestDatabase>} */
async function nativeDatabase(log) {
  const { dataDir, remove } = folder();
  const otherwise = 'Or start Docker: then tests bring their own.';
  const database = await embeddedMongo({ dataDir, log, otherwise });
  const { mongoUrl, home } = database;
  return { mongoUrl, home, stop: () => database.stop().then(remove) };
}

/** The data folder of a native process. */
function folder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-test-'));
  // The broker runs as another user, which needs access to the folder.
  chmodSync(dataDir, 0o755);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Waits for both. If only one of them starts, it is stopped again.
 * @template {{stop: () => Promise<void>}} A
 * @template {{stop: () => Promise<void>}} B
 * @param {[Promise<A>, Promise<B>]} starting
 * @returns {Promise<[A, B]>}
 */
async function bothOrNone(starting) {
  const [a, b] = await Promise.allSettled(starting);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value];
  for (const one of [a, b]) if (one.status === 'fulfilled') await one.value.stop();
  throw a.status === 'rejected' ? a.reason : b.status === 'rejected' ? b.reason : undefined;
}

/** @param {{managementUrl: string}} broker */
async function versionOf({ managementUrl }) {
  const { origin, username, password } = new URL(managementUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${origin}/api/overview`, {
    headers: { authorization, connection: 'close' },
  });
  if (!answer.ok) throw new Error(`RabbitMQ's management answers ${answer.status}`);
  const { rabbitmq_version: version } = /** @type {{rabbitmq_version: string}} */ (await answer.json());
  return version;
}
