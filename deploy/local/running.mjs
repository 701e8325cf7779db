import { spawn } from 'node:child_process';
import { PlainError } from './log.mjs';

/*
 * What this process has started and has not stopped yet. However a start ends, by an error, a signal or half-way
 * through a step, `stopRunning` leaves none of it behind.
 */

/** @typedef {{stop: () => Promise<unknown>}} Stoppable */

/** @type {Set<Stoppable>} */
const running = new Set();
let ending = false;

/**
 * To be called right before something is started. Throws once `stopRunning` has begun.
 * @param {Stoppable} thing
 */
export function begins(thing) {
  if (ending) throw new PlainError('Stopped while it was starting.');
  running.add(thing);
}

/** @param {Stoppable} thing */
export function ended(thing) {
  running.delete(thing);
}

/** Stops everything that is running, at the same time. Whatever is about to start is refused from now on. */
export async function stopRunning() {
  ending = true;
  await Promise.allSettled([...running].map((thing) => thing.stop()));
}

/**
 * @param {number} pid of the process that leads the group
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Milliseconds from SIGTERM to SIGKILL, in which a package manager cleans up. */
const COMMAND_GRACE_MS = 5_000;

/** How much of the end of a command's output is kept. */
const KEPT_CHARACTERS = 64 * 1024;

/** A command that failed. `output` is the end of what it printed. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a command to its end, in a group of its own that does not outlive this process's orderly end. Rejects with a
 * CommandError where it cannot be started or does not end with 0.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void}} [options]
 */
export async function runCommand(command, args, { cwd, env, onOutput } = {}) {
  const commandRun = { stop: () => Promise.resolve() };
  begins(commandRun);
  let output = '';
  try {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS);
      onOutput?.(chunk.toString());
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const done = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    commandRun.stop = async () => {
      const end = (/** @type {NodeJS.Signals} */ signal) => child.pid && signalGroup(child.pid, signal);
      end('SIGTERM');
      const timer = setTimeout(() => end('SIGKILL'), COMMAND_GRACE_MS);
      await done.catch(() => undefined);
      clearTimeout(timer);
    };
    const code = await done;
    if (code !== 0) throw new Error(`${command} ended with ${code ?? 'a signal'}`);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), output);
  } finally {
    ended(commandRun);
  }
}
