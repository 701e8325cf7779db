import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{commands: number, commits: number, published: number, confirmed: number}} Counts */

/** @type {readonly (keyof Counts)[]} */
export const COUNTED = ['commands', 'commits', 'published', 'confirmed'];

/** Milliseconds without a message after which nothing is under way: longer than the slowest answer of a provider. */
const QUIET_MS = 750;
const CHECK_MS = 150;
const PATIENCE_MS = 60_000;

/** What several processes have counted: see preloads/count.mjs. */
export class Counters {
  /**
   * @param {string} folder
   * @param {() => number[]} pids
   */
  constructor(folder, pids) {
    this.folder = folder;
    this.pids = pids;
  }

  /** @returns {Promise<Counts>} of all of them together */
  read() {
    return this.#ask('/');
  }

  /**
   * Whether commands are counted: it costs the process some of its time.
   * @param {boolean} on
   */
  async countCommands(on) {
    await this.#ask(on ? '/on' : '/off');
  }

  /** Resolves when no process has sent a message for a while: what was begun has been finished. */
  async settled() {
    const end = Date.now() + PATIENCE_MS;
    let { published } = await this.read();
    let since = Date.now();
    while (Date.now() - since < QUIET_MS) {
      if (Date.now() > end) throw new Error('Messages still went around a minute after the load');
      await sleep(CHECK_MS);
      const now = await this.read();
      if (now.published !== published) since = Date.now();
      published = now.published;
    }
  }

  /** @param {string} path */
  async #ask(path) {
    const answers = await Promise.all(this.pids().map((pid) => get(join(this.folder, `${pid}.sock`), path)));
    const sum = { commands: 0, commits: 0, published: 0, confirmed: 0 };
    for (const answer of answers) for (const name of COUNTED) sum[name] += answer[name];
    return sum;
  }
}

/**
 * @param {string} socketPath
 * @param {string} path
 * @returns {Promise<Counts>}
 */
function get(socketPath, path) {
  return new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve(JSON.parse(text)));
    })
      .once('error', reject)
      .end();
  });
}
