/** Short lines for a person, with the seconds since the start. */
const start = Date.now();

/** @typedef {(line: string) => void} Log */

/** @type {Log} */
export function say(line) {
  const seconds = ((Date.now() - start) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

/** What a person has to know or do: shown as it is, without a stack. */
export class PlainError extends Error {}
