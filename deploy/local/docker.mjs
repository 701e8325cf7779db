import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCommand } from './packages.mjs';
import { freePort, waitUntil } from './process.mjs';

const run = promisify(execFile);
const IMAGES = { broker: 'rabbitmq:4-management', database: 'mongo:8' };

/** @param {string[]} args */
async function docker(...args) {
  const { stdout } = await run('docker', args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout.trim();
}

/** Does a Docker engine answer? A client without an engine is no Docker. */
export async function dockerAnswers() {
  if (!hasCommand('docker')) return false;
  return run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Are both images here, or can they be pulled?
 * @param {import('./log.mjs').Log} log
 */
export async function imagesAreThere(log) {
  for (const image of Object.values(IMAGES)) {
    const here = await docker('image', 'inspect', image).then(
      () => true,
      () => false,
    );
    if (here) continue;
    log(`pulling ${image}`);
    try {
      await docker('pull', '-q', image);
    } catch {
      return false;
    }
  }
  return true;
}

/**
 * Broker and database as containers of our own, on loopback ports, their data in named volumes.
 * @param {{dataDir: string, log: import('./log.mjs').Log}} options
 */
export async function dockerInfrastructure({ dataDir }) {
  const project = `inner-weather-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
  const passwordFile = join(dataDir, 'docker-password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8');
  const [amqp, management, mongo] = await Promise.all([freePort(), freePort(), freePort()]);

  const broker = container(`${project}-broker`, [
    ...['-p', `127.0.0.1:${amqp}:5672`, '-p', `127.0.0.1:${management}:15672`],
    // The node's name holds the host's: without a fixed one a new container would not find its data.
    ...['--hostname', 'broker', '-v', `${project}-broker:/var/lib/rabbitmq`],
    ...['-e', 'RABBITMQ_DEFAULT_USER=inner_weather', '-e', `RABBITMQ_DEFAULT_PASS=${password}`],
    IMAGES.broker,
  ]);
  const database = container(`${project}-database`, [
    ...['-p', `127.0.0.1:${mongo}:27017`, '-v', `${project}-database:/data/db`],
    IMAGES.database,
  ]);
  const startBroker = async () => {
    await broker.start();
    // Not as root: a command that comes before the server would leave it a cookie that it cannot read.
    const check = [
      'exec',
      '-u',
      'rabbitmq',
      broker.name,
      'rabbitmq-diagnostics',
      '-q',
      'check_port_connectivity',
    ];
    await waitUntil(() => docker(...check).then(() => true), { timeoutMs: 120_000, what: 'RabbitMQ' });
  };
  const startDatabase = async () => {
    await database.start();
    await waitUntil(() => answersMongo(mongo), { timeoutMs: 120_000, what: 'the database' });
  };
  await Promise.all([startBroker(), startDatabase()]);
  return {
    amqpUrl: `amqp://inner_weather:${password}@127.0.0.1:${amqp}`,
    managementUrl: `http://inner_weather:${password}@127.0.0.1:${management}`,
    mongoUrl: `mongodb://127.0.0.1:${mongo}`,
    broker: { ...broker, start: startBroker },
    database: { ...database, start: startDatabase },
  };
}

/**
 * @param {string} name
 * @param {string[]} args of docker run, from the ports to the image
 */
function container(name, args) {
  const remove = () => docker('rm', '-f', name).catch(() => undefined);
  return {
    name,
    start: async () => {
      await remove();
      await docker('run', '-d', '--init', '--name', name, ...args);
    },
    stop: async () => {
      await docker('stop', '-t', '20', name).catch(() => undefined);
      await remove();
    },
    kill: () => docker('kill', name).catch(() => undefined),
    isAlive: () =>
      docker('inspect', '-f', '{{.State.Running}}', name).then(
        (state) => state === 'true',
        () => false,
      ),
  };
}

/**
 * A published port accepts before the server behind it does: wait for an answer to a real command.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function answersMongo(port) {
  // Here alone: this file is read before the packages are installed.
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: 2_000 });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}
