import autocannon from 'autocannon';
import { problemOf } from './door.mjs';

/** @typedef {import('./door.mjs').Call} Call */
/** @typedef {import('./door.mjs').Person} Person */
/** @typedef {{sent: number, perSecond: number, p97Ms: number, failed: number, firstFailure: string}} LoadResult requests; those that were
 * cut off at the end are sent, but not answered and not in `perSecond`; 97.5 % were answered within `p97Ms` */

/** Milliseconds between two samples: autocannon ends at one, and its default is a second. */
const SAMPLE_MS = 100;
/** Seconds that an answer may take: longer than any deadline of either side. */
const TIMEOUT_S = 60;
/** Failed connections after which a run ends: a side that is gone would be asked without end. */
const BAILOUT = 50;

/**
 * Clients that each send their next request when the last one is answered, for some seconds or until `amount` requests
 * of all clients are answered. A client is one person, and sends that person's calls over and over.
 * @param {string} url
 * @param {{people: Person[], callsOf: (person: Person) => (() => Call)[], clients?: number, seconds?: number,
 *   amount?: number, perSecond?: number}} load `perSecond`: requests of all clients at most
 * @returns {Promise<LoadResult>}
 */
export async function runLoad(url, { people, callsOf, clients = people.length, seconds, amount, perSecond }) {
  let failed = 0;
  let firstFailure = '';
  const fail = (/** @type {string} */ reason) => {
    failed += 1;
    firstFailure ||= reason;
  };
  let client = 0;
  const { requests, duration, errors, latency } = await autocannon({
    url,
    connections: clients,
    timeout: TIMEOUT_S,
    sampleInt: SAMPLE_MS,
    bailout: BAILOUT,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient: (connection) => {
      const person = people[client % people.length];
      client += 1;
      if (person) connection.setRequests(callsOf(person).map((next) => requestOf(next, fail)));
    },
  });
  if (errors > 0) firstFailure ||= 'connections failed or timed out';
  return {
    sent: requests.sent,
    perSecond: requests.total / duration,
    p97Ms: latency.p97_5,
    failed: failed + errors,
    firstFailure,
  };
}

/**
 * @param {() => Call} next
 * @param {(reason: string) => void} fail
 * @returns {import('autocannon').Request}
 */
function requestOf(next, fail) {
  /** @type {Call} */
  let call;
  return {
    setupRequest: (request) => {
      call = next();
      const { method, path, headers, body } = call;
      return { ...request, method, path, headers, ...(body !== undefined && { body }) };
    },
    onResponse: (status, body) => {
      const problem = problemOf(call, status, body);
      if (problem) fail(problem);
    },
  };
}
