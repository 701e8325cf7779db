import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from './log.mjs';
import { hasCommand } from './packages.mjs';
import { freePort, startTime, waitUntil } from './process.mjs';
import { ILLEGAL_INSTRUCTION, MONGODB_NEEDS } from './processor.mjs';
import { begins, ended } from './running.mjs';

const run = promisify(execFile);
const IMAGES = { broker: 'rabbitmq:4-management', database: 'mongo:8' };

/** @param {string[]} args */
async function docker(...args) {
  const { stdout } = await run('docker', args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout.trim();
}

/** Whether a Docker engine responds. An installed client alone is not enough. */
export async function dockerAnswers() {
  if (!hasCommand('docker')) return false;
  return run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Whether both images exist locally or can be pulled.
 * @param {import('./log.mjs').Log} log
 */
export async function imagesAreThere(log) {
  for (const image of Object.values(IMAGES)) {
    const isLocal = await docker('image', 'inspect', image).then(
      () => true,
      () => false,
    );
    if (isLocal) continue;
    log(`pulling ${image}`);
    try {
      await docker('pull', '-q', image);
    } catch {
      return false;
    }
  }
  return true;
}

/** The prefix of the names of a data folder's containers and volumes. @param {string} dataDir */
const projectOf = (dataDir) =>
  `inner-weather-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;

/** Whether the database volume of a data folder exists. @param {string} dataDir */
export const dataVolumeIsThere = (dataDir) =>
  docker('volume', 'inspect', `${projectOf(dataDir)}-database`).then(
    () => true,
    () => false,
  );

/**
 * Broker and database as containers on loopback ports, with their data in named volumes.
 * @param {{dataDir: string, packages?: Promise<unknown>}} options `packages`: as in InfrastructureOptions
 */
export async function dockerInfrastructure({ dataDir, packages }) {
  const project = projectOf(dataDir);
  const passwordFile = join(dataDir, 'docker-password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8');
  const [amqp, management, mongo] = await Promise.all([freePort(), freePort(), freePort()]);

  const broker = container(`${project}-broker`, [
    ...['-p', `127.0.0.1:${amqp}:5672`, '-p', `127.0.0.1:${management}:15672`],
    // The node is named after the host, so a new container finds its data only under the same host name.
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
    // Not as root, since a command that runs before the server would create an Erlang cookie that the server cannot
    // read.
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
    /** @type {string | undefined} */
    let ended;
    const check = async () => {
      ended = await database.whyEnded();
      if (ended !== undefined) return false;
      await packages;
      return answersMongo(mongo);
    };
    const stillPossible = () => ended === undefined;
    await waitUntil(check, { timeoutMs: 120_000, what: 'the database', stillPossible }).catch((error) => {
      throw ended === undefined
        ? error
        : new PlainError(`the database ended while it was starting: ${ended}`);
    });
  };
  try {
    await Promise.all([startBroker(), startDatabase()]);
  } catch (error) {
    await Promise.all([broker.stop(), database.stop()]);
    throw error;
  }
  return {
    amqpUrl: `amqp://inner_weather:${password}@127.0.0.1:${amqp}`,
    managementUrl: `http://inner_weather:${password}@127.0.0.1:${management}`,
    mongoUrl: `mongodb://127.0.0.1:${mongo}`,
    broker: { ...broker, start: startBroker },
    database: { ...database, start: startDatabase },
  };
}

/** As Docker Compose has them: the engine's own default keeps every line. */
const BOUNDED_LOG = ['--log-driver=json-file', '--log-opt=max-size=10m', '--log-opt=max-file=3'];

/** The label that says which process began a container. */
const BEGUN_BY = 'inner-weather.begun-by';

/**
 * Removes what a killed start has left behind under this name, and nothing that another one still uses.
 * @param {string} name
 */
async function removeLeftover(name) {
  const state = await docker(
    'inspect',
    ...['-f', `{{.State.Running}} {{index .Config.Labels "${BEGUN_BY}"}}`, name],
  ).catch(() => '');
  const [running, pid, started] = state.split(' ');
  const isLeft = pid ? startTime(Number(pid)) !== started || Number(pid) === process.pid : running !== 'true';
  if (!isLeft)
    throw new PlainError(
      `The container ${name} runs, and was not begun here. Stop the npm start that uses it; if none does: docker stop ${name}`,
    );
  if (state) await docker('rm', '-f', name).catch(() => undefined);
}

/**
 * @param {string} name
 * @param {string[]} args of docker run, from the ports to the image
 */
function container(name, args) {
  let begun = false;
  const one = {
    stop: async () => {
      if (begun) {
        await docker('stop', '-t', '20', name).catch(() => undefined);
        await docker('rm', '-f', name).catch(() => undefined);
      }
      begun = false;
      ended(one);
    },
  };
  return {
    ...one,
    name,
    start: async () => {
      begins(one);
      await removeLeftover(name);
      begun = true;
      const label = `${BEGUN_BY}=${process.pid} ${startTime(process.pid)}`;
      await docker('run', '-d', '--init', '--name', name, '--label', label, ...BOUNDED_LOG, ...args);
    },
    kill: (/** @type {NodeJS.Signals} */ signal = 'SIGKILL') =>
      docker('kill', '-s', signal, name).catch(() => undefined),
    /** The end of its output; undefined while it runs. */
    whyEnded: async () => {
      const state = await docker('inspect', '-f', '{{.State.Running}} {{.State.ExitCode}}', name);
      const [running, code] = state.split(' ');
      if (running === 'true') return undefined;
      const { stdout, stderr } = await run('docker', ['logs', '--tail', '5', name]);
      const output = `${stdout}${stderr}`.trim();
      return Number(code) === ILLEGAL_INSTRUCTION || /illegal instruction|requires.*(AVX|ARMv8)/i.test(output)
        ? MONGODB_NEEDS
        : output;
    },
    isAlive: () =>
      docker('inspect', '-f', '{{.State.Running}}', name).then(
        (state) => state === 'true',
        () => false,
      ),
  };
}

/**
 * A published port accepts connections before its server does, so a real command has to succeed.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function answersMongo(port) {
  // Imported lazily, since this file is loaded before the packages are installed.
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: 2_000 });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}
