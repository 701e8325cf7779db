import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createConnection, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastWords } from './last-words.mjs';
import { PlainError } from './log.mjs';
import { LogFile } from './log-file.mjs';
import { begins, ended, signalGroup } from './running.mjs';

/**
 * @typedef {object} ChildOptions
 * @property {string} name for messages
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string | undefined>} env the whole environment of the child
 * @property {string} logFile its output is appended here
 * @property {string} pidFile for the clean-up after a killed run
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} [graceMs] from SIGTERM to SIGKILL; default: 10 s
 */

/** A child process in its own group, so that signals also reach the processes that it starts. */
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

  /** The end of its output, which may have the reason of a failure. */
  get lastLines() {
    return this.#lastLines.trimEnd().split('\n').slice(-8).join('\n');
  }

  /** Why it exited, for the user, and the path of its log. */
  get lastWords() {
    const words = lastWords(this.#lastLines);
    return `${words ? `: ${words}` : ''}\nIts log: ${this.options.logFile}`;
  }

  start() {
    const { command, args, env, logFile, pidFile, cwd, uid, gid } = this.options;
    begins(this);
    mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
    const log = new LogFile(logFile);
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
    // Not on 'exit', since output may still arrive after it.
    child.once('close', () => log.close());
    this.#process = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => {
        keep(Buffer.from(`${error.message}\n`));
        resolve(null);
      });
      child.once('exit', (code) => resolve(code));
    }).then((code) => {
      if (this.#process === child) rmSync(pidFile, { force: true });
      // Ends the processes that the child started.
      if (child.pid) signalGroup(child.pid, 'SIGKILL');
      if (!this.alive) ended(this);
      if (!child.pid) log.close();
      return /** @type {number | null} */ (code);
    });
    if (child.pid) this.#note(child.pid);
    return this;
  }

  /** On a full disk, a process that runs without its note is better than none. @param {number} pid */
  #note(pid) {
    try {
      writeFileSync(this.options.pidFile, `${pid} ${startTime(pid)}\n`);
    } catch {
      rmSync(this.options.pidFile, { force: true });
    }
  }

  /** Resolves when the process has exited. */
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
 * The log folder in a data folder. It is private, since logs contain ids and cities.
 * @param {string} dataDir
 */
export function logFolder(dataDir) {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Ends a process that a killed run left behind. The start time distinguishes it from a new process with the same id.
 * @param {string} pidFile
 */
export async function endLeftover(pidFile) {
  if (!existsSync(pidFile)) return;
  const [pid, started] = readFileSync(pidFile, 'utf8').trim().split(' ');
  rmSync(pidFile, { force: true });
  if (!pid || !started || startTime(Number(pid)) !== started) return;
  signalGroup(Number(pid), 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 10_000 && startTime(Number(pid)) === started; waitedMs += 100)
    await sleep(100);
  signalGroup(Number(pid), 'SIGKILL');
}

/**
 * The start time of a process, without spaces: in the kernel's clock ticks, or as ps tells it where there is no /proc
 * (macOS). '' if there is no such process.
 * @param {number} pid
 * @param {string} [proc]
 */
export function startTime(pid, proc = '/proc') {
  if (!existsSync(join(proc, 'self'))) {
    // ps formats the time for the time zone and locale of its caller, which may differ at the next start.
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env });
    return (stdout ?? '').trim().replaceAll(/\s+/g, '-');
  }
  try {
    // The name, in parentheses, may contain spaces; the start time is field 22 of proc(5)'s stat.
    return (
      readFileSync(join(proc, String(pid), 'stat'), 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ')[19] ?? ''
    );
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

/** Milliseconds for a health check. */
const HEALTH_TIMEOUT_MS = 2_000;

/**
 * Whether a GET request returns 200. (Over a whole start, `fetch` would cost a second of processor time.)
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
 * The range of free ports. It is below the ephemeral ports of outgoing connections (Linux: from 32768), since such a
 * connection could take a port before its server starts.
 */
const PORTS = { from: 10_000, parts: 220, each: 100 };

/** @type {Promise<number> | undefined} */
let part;
let nextPort = Math.floor(Math.random() * PORTS.each);

/**
 * Claims a part of the range until this process ends, so that two stacks that start at the same time never find the same
 * port. The claim is a server on its first port.
 */
async function ownPart() {
  for (let n = 0; n < PORTS.parts; n++) {
    const from = PORTS.from + ((process.pid + n) % PORTS.parts) * PORTS.each;
    const claim = await listenOn(from);
    if (claim) {
      claim.unref().on('connection', (socket) => socket.destroy());
      return from;
    }
  }
  throw new PlainError(`none of the ports ${PORTS.from}, ${PORTS.from + PORTS.each} and so on is free`);
}

/** Finds a free TCP port on loopback. @returns {Promise<number>} */
export async function freePort() {
  const from = await (part ??= ownPart());
  for (let tries = 1; tries < PORTS.each; tries++) {
    const port = from + 1 + (nextPort++ % (PORTS.each - 1));
    const server = await listenOn(port);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new PlainError(`none of the ports from ${from + 1} to ${from + PORTS.each - 1} is free`);
}

/** Undefined if it is taken. @param {number} port @returns {Promise<import('node:net').Server | undefined>} */
function listenOn(port) {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(undefined));
    server.listen(port, '127.0.0.1', () => answer(server));
  });
}

/**
 * Starts a part and stops it if the start fails. The promise may be awaited later or never.
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
 * Repeats the check until it is true. With a child, it gives up when the child exits, and the error quotes the log.
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
    // The last output of a process may arrive a little after its exit.
    await sleep(100);
    const words = () => child?.lastWords ?? '';
    if (!possible) throw new PlainError(`${what} ended while it was starting${words()}`);
    if (Date.now() > end)
      throw new PlainError(`${what} was not ready after ${timeoutMs / 1_000} s${words()}`);
  }
}
