import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keysFolder } from './folders/keys-folder.mjs';
import { masterKeysFile, signingKeys, vapidKeyFile } from './keys.mjs';
import { answersOk, Child, endLeftover, freePort, logFolder, waitUntil } from './process.mjs';
import { SERVICE_NAMES, SERVICES } from './services.mjs';
import { trustedAuthorities } from './trusted-authorities.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Node 22 and newer keep compiled code there, for the next start. */
const COMPILED = join(ROOT, 'node_modules/.cache/inner-weather/compiled');
/**
 * Stacks of errors name the sources. The heap for new objects grows to half of what Node 20 gives it, in MiB, and a
 * quarter or less of what Node 24 gives: more makes nothing faster. Warnings are logged as JSON: orExit.
 */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8', '--no-warnings'];

/**
 * What a password's hash takes, 19 MiB, goes back to the system. After the first, glibc would keep as much for ever
 * (mallopt(3), M_MMAP_THRESHOLD); a hash takes as long as before.
 */
const LARGE_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

/** All services in one process. */
const HOUSEHOLD = join(ROOT, 'deploy/household');

/** @typedef {import('./services.mjs').ServiceName} ServiceName */

/** A service that ends again within this time of its start waits longer before the next one, up to a minute. */
const QUICK_DEATH_MS = 20_000;
const PAUSE_MAX_MS = 60_000;
/**
 * One that ends so often before it has ever been ready is not started again: a missing broker or database ends no service,
 * but a wrong setting does.
 */
const MAX_DEATHS_AT_FIRST = 2;

/**
 * @typedef {object} StackOptions
 * @property {string} dataDir
 * @property {string} [keysDir] where the keys are, or are made; see keysFolder
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {number} port of the gateway
 * @property {NodeJS.ProcessEnv} env for every service
 * @property {boolean} [together] whether one process runs all services
 * @property {Partial<Record<ServiceName, NodeJS.ProcessEnv>>} [serviceEnv] for one service, on top
 * @property {Partial<Record<ServiceName, string>>} [preloads] a module that a service loads first, to replace parts of others
 * @property {import('./log.mjs').Log} log
 */

/** A process with one service or all of them, which is started again when it dies. */
export class SupervisedProcess {
  #wanted = false;
  #quickDeaths = 0;
  #wasReady = false;
  /** Whether it is started again after it has ended by itself. */
  restarts = true;

  /**
   * @param {string} name
   * @param {Child} child
   * @param {import('./log.mjs').Log} log
   * @param {(ms: number) => Promise<unknown>} pause
   */
  constructor(name, child, log, pause = sleep) {
    this.name = name;
    this.child = child;
    this.log = log;
    this.pause = pause;
  }

