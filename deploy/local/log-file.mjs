import { appendFileSync, closeSync, existsSync, fstatSync, openSync, renameSync } from 'node:fs';
import { say } from './log.mjs';
import { reasonOf } from './folders/data-folder.mjs';

/** Bytes of a log before it is put aside, and how many of them are kept: as much as Docker Compose keeps. */
const MAX_BYTES = 10 * 1024 * 1024;
const FILES = 3;

/**
 * The log of a process: `journal.log`, then `journal.log.1` and `journal.log.2`, the oldest. A log that cannot be
 * written, such as on a full disk, is no reason to stop a journal: its lines are left out, and the user is told once.
 */
export class LogFile {
  /** @type {number | undefined} */
  #fd;
  #bytes = 0;
  #isRefused = false;

  /**
   * @param {string} path
   * @param {{maxBytes?: number, log?: import('./log.mjs').Log}} [options]
   */
  constructor(path, { maxBytes = MAX_BYTES, log = say } = {}) {
    this.path = path;
    this.maxBytes = maxBytes;
    this.log = log;
  }

  /** @param {Buffer} chunk */
  write(chunk) {
    try {
      this.#open();
      if (this.#bytes > 0 && this.#bytes + chunk.length > this.maxBytes) this.#rotate();
      appendFileSync(this.#open(), chunk);
      this.#bytes += chunk.length;
      this.#isRefused = false;
    } catch (error) {
      if (this.#isRefused) return;
      this.#isRefused = true;
      this.log(`${reasonOf(this.path, error)} Until then, nothing is logged there; the journal goes on`);
    }
  }

  close() {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open() {
    if (this.#fd === undefined) {
      this.#fd = openSync(this.path, 'a', 0o600);
      this.#bytes = fstatSync(this.#fd).size;
    }
    return this.#fd;
  }

  #rotate() {
    this.close();
    const pathOf = (/** @type {number} */ age) => (age === 0 ? this.path : `${this.path}.${age}`);
    for (let age = FILES - 1; age > 0; age--)
      if (existsSync(pathOf(age - 1))) renameSync(pathOf(age - 1), pathOf(age));
  }
}
