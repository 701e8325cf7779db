import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid7 } from '@inner-weather/contracts/uuid7';

/** @typedef {{status: number, headers: import('node:http').IncomingHttpHeaders, text: string}} Answer */
/** @typedef {{email: string, city: string, token: string}} Person */

const PASSWORD = 'a long evening walk';
/** Entries of one part of an import. */
const PART = 100;
/** How often something before the measuring is tried, and milliseconds in between. */
const ATTEMPTS = 10;
const PAUSE_MS = 3_000;
/** A connection that is idle is closed after so many milliseconds: before Node's servers do it, after 5 s. */
const IDLE_MS = 3_000;
/** What a request may take: longer than any deadline inside. */
const TIMEOUT_MS = 60_000;

/** Days by which ranges begin earlier, up to about fifty years. */
const EARLIER_MAX = 18_000;
let earlier = 0;

/** Another range for each search, so that no cache of either side can answer it. */
const nextEarlier = () => (earlier = (earlier % EARLIER_MAX) + 1);

/** About 420 characters, as a few sentences of an evening are. */
const CONTENT =
  'Walked along the river until the lamps came on. The wind had gone and the water was quiet. I thought about the talk with Marta and found that I am less angry than on Monday. Work was slow, the train was late, and still the day felt light. Tea, two pages of the book, the window open. Tomorrow I want to call my brother and ask about the garden, and go to bed before eleven for once this week, really.';

/**
 * The door of either side: both speak the same few routes. Connections are kept, one for each client; `node:http`,
 * since `fetch` would take more of the processors that both sides share with it.
 */
export class Door {
  #agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });

  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  close() {
    this.#agent.destroy();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{token?: string, body?: object, headers?: Record<string, string>}} [options]
   * @returns {Promise<Answer>}
   */
  send(method, path, { token, body, headers = {} } = {}) {
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}${path}`,
        {
          method,
          agent: this.#agent,
          timeout: TIMEOUT_MS,
          headers: {
            ...(token && { 'x-auth-token': token }),
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (response) => {
          /** @type {Buffer[]} */
          const parts = [];
          response.on('data', (part) => parts.push(part)).once('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      sent.once('error', reject).once('timeout', () => sent.destroy(new Error('no answer in a minute')));
      sent.end(text);
    });
  }

  /**
   * Somebody new, in a city of their own.
   * @returns {Promise<Person>}
   */
  async signUp() {
    const id = randomUUID();
    const [email, city] = [`${id}@example.org`, `City ${id.slice(0, 8)}`];
    const names = { firstName: 'Ada', lastName: 'Lovelace', location: city };
    const body = { ...names, email, password: PASSWORD, passwordVal: PASSWORD };
    const { status, text } = await this.#patiently('/api/user/new', { body });
    // An answer that came too late is not known to have done nothing: whoever tries again finds the account there.
    const token = status === 201 ? JSON.parse(text).token : await this.#tokenOf(email);
    return { email, city, token };
  }

  /**
   * As the page sends it, with a key of its own. With `weatherData` nobody looks the weather up.
   * @param {Person} person
   * @param {{weatherData?: string}} [more]
   */
  async save({ email, city, token }, more = {}) {
    const body = { email, content: CONTENT, inputMood: 'Happy', location: city, ...more };
    const headers = { 'idempotency-key': newUuid7() };
    expected(201, await this.send('POST', '/api/journal/new', { token, body, headers }));
  }

  /**
   * The newest entries of 40 days or more: each search asks for other days than the ones before it.
   * @param {Person} person
   * @param {number} limit
   * @param {number} count how many there are to be
   */
  async search({ email, token }, limit, count) {
    const day = (/** @type {number} */ days) =>
      new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const range = {
      userReference: email,
      startDate: day(-40 - nextEarlier()),
      endDate: day(1),
      limit: String(limit),
    };
    const path = `/api/journal/search?${new URLSearchParams(range)}`;
    const { text } = expected(200, await this.send('GET', path, { token }));
    // Every entry has its text: counting that costs less than parsing all of it.
    const found = text.split('"content":').length - 1;
    if (found !== count) throw new Error(`${found} entries instead of ${count}`);
    return text;
  }

  /**
   * What is done before anything is measured: a machine that is busy may be late a few times.
   * @param {string} path
   * @param {{token?: string, body: object}} options
   */
  async #patiently(path, options) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send('POST', path, options);
      if (answer.status < 500 || attempt === ATTEMPTS) return answer;
      await sleep(PAUSE_MS);
    }
  }

  /** @param {string} email */
  async #tokenOf(email) {
    const body = { email, password: PASSWORD };
    return JSON.parse(expected(200, await this.#patiently('/api/login', { body })).text).token;
  }

  /** @param {Person} person */
  async logIn({ email }) {
    expected(200, await this.send('POST', '/api/login', { body: { email, password: PASSWORD } }));
  }

  /**
   * Entries of the last days that were written elsewhere.
   * @param {Person} person
   * @param {number} count
   */
  async import({ city, token }, count) {
    for (let from = 0; from < count; from += PART) {
      const entries = Array.from({ length: Math.min(PART, count - from) }, (_, index) => {
        const createdAt = new Date(Date.now() - (from + index + 2) * 60 * 60_000).toISOString();
        return {
          _id: randomUUID(),
          content: CONTENT,
          inputMood: 'Happy',
          location: city,
          weatherData: 'Sunny',
          createdAt,
          updatedAt: createdAt,
        };
      });
      expected(200, await this.#patiently('/api/journal/import', { token, body: { entries } }));
    }
  }
}

/**
 * @param {number} status
 * @param {Answer} answer
 */
function expected(status, answer) {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
  return answer;
}
