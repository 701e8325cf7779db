import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createConnection, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastWords } from './last-words.mjs';
import { PlainError } from './log.mjs';
import { begins, ended, signalGroup } from './running.mjs';

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

/** A child process in a group of its own, so that a signal also reaches the processes that it starts. */
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
    const { pid, exitCode, signalCode } = this.#process ?? {};
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** The end of its output, which may say why it died. */
  get lastLines() {
    return this.#lastLines.trimEnd().split('\n').slice(-8).join('\n');
  }

  /** Why it ended, for a person, and where its log is. */
  get lastWords() {
    const words = lastWords(this.#lastLines);
    return `${words ? `: ${words}` : ''}\nIts log: ${this.options.logFile}`;
  }

  start() {
    const { command, args, env, logFile, pidFile, cwd, uid, gid } = this.options;
    begins(this);
    mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
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
    // Not at its exit: what it had written may still be on its way.
    child.once('close', () => log.end());
    this.#process = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        keep(Buffer.from(`${error.message}\n`));
        resolve(null);
      });
      child.once('exit', (code) => resolve(code));
    }).then((code) => {
      if (this.#process === child) rmSync(pidFile, { force: true });
      // Ends the processes that it had started.
      if (child.pid) signalGroup(child.pid, 'SIGKILL');
      if (!this.alive) ended(this);
      if (!child.pid) log.end();
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
  }
}

/**
 * The folder of the logs below a data folder, which nobody but its owner may look into: ids and cities are in there.
 * @param {string} dataDir
 */
export function logFolder(dataDir) {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Ends a process that an earlier run left behind when it was killed. By the start time it is told apart from another
 * process that has the same number now.
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

/**
 * Whether a server listens on this port of the loopback interface.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function accepts(port) {
  return new Promise((answer) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}

/** Milliseconds in which a process has to say how it is. */
const HEALTH_TIMEOUT_MS = 2_000;

/**
 * Whether it answers a GET with 200. (`fetch` would take a second of processor time for what a start asks until it is ready.)
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export function answersOk(url) {
  return new Promise((answer) => {
    const request = get(url, { agent: false, timeout: HEALTH_TIMEOUT_MS }, (response) => {
      response.resume();
      answer(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('close', () => answer(false));
    request.once('error', () => answer(false));
  });
}

/**
 * Where free ports are looked for: below those that systems give to outgoing connections (Linux from 32768), since such
 * a connection may take a port before the server that was to have it has started. Each process looks in a part of its
 * own, by its number: two stacks that start side by side would else find the same port.
 */
const PORTS = { from: 10_000, parts: 100, each: 100 };
const partFrom = PORTS.from + (process.pid % PORTS.parts) * PORTS.each;
let looked = Math.floor(Math.random() * PORTS.each);

/**
 * A TCP port on loopback that nobody uses now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < PORTS.each; tries++) {
    const port = partFrom + (looked++ % PORTS.each);
    if (await isFree(port)) return port;
  }
  throw new PlainError(`none of the ports from ${partFrom} to ${partFrom + PORTS.each - 1} is free`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });
}

/**
 * Starts something, and stops it when the start fails. The promise may be awaited later, or never.
 * @param {() => Promise<void>} start
 * @param {() => Promise<unknown>} stop
 */
export function readyOrStopped(start, stop) {
  const ready = start().catch(async (error) => {
    await stop();
    throw error;
  });
  ready.catch(() => undefined);
  return ready;
}

/**
 * Repeats the check until it is true. With a child, it gives up when the child ends, and the error quotes its log.
 * @param {() => Promise<boolean>} check
 * @param {{timeoutMs: number, what: string, child?: Child, stillPossible?: () => boolean}} options
 */
export async function waitUntil(
  check,
  { timeoutMs, what, child, stillPossible = () => child?.alive ?? true },
) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await check().catch(() => false)) return;
    const possible = stillPossible();
    // The last output of a process may arrive a little after its end.
    await sleep(100);
    const words = () => child?.lastWords ?? '';
    if (!possible) throw new PlainError(`${what} ended while it was starting${words()}`);
    if (Date.now() > end)
      throw new PlainError(`${what} was not ready after ${timeoutMs / 1_000} s${words()}`);
  }
}
