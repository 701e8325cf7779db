/** Short lines for the user, with the seconds since the start. */
const start = Date.now();

/** Milliseconds between two progress updates: on a terminal, where the line is overwritten, and in a file. */
const ON_TERMINAL_MS = 250;
const IN_FILE_MS = 5_000;

/** @typedef {(line: string) => void} Log */

/** Whether the last line will be overwritten. */
let isLineOpen = false;

/** @param {string} line */
function timed(line) {
  const seconds = ((Date.now() - start) / 1_000).toFixed(1).padStart(6);
  return `${seconds} s  ${line}`;
}

/** @type {Log} */
export function say(line) {
  process.stdout.write(`${isLineOpen ? '\r\x1b[K' : ''}${timed(line)}\n`);
  isLineOpen = false;
}

/**
 * Shows the progress of work until it is done: on one line of a terminal that is overwritten, otherwise on a new line
 * every few seconds.
 * @template T
 * @param {string} line
 * @param {() => string} state such as `3 of 9`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(line, state, work) {
  say(line);
  const terminal = process.stdout.isTTY;
  const timer = setInterval(
    () => {
      if (!terminal) return say(`${line}: ${state()}`);
      process.stdout.write(`\r\x1b[K${timed(`${line}: ${state()}`)}`);
      isLineOpen = true;
    },
    terminal ? ON_TERMINAL_MS : IN_FILE_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** An error for the user, shown without a stack trace. */
export class PlainError extends Error {}
