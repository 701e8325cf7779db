import { spawn } from 'node:child_process';
import { PlainError } from './log.mjs';

/*
 * The running parts that this process has started. `stopRunning` stops all of them, even if a start ends with an error,
 * a signal or in the middle of a step.
 */

/** @typedef {{stop: () => Promise<unknown>}} Stoppable */

/** @type {Set<Stoppable>} */
const running = new Set();
let isEnding = false;

/**
 * Call this right before starting a part. Throws after `stopRunning` was called.
 * @param {Stoppable} thing
 */
export function begins(thing) {
  if (isEnding) throw new PlainError('Stopped while it was starting.');
  running.add(thing);
}

/** @param {Stoppable} thing */
export function ended(thing) {
  running.delete(thing);
}

/** Stops all running parts concurrently and refuses new ones. */
export async function stopRunning() {
  isEnding = true;
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
    // The process has already exited.
  }
}

/** Milliseconds from SIGTERM to SIGKILL, in which a package manager cleans up. */
const COMMAND_GRACE_MS = 5_000;

/** The kept length of a command's output, from its end. */
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
 * Runs a command in its own process group, which is stopped with this process. Rejects with a CommandError if it cannot
 * be started or exits with another code than 0.
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
    const exit = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    commandRun.stop = async () => {
      const end = (/** @type {NodeJS.Signals} */ signal) => child.pid && signalGroup(child.pid, signal);
      end('SIGTERM');
      const timer = setTimeout(() => end('SIGKILL'), COMMAND_GRACE_MS);
      await exit.catch(() => undefined);
      clearTimeout(timer);
    };
    const code = await exit;
    if (code !== 0) throw new Error(`${command} ended with ${code ?? 'a signal'}`);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), output);
  } finally {
    ended(commandRun);
  }
}
