import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { brokerHome } from './broker-home.mjs';
import { hasCommand, installPackages } from '../packages.mjs';
import { accepts, Child, endLeftover, freePort, logFolder, readyOrStopped, waitUntil } from '../process.mjs';
import { linkServer } from './rabbitmq-server.mjs';

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/**
 * @typedef {object} RabbitmqOptions
 * @property {string} dataDir
 * @property {import('../log.mjs').Log} log
 * @property {string} otherwise advice for the user if it cannot be installed
 * @property {string[]} [conf] more lines for rabbitmq.conf
 * @property {boolean} [management] whether it serves its HTTP API
 */

/**
 * Starts Debian's RabbitMQ with its own node, ports, cookie and data, on loopback only, so that it does not affect
 * other brokers. Resolves when it responds.
 * @param {RabbitmqOptions} options
 */
export async function nativeRabbitmq(options) {
  const broker = await beginRabbitmq(options);
  await broker.ready;
  return broker;
}

/**
 * The same without waiting: `ready` resolves when the broker responds. If it does not, `ready` rejects after cleaning
 * up.
 * @param {RabbitmqOptions} options
 */
export async function beginRabbitmq({ dataDir, log, otherwise, conf = [], management = true }) {
  if (!existsSync(SERVER) || !hasCommand('epmd'))
    await installPackages(['rabbitmq-server'], { log, otherwise });
  const user = unprivilegedUser();
  const home = brokerHome(dataDir, user);
  await endLeftover(join(dataDir, 'rabbitmq.pid'));
  await endLeftover(join(dataDir, 'epmd.pid'));

  const passwordFile = join(home, 'password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8');
  const [amqp, http, distribution, epmd] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const files = {
    'rabbitmq.conf': [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      ...(management ? managementListener(http) : []),
      'default_user = inner_weather',
      `default_pass = ${password}`,
      'default_user_tags.administrator = true',
      'log.console = true',
      'log.file = false',
      ...conf,
      '',
    ].join('\n'),
    enabled_plugins: management ? '[rabbitmq_management].\n' : '[].\n',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text, { mode: 0o600 });
    if (user) await chown(join(home, name), user.uid, user.gid);
  }

  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: 'inner_weather@localhost',
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_SCRIPTS_DIR: linkServer(SERVER, join(home, 'server')),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    // The broker's own limit, a million, makes Erlang fill tables of 25 MB. A connection or a queue needs about ten.
    RABBITMQ_MAX_NUMBER_OF_PROCESSES: '65536',
    // No busy waiting, which would take processor time from the other starting processes.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '+sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}',
    // The port mapper is started below as a child, since Erlang's own daemon would outlive this process. This applies
    // to every node that the server starts; one of them only starts that daemon.
    ERL_AFLAGS: '-start_epmd false',
  };
  const common = { env, cwd: home, ...user };
  const mapper = new Child({
    ...common,
    name: 'port mapper',
    command: 'epmd',
    args: ['-port', String(epmd), '-address', '127.0.0.1'],
    logFile: join(logFolder(dataDir), 'rabbitmq.log'),
    pidFile: join(dataDir, 'epmd.pid'),
  });
  const broker = new Child({
    ...common,
    name: 'RabbitMQ',
    command: SERVER,
    args: [],
    logFile: join(logFolder(dataDir), 'rabbitmq.log'),
    pidFile: join(dataDir, 'rabbitmq.pid'),
    graceMs: 30_000,
  });
  const managementUrl = `http://inner_weather:${password}@127.0.0.1:${http}`;
  const start = async () => {
    if (!mapper.alive) mapper.start();
    // Otherwise the broker would wait forever.
    await waitUntil(() => accepts(epmd), { timeoutMs: 10_000, what: 'the port mapper', child: mapper });
    broker.start();
    // When it listens for AMQP, everything except its HTTP API has started.
    const answers = async () => (await accepts(amqp)) && (!management || answersManagement(managementUrl));
    await waitUntil(answers, {
      timeoutMs: 90_000,
      what: 'RabbitMQ',
      child: broker,
    });
  };
  const stop = async () => {
    await broker.stop();
    await mapper.stop();
  };
  return {
    amqpUrl: `amqp://inner_weather:${password}@127.0.0.1:${amqp}`,
    managementUrl,
    home,
    child: broker,
    start,
    stop,
    ready: readyOrStopped(start, stop),
  };
}

/**
 * Lines of rabbitmq.conf for the HTTP API, on loopback only.
 *
 * The server closes a connection without a request after `request_timeout` milliseconds. On a busy machine, a client
 * may need longer than the default of 5 s between connecting and its request.
 * @param {number} port
 */
export function managementListener(port) {
  return [
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${port}`,
    'management.tcp.request_timeout = 60000',
  ];
}

/** @param {string} managementUrl with credentials */
async function answersManagement(managementUrl) {
  const { origin, username, password } = new URL(managementUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(
    `${origin}/api/health/checks/port-listener/${await amqpPort(origin, authorization)}`,
    {
      headers: { authorization },
    },
  );
  return answer.ok;
}

/**
 * @param {string} origin
 * @param {string} authorization
 */
async function amqpPort(origin, authorization) {
  const answer = await fetch(`${origin}/api/overview`, { headers: { authorization } });
  const { listeners } = /** @type {{listeners: {protocol: string, port: number}[]}} */ (await answer.json());
  return listeners.find(({ protocol }) => protocol === 'amqp')?.port;
}

/** The package's own user if we are root, so that the broker does not run with root's rights. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'rabbitmq'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
