import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { hasCommand, installPackages } from './packages.mjs';
import { Child, endLeftover, freePort, waitUntil } from './process.mjs';

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/**
 * Debian's RabbitMQ as a process of our own: its own node, ports, cookie and data, on loopback only, so that it
 * lives beside any other broker and its end hurts nobody.
 * @param {{dataDir: string, log: import('./log.mjs').Log, otherwise: string, conf?: string[]}} options `conf`: more
 * lines for rabbitmq.conf
 */
export async function nativeRabbitmq({ dataDir, log, otherwise, conf = [] }) {
  if (!existsSync(SERVER) || !hasCommand('epmd'))
    await installPackages(['rabbitmq-server'], { log, otherwise });
  const user = unprivilegedUser();
  const home = brokerHome(dataDir, user);
  const own = (/** @type {string} */ path) => user && chownSync(path, user.uid, user.gid);
  for (const path of [home, join(home, 'mnesia'), join(home, 'log')]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    own(path);
  }
  await endLeftover(join(dataDir, 'rabbitmq.pid'));
  await endLeftover(join(dataDir, 'epmd.pid'));

  const passwordFile = join(home, 'password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8');
  const [amqp, management, distribution, epmd] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const files = {
    'rabbitmq.conf': [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${management}`,
      'default_user = inner_weather',
      `default_pass = ${password}`,
      'default_user_tags.administrator = true',
      'log.console = true',
      'log.file = false',
      ...conf,
      '',
    ].join('\n'),
    enabled_plugins: '[rabbitmq_management].\n',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text, { mode: 0o600 });
    own(join(home, name));
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
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    // The port mapper is started below, as a child: Erlang's own daemon would outlive everything.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false',
  };
  const common = { env, cwd: home, ...user };
  const mapper = new Child({
    ...common,
    name: 'port mapper',
    command: 'epmd',
    args: ['-port', String(epmd), '-address', '127.0.0.1'],
    logFile: join(dataDir, 'logs', 'rabbitmq.log'),
    pidFile: join(dataDir, 'epmd.pid'),
  });
  const broker = new Child({
    ...common,
    name: 'RabbitMQ',
    command: SERVER,
    args: [],
    logFile: join(dataDir, 'logs', 'rabbitmq.log'),
    pidFile: join(dataDir, 'rabbitmq.pid'),
    graceMs: 30_000,
  });
  const managementUrl = `http://inner_weather:${password}@127.0.0.1:${management}`;
  const start = async () => {
    if (!mapper.alive) mapper.start();
    broker.start();
    await waitUntil(() => answersManagement(managementUrl), {
      timeoutMs: 90_000,
      what: 'RabbitMQ',
      stillPossible: () => broker.alive,
    });
  };
  await start();
  return {
    amqpUrl: `amqp://inner_weather:${password}@127.0.0.1:${amqp}`,
    managementUrl,
    child: broker,
    start,
    stop: async () => {
      await broker.stop();
      await mapper.stop();
    },
  };
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

/** The package's own user when we are root: the broker has no business with root's rights. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'rabbitmq'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Under the data folder, or, where its user could not get there (/root, say), under /var/lib.
 * @param {string} dataDir
 * @param {{uid: number} | undefined} user
 */
function brokerHome(dataDir, user) {
  const wanted = resolve(dataDir, 'rabbitmq');
  if (!user) return wanted;
  for (let folder = dirname(wanted); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) {
      const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
      return join('/var/lib/inner-weather', name);
    }
    if (folder === dirname(folder)) return wanted;
  }
}
