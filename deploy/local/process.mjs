import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} ChildOptions
 * @property {string} name what people call it
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string | undefined>} env the whole environment of the child
 * @property {string} logFile where its output goes, appended
 * @property {string} pidFile remembers it for a later clean-up
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} [graceMs] from SIGTERM to SIGKILL; 10 s unless given
 */

/** A process of ours, in a group of its own, so that a signal reaches whatever it starts itself. */
export class Child {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  /** @type {Promise<number | null> | undefined} */
  #exited;
  #lastLines = '';

  /** @param {ChildOptions} options */
  constructor(options) {
    this.options = options;
  }

  get pid() {
    return this.#process?.pid;
  }

  get alive() {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  /** The end of what it printed, for a person who wants to know why it died. */
  get lastLines() {
    return this.#lastLines.trimEnd().split('\n').slice(-8).join('\n');
  }

  start() {
    const { command, args, env, logFile, pidFile, cwd, uid, gid } = this.options;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile, { flags: 'a' });
    this.#lastLines = '';
    const child = spawn(command, args, {
      cwd,
      env,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (/** @type {Buffer} */ chunk) => {
      log.write(chunk);
      this.#lastLines = (this.#lastLines + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.#process = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        keep(Buffer.from(`${error.message}\n`));
        resolve(null);
      });
      child.once('exit', (code) => resolve(code));
    }).then((code) => {
      if (this.#process === child) rmSync(pidFile, { force: true });
      log.end();
      return /** @type {number | null} */ (code);
    });
    if (child.pid) writeFileSync(pidFile, `${child.pid} ${startTime(child.pid)}\n`);
    return this;
  }

  /** Resolves when it has ended. */
  exited() {
    return this.#exited ?? Promise.resolve(null);
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    if (this.alive && this.pid) signalGroup(this.pid, signal);
  }

  /** SIGTERM, time to finish, SIGKILL for the whole group. */
  async stop() {
    if (!this.alive) return;
    this.kill('SIGTERM');
    const timer = setTimeout(() => this.kill('SIGKILL'), this.options.graceMs ?? 10_000);
    await this.exited();
    clearTimeout(timer);
    if (this.pid) signalGroup(this.pid, 'SIGKILL');
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Ends what an earlier run left behind after it was killed itself. The start time tells our process from a stranger
 * that has its number now.
 * @param {string} pidFile
 */
export async function endLeftover(pidFile) {
  if (!existsSync(pidFile)) return false;
  const [pid, started] = readFileSync(pidFile, 'utf8').trim().split(' ');
  rmSync(pidFile, { force: true });
  if (!pid || !started || startTime(Number(pid)) !== started) return false;
  signalGroup(Number(pid), 'SIGTERM');
  for (let waited = 0; waited < 10_000 && startTime(Number(pid)) === started; waited += 100) await sleep(100);
  signalGroup(Number(pid), 'SIGKILL');
  return true;
}

/**
 * When a process started, in the kernel's clock ticks; '' when there is none (or no /proc).
 * @param {number} pid
 */
export function startTime(pid) {
  try {
    // The name, in parentheses, may hold spaces; the start time is field 22 of proc(5)'s stat.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** A TCP port on loopback that nobody uses now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Asks until the answer is true.
 * @param {() => Promise<boolean>} check
 * @param {{timeoutMs: number, what: string, stillPossible?: () => boolean}} options
 */
export async function waitUntil(check, { timeoutMs, what, stillPossible = () => true }) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await check().catch(() => false)) return;
    if (!stillPossible()) throw new Error(`${what} ended while it was starting`);
    if (Date.now() > end) throw new Error(`${what} was not ready after ${timeoutMs / 1_000} s`);
    await sleep(100);
  }
}