  start() {
    this.#wanted = true;
    const startedAt = Date.now();
    this.child.start();
    const restart = this.child.exited().then((code) => this.#onExit(code, startedAt));
    restart.catch((error) => this.log(String(error)));
  }

  async stop() {
    this.#wanted = false;
    this.#quickDeaths = 0;
    await this.child.stop();
  }

  /**
   * Resolves when the check is true of what runs in it.
   * @param {() => Promise<boolean>} check
   * @param {number} timeoutMs
   */
  async until(check, timeoutMs) {
    const { name: what, child } = this;
    await waitUntil(check, { timeoutMs, what, child, stillPossible: () => this.#wanted });
    this.#wasReady = true;
  }

  /**
   * @param {number | null} code
   * @param {number} startedAt
   */
  async #onExit(code, startedAt) {
    if (!this.#wanted || !this.restarts) return;
    const quick = Date.now() - startedAt < QUICK_DEATH_MS;
    this.#quickDeaths = quick ? this.#quickDeaths + 1 : 1;
    const died = `${this.name} died (${code ?? 'by a signal'})`;
    if (!this.#wasReady && this.#quickDeaths >= MAX_DEATHS_AT_FIRST) {
      this.#wanted = false;
      this.log(died);
      this.log(
        `${this.name} died ${this.#quickDeaths} times in a row and is not started again. The end of its log:\n${this.child.lastLines}`,
      );
      return;
    }
    const pauseMs = Math.min(PAUSE_MAX_MS, 100 * 2 ** this.#quickDeaths);
    this.log(
      this.#quickDeaths === 1
        ? died
        : `${died}, ${this.#quickDeaths} times in a row. It is started again in ${pauseMs / 1_000} s${this.child.lastWords}`,
    );
    await this.pause(pauseMs);
    // It may have been restarted during the pause.
    if (this.#wanted && !this.child.alive) {
      this.start();
      this.log(`${this.name} was started again`);
    }
  }
}

/** A service in its process. Where all share one, what stops, kills or starts it does so to all of them. */
class SupervisedService {
  /**
   * @param {ServiceName} name
   * @param {SupervisedProcess} process
   * @param {string} adminUrl
   */
  constructor(name, process, adminUrl) {
    this.name = name;
    this.process = process;
    this.adminUrl = adminUrl;
  }

  get pid() {
    return this.process.child.pid;
  }

  start() {
    this.process.start();
  }

  async stop() {
    await this.process.stop();
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.process.child.kill(signal);
  }

  /** Stops it by SIGTERM and starts it again. Resolves when it is ready. */
  async restart() {
    await this.stop();
    this.start();
    await this.ready();
  }

  async isReady() {
    const ready = await answersOk(`${this.adminUrl}/health/ready`);
    // If it is not alive, another process has its port and responded.
    return ready && this.process.child.alive;
  }

  async ready(timeoutMs = 60_000) {
    await this.process.until(() => this.isReady(), timeoutMs);
  }
}

/**
 * The arguments of Node for a file and what is loaded before it. In a bundle nothing can be replaced, so that is only
 * started where nothing is to be loaded.
 * @param {string | string[]} preloads
 * @param {string} file
 * @param {string} bundle
 */
function entry(preloads, file, bundle) {
  const modules = [preloads].flat();
  return modules.length > 0 ? [...modules.flatMap((module) => ['--import', module]), file] : [bundle];
}

/**
 * Starts every service and resolves when all of them are ready.
 * @param {StackOptions} options
 */
export async function startStack(options) {
  const { dataDir, keysDir = keysFolder(options.dataDir), amqpUrl, mongoUrl, port, env, log } = options;
  const { serviceEnv = {}, preloads = {}, together = false } = options;
  const { privateKeyFile, publicKeysFile } = signingKeys(keysDir);
  const store = { MONGO_URL: mongoUrl, MASTER_KEYS_FILE: env.MASTER_KEYS_FILE || masterKeysFile(keysDir) };
  const trusted = trustedAuthorities(env);
  const front = { PORT: String(port), WEB_DIST: join(ROOT, 'web', 'dist') };
  const own = (/** @type {import('./services.mjs').Service} */ { name, database, keys }) => ({
    ...(database && store),
    ...(keys.includes('jwt-private.pem') && { JWT_PRIVATE_KEY_FILE: privateKeyFile }),
    ...(keys.includes('jwt-public.pem') && { JWT_PUBLIC_KEYS_FILE: publicKeysFile }),
    ...(keys.includes('vapid-private.pem') && { VAPID_PRIVATE_KEY_FILE: vapidKeyFile(keysDir) }),
    ...(name === 'gateway' && front),
    ...(name === 'media' && { PHOTOS_DIR: env.PHOTOS_DIR || join(dataDir, 'photos') }),
    ...serviceEnv[name],
  });
  const logs = logFolder(dataDir);
  const pidFileOf = (/** @type {string} */ name) => join(dataDir, `${name}.pid`);
  // A killed start may have left those of the other way.
  for (const name of ['services', ...SERVICE_NAMES]) await endLeftover(pidFileOf(name));
  const settings = /** @type {Record<ServiceName, NodeJS.ProcessEnv>} */ ({});
  for (const service of SERVICES)
    settings[service.name] = { ADMIN_PORT: String(await freePort()), ...own(service) };
  /** @type {(name: string, start: string[], env: NodeJS.ProcessEnv) => SupervisedProcess} */
  const supervise = (name, start, own) => {
    const child = new Child({
      name,
      command: process.execPath,
      args: [...NODE_FLAGS, ...start],
      env: { ...LARGE_MEMORY, NODE_COMPILE_CACHE: COMPILED, ...env, ...trusted, AMQP_URL: amqpUrl, ...own },
      logFile: join(logs, `${name}.log`),
      pidFile: pidFileOf(name),
      graceMs: 15_000,
    });
    return new SupervisedProcess(name, child, log);
  };
  const apart = (/** @type {ServiceName} */ name) => {
    const dist = join(ROOT, 'services', name, 'dist');
    const start = entry(preloads[name] ?? [], join(dist, 'main.js'), join(dist, 'bundle/main.js'));
    return supervise(name, start, settings[name]);
  };
  const householdStart = entry(
    Object.values(preloads),
    join(HOUSEHOLD, 'main.mjs'),
    join(HOUSEHOLD, 'dist/main.js'),
  );
  const household =
    together && supervise('services', householdStart, { SERVICE_SETTINGS: JSON.stringify(settings) });
  const services = /** @type {Record<ServiceName, SupervisedService>} */ ({});
  for (const name of SERVICE_NAMES) {
    const adminUrl = `http://127.0.0.1:${settings[name].ADMIN_PORT}`;
    services[name] = new SupervisedService(name, household || apart(name), adminUrl);
  }
  const all = Object.values(services);
  const processes = new Set(all.map((service) => service.process));
  const stop = async () => {
    // The gateway stops first, so that no request arrives while the others stop.
    await services.gateway.stop();
    await Promise.all(all.map((service) => service.stop()));
  };
  try {
    for (const supervised of processes) supervised.start();
    await Promise.all(all.map((service) => service.ready()));
    // All at once: one that was ready first may have lost the broker again while the others started.
    const areReady = async () => (await Promise.all(all.map((service) => service.isReady()))).every(Boolean);
    await waitUntil(areReady, { timeoutMs: 60_000, what: 'the journal' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, services, stop };
}
