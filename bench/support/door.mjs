import { randomUUID } from 'node:crypto';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';

/**
 * @typedef {{email: string, city: string, token: string}} Person
 * @typedef {{method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, headers: Record<string, string>, body?: string,
 *   status: number, entries?: number}} Call a request, with the status and the number of entries that its answer must have
 */

const PASSWORD = 'a long evening walk';
/** Entries of one part of an import. */
const PART = 100;
const TIMEOUT_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Days by which a search may begin earlier, about forty years. */
const EARLIER_MAX = 15_000;

/** About 420 characters, as a few sentences of an evening are. */
const CONTENT =
  'Walked along the river until the lamps came on. The wind had gone and the water was quiet. I thought about the talk with Marta and found that I am less angry than on Monday. Work was slow, the train was late, and still the day felt light. Tea, two pages of the book, the window open. Tomorrow I want to call my brother and ask about the garden, and go to bed before eleven for once this week, really.';

let searches = 0;

/** The API of either side: both have the same few routes. */
export class Door {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /**
   * As the page sends it, with a new key. An entry with `weatherData` needs no look-up.
   * @param {Person} person
   * @param {{weatherData?: string, measures?: Record<string, number>}} [more]
   */
  save({ email, city, token }, more = {}) {
    const body = { email, content: CONTENT, inputMood: 'Happy', location: city, ...more };
    const call = callOf('POST', '/api/journal/new', 201, { token, body });
    return { ...call, headers: { ...call.headers, 'idempotency-key': newUuid7() } };
  }

  /**
   * The newest entries of 40 days or more. No two searches of a run ask for the same days, so no cache can answer one.
   * @param {Person} person
   * @param {number} limit
   * @param {number} entries in the answer
   */
  search({ email, token }, limit, entries) {
    const day = (/** @type {number} */ days) =>
      new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const query = new URLSearchParams({
      userReference: email,
      startDate: day(-40 - (searches % EARLIER_MAX)),
      endDate: day(1 + Math.floor(searches / EARLIER_MAX)),
      limit: String(limit),
    });
    searches += 1;
    return { ...callOf('GET', `/api/journal/search?${query}`, 200, { token }), entries };
  }

  /** @param {Person} person */
  logIn({ email }) {
    return callOf('POST', '/api/login', 200, { body: { email, password: PASSWORD } });
  }

  /** Sends one request outside of any measured time. Answers the body. @param {Call} call */
  async send(call) {
    const { method, path, headers, body = null } = call;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${this.url}${path}`, { method, headers, body, signal });
    const text = await answer.text();
    const problem = problemOf(call, answer.status, text);
    if (problem) throw new Error(problem);
    return text;
  }

  /**
   * Signs people up, one after the other since hashing takes every processor, and imports entries of their last days.
   * @param {number} count
   * @param {number} entries of each
   */
  async people(count, entries) {
    /** @type {Person[]} */
    const people = [];
    while (people.length < count) {
      const id = randomUUID();
      const [email, city] = [`${id}@example.org`, `City ${id.slice(0, 8)}`];
      const names = { firstName: 'Ada', lastName: 'Lovelace', location: city };
      const body = { ...names, email, password: PASSWORD, passwordVal: PASSWORD };
      const { token } = JSON.parse(await this.send(callOf('POST', '/api/user/new', 201, { body })));
      for (let from = 0; from < entries; from += PART) {
        const part = Array.from({ length: Math.min(PART, entries - from) }, (_, index) => {
          const createdAt = new Date(Date.now() - (from + index + 2) * 60 * 60_000).toISOString();
          const fields = { content: CONTENT, inputMood: 'Happy', location: city, weatherData: 'Sunny' };
          return { _id: randomUUID(), ...fields, createdAt, updatedAt: createdAt };
        });
        await this.send(callOf('POST', '/api/journal/import', 200, { token, body: { entries: part } }));
      }
      people.push({ email, city, token });
    }
    return people;
  }
}

/**
 * @param {Call['method']} method
 * @param {string} path
 * @param {number} status
 * @param {{token?: string, body?: object}} options
 * @returns {Call}
 */
export function callOf(method, path, status, { token, body }) {
  const headers = {
    ...(token && { 'x-auth-token': token }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return { method, path, headers, status, ...(body && { body: JSON.stringify(body) }) };
}

/**
 * Says what is wrong with an answer; '' if nothing is.
 * @param {Call} call
 * @param {number} status
 * @param {string} text
 */
export function problemOf(call, status, text) {
  if (status !== call.status) return `${status} instead of ${call.status}: ${text.slice(0, 200)}`;
  // Every entry has its text. Counting it costs less than parsing the answer.
  const entries = text.split('"content":').length - 1;
  if (call.entries === undefined || entries === call.entries) return '';
  return `${entries} entries instead of ${call.entries}`;
}
