import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Child, freePort, waitUntil } from '../../../deploy/local/process.mjs';
import { managementListener } from '../../../deploy/local/broker/rabbitmq.mjs';

/** Debian's; `npm run test` has installed them for the broker of its own. */
const BIN = '/usr/lib/rabbitmq/bin';
const START_TIMEOUT_MS = 120_000;

export interface BrokerNode {
  /** Its name in the cluster. */
  name: string;
  amqpUrl: string;
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

export type BrokerCluster = Awaited<ReturnType<typeof startBrokerCluster>>;

/** Brokers of one cluster, each a process with ports and data of its own, on loopback; they share a port mapper. */
export async function startBrokerCluster(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-cluster-'));
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  const user = unprivilegedUser();
  const own = (path: string): void => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  mkdirSync(home, { mode: 0o700 });
  own(home);
  const password = randomBytes(12).toString('hex');
  const epmd = await portOfOurs();
  const management = await portOfOurs();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    // One scheduler each: the machine runs more than three brokers.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false +S 1:1 +sbwt none',
  };
  const write = (name: string, lines: string[]): string => {
    const path = join(home, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o400 });
    own(path);
    return path;
  };
  write('.erlang.cookie', [randomBytes(20).toString('hex').toUpperCase()]);
  const plugins = { first: '[rabbitmq_management].', others: '[].' };
  const mapper = new Child({
    name: 'port mapper',
    command: 'epmd',
    args: ['-port', String(epmd), '-address', '127.0.0.1'],
    env,
    logFile: join(folder, 'epmd.log'),
    pidFile: join(folder, 'epmd.pid'),
    ...user,
  }).start();

  const names = Array.from({ length: size }, (_, index) => `broker${index + 1}@localhost`);
  const ctl = async (node: string, ...args: string[]): Promise<string> => {
    const options = { env, cwd: home, ...user, timeout: START_TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(
      join(BIN, 'rabbitmqctl'),
      ['-q', '-n', node, ...args],
      options,
    );
    return stdout;
  };
  const nodes = await Promise.all(
    names.map(async (name, index): Promise<BrokerNode & { child: Child }> => {
      const amqp = await portOfOurs();
      const distribution = await portOfOurs();
      const conf = [
        `listeners.tcp.1 = 127.0.0.1:${amqp}`,
        'default_user = inner_weather',
        `default_pass = ${password}`,
        'default_user_tags.administrator = true',
        'log.console = true',
        'log.file = false',
        'cluster_partition_handling = ignore',
        'cluster_formation.peer_discovery_backend = classic_config',
        ...names.map((peer, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${peer}`),
        ...(index === 0 ? managementListener(management) : []),
      ];
      const logFile = join(folder, `${name}.log`);
      const child = new Child({
        name,
        command: join(BIN, 'rabbitmq-server'),
        args: [],
        env: {
          ...env,
          RABBITMQ_NODENAME: name,
          RABBITMQ_DIST_PORT: String(distribution),
          RABBITMQ_CONFIG_FILE: write(`${index}.conf`, conf),
          RABBITMQ_ENABLED_PLUGINS_FILE: write(`${index}.plugins`, [
            index === 0 ? plugins.first : plugins.others,
          ]),
        },
        cwd: home,
        logFile,
        pidFile: join(folder, `${name}.pid`),
        graceMs: 20_000,
        ...user,
      });
      const start = async (): Promise<void> => {
        const earlier = existsSync(logFile) ? statSync(logFile).size : 0;
        child.start();
        // It listens before it counts as running, and a virtual host that is created in between never starts on it.
        await waitUntil(async () => (await textFrom(logFile, earlier)).includes('Server startup complete'), {
          timeoutMs: START_TIMEOUT_MS,
          what: name,
          stillPossible: () => child.alive,
        });
      };
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await child.exited();
      };
      return { name, amqpUrl: `amqp://inner_weather:${password}@127.0.0.1:${amqp}`, child, start, kill };
    }),
  );
  const stop = async (): Promise<void> => {
    for (const { child } of nodes) child.kill('SIGKILL');
    await Promise.all(nodes.map(({ child }) => child.exited()));
    await mapper.stop();
    // Helpers of a broker write a little longer than it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const managementUrl = `http://inner_weather:${password}@127.0.0.1:${management}`;
  return { nodes: nodes as BrokerNode[], home, managementUrl, ctl, stop };
}

const portOfOurs = async (): Promise<number> => Number(await freePort());

/** What was appended to a file after its first `from` bytes. */
async function textFrom(path: string, from: number): Promise<string> {
  const file = await open(path);
  try {
    return await text(file.createReadStream({ start: from, autoClose: false }));
  } finally {
    await file.close();
  }
}

/** The user of the package, if this process is root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'rabbitmq'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
