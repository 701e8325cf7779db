import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { masterKeysFile, signingKeys } from './keys.mjs';
import { PlainError } from './log.mjs';
import { Child, endLeftover, freePort, waitUntil } from './process.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

const SERVICES = /** @type {const} */ (['auth', 'journal', 'weather', 'insights', 'gateway']);

/** @typedef {(typeof SERVICES)[number]} ServiceName */

/** Deaths within this time of each other count together; after so many a service is left dead. */
const QUICK_DEATH_MS = 20_000;
const MAX_QUICK_DEATHS = 6;

/**
 * @typedef {object} StackOptions
 * @property {string} dataDir
 * @property {string} amqpUrl
 * @property {string} mongoUrl
 * @property {number} port of the gateway
 * @property {NodeJS.ProcessEnv} env for every service
 * @property {Partial<Record<ServiceName, NodeJS.ProcessEnv>>} [serviceEnv] for one service, on top
 * @property {import('./log.mjs').Log} log
 */

/** One service as a process that is started again when it dies. */
class SupervisedService {
  #wanted = false;
  #quickDeaths = 0;

  /**
   * @param {ServiceName} name
   * @param {Child} child
   * @param {string} adminUrl
   * @param {import('./log.mjs').Log} log
   */
  constructor(name, child, adminUrl, log) {
    this.name = name;
    this.child = child;
    this.adminUrl = adminUrl;
    this.log = log;
    /** Whether a death is followed by a start. */
    this.restarts = true;
  }

  get pid() {
    return this.child.pid;
  }

  start() {
    this.#wanted = true;
    const startedAt = Date.now();
    this.child.start();
    void this.child.exited().then((code) => this.#onExit(code, startedAt));
  }

  async stop() {
    this.#wanted = false;
    await this.child.stop();
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.child.kill(signal);
  }

  /** Stops in order and starts again; resolves when it is ready. */
  async restart() {
    await this.stop();
    this.start();
    await this.ready();
  }

  async isReady() {
    const answer = await fetch(`${this.adminUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok;
  }

  async ready(timeoutMs = 60_000) {
    await waitUntil(() => this.isReady(), { timeoutMs, what: this.name, stillPossible: () => this.#wanted });
  }

  /**
   * @param {number | null} code
   * @param {number} startedAt
   */
  async #onExit(code, startedAt) {
    if (!this.#wanted || !this.restarts) return;
    const quick = Date.now() - startedAt < QUICK_DEATH_MS;
    this.#quickDeaths = quick ? this.#quickDeaths + 1 : 1;
    this.log(`${this.name} died (${code ?? 'by a signal'})`);
    if (this.#quickDeaths >= MAX_QUICK_DEATHS) {
      this.#wanted = false;
      this.log(
        `${this.name} died ${this.#quickDeaths} times in a row and stays down. Its last words:\n${this.child.lastLines}`,
      );
      return;
    }
    await sleep(Math.min(5_000, 100 * 2 ** this.#quickDeaths));
    if (this.#wanted) {
      this.start();
      this.log(`${this.name} was started again`);
    }
  }
}

/**
 * Starts the five services and resolves when all of them are ready.
 * @param {StackOptions} options
 */
export async function startStack({ dataDir, amqpUrl, mongoUrl, port, env, serviceEnv = {}, log }) {
  const { privateKeyFile, publicKeysFile } = signingKeys(dataDir);
  const store = { MONGO_URL: mongoUrl, MASTER_KEYS_FILE: env.MASTER_KEYS_FILE || masterKeysFile(dataDir) };
  /** @type {Partial<Record<ServiceName, NodeJS.ProcessEnv>>} */
  const own = {
    auth: { ...store, JWT_PRIVATE_KEY_FILE: privateKeyFile },
    journal: store,
    insights: store,
    gateway: {
      PORT: String(port),
      JWT_PUBLIC_KEYS_FILE: publicKeysFile,
      WEB_DIST: join(ROOT, 'web', 'dist'),
    },
  };
  const services = /** @type {Record<ServiceName, SupervisedService>} */ ({});
  for (const name of SERVICES) {
    const pidFile = join(dataDir, `${name}.pid`);
    await endLeftover(pidFile);
    const adminPort = await freePort();
    const child = new Child({
      name,
      command: process.execPath,
      args: ['--enable-source-maps', join(ROOT, 'services', name, 'dist', 'main.js')],
      env: { ...env, AMQP_URL: amqpUrl, ADMIN_PORT: String(adminPort), ...own[name], ...serviceEnv[name] },
      logFile: join(dataDir, 'logs', `${name}.log`),
      pidFile,
      graceMs: 15_000,
    });
    services[name] = new SupervisedService(name, child, `http://127.0.0.1:${adminPort}`, log);
  }
  const all = Object.values(services);
  const stop = async () => {
    // The door first, so that nobody is let in while the house empties.
    await services.gateway.stop();
    await Promise.all(all.map((service) => service.stop()));
  };
  try {
    for (const service of all) service.start();
    await Promise.all(all.map((service) => service.ready()));
  } catch (error) {
    const words = all
      .filter(({ child }) => !child.alive)
      .map(({ name, child }) => `${name}:\n${child.lastLines}`);
    await stop();
    throw new PlainError([error instanceof Error ? error.message : String(error), ...words].join('\n'));
  }
  return { url: `http://127.0.0.1:${port}`, services, stop };
}
