import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../../deploy/local/log.mjs';

/** The timeout of a request in milliseconds. */
const DEADLINE_MS = 30_000;
/** The maximum wait in seconds if the installation responds with Retry-After. */
const PATIENCE_S = 180;

/** A running installation, through its public API. */
export class Installation {
  /** @type {string | undefined} */
  #token;
  /** @type {string | undefined} */
  #key;

  /** @param {string} url without a slash at its end @param {string} [key] for scripts, in place of a session */
  constructor(url, key) {
    this.url = url;
    this.#key = key;
  }

  /**
   * Waits and tries again after too many requests.
   * @param {string} method
   * @param {string} path below /api
   * @param {object} [body] bytes are sent as a PNG, anything else as JSON
   */
  async ask(method, path, body) {
    for (let waited = 0; ;) {
      const answer = await this.#send(method, path, body);
      const text = await answer.text();
      if (answer.status !== 429) return { status: answer.status, body: text ? JSON.parse(text) : undefined };
      const seconds = Number(answer.headers.get('retry-after')) || 5;
      waited += seconds;
      if (waited > PATIENCE_S) throw new PlainError(`${this.url} asks to come back in ${seconds} s.`);
      await sleep(seconds * 1_000);
    }
  }

  /** @param {{token: string}} session */
  openSession({ token }) {
    this.#token = token;
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #send(method, path, body) {
    try {
      return await fetch(`${this.url}/api${path}`, {
        method,
        headers: {
          ...(this.#token && { 'x-auth-token': this.#token }),
          ...(this.#key && { authorization: `Bearer ${this.#key}` }),
          ...(body && { 'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json' }),
        },
        body: Buffer.isBuffer(body) ? new Uint8Array(body) : body && JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
    } catch {
      throw new PlainError(
        `No installation answers at ${this.url}. Start one with npm start, or name it: --url`,
      );
    }
  }
}

/**
 * The messages of a response for the user.
 * @param {{status: number, body?: {errors?: {msg: string}[]}}} answer
 */
export function wordsOf({ status, body }) {
  return body?.errors?.map(({ msg }) => msg).join(' ') || `It answers ${status}.`;
}
