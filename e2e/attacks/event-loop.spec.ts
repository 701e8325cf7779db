import { randomUUID } from 'node:crypto';
import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { freePort } from '../../deploy/local/process.mjs';
import { ROUTES } from '../support/requests/documented-routes.js';
import type { Owner } from '../support/requests/route-owner.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { type LoneGateway, startLoneGateway } from '../support/stacks/lone-gateway.js';
import {
  LARGE_BYTES,
  SMALL_BYTES,
  WORST_COOKIE,
  worstBodies,
  worstQueries,
} from '../support/requests/worst-requests.js';

/** Milliseconds for which one request may block all others, on a machine that also does other work. */
const STANDSTILL_MAX_MS = 300;
/** A busy machine can delay a process by chance; a delay that a request causes comes back in every round. */
const ROUNDS = 5;

interface WorstRequest extends RequestInit {
  name: string;
  url: string;
}

/** The fields of a person that requests need. The test signs the token itself, and no service looks the person up. */
const UNKNOWN_USER = {
  person: {
    user: { email: 'ada@example.org' },
    token: `.${Buffer.from('{"sid":"none"}').toString('base64url')}.`,
  },
  entry: { _id: 'none', content: 'x', location: 'Porto', createdAt: '2026-11-21T18:30:00Z' },
  insight: { id: 'none' },
  accessToken: { id: 'none' },
  entriesCursor: 'none',
  insightsCursor: 'none',
  subscription: { endpoint: 'https://none', keys: { p256dh: 'none', auth: 'none' } },
  deviceId: 'none',
  feedSecret: 'none',
  idempotencyKey: randomUUID(),
} as unknown as Owner;

/**
 * How long a request blocks the gateway's event loop, measured by perf_hooks in the process itself: the longest delay
 * since the last scrape of /metrics. The suite has its own gateway, so that nothing else scrapes it.
 */
describe('the event loop of the gateway', () => {
  let gateway: LoneGateway;
  let adminUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    adminUrl = `http://127.0.0.1:${port}`;
    gateway = await startLoneGateway({ ADMIN_PORT: String(port), RPC_TIMEOUT_MS: '200' });
    await gateway.neighbour('auth.list-revoked-sessions', () => ({ ok: [] }));
    // What gets through the checks is not waited for.
    for (const service of SERVICES)
      await gateway.otherwise(service, { error: { code: 'not_found', errors: [] } });
    await gateway.ready();
  }, 90_000);

  afterAll(() => gateway.stop());

  /** Milliseconds of the longest delay since the last call of this function. */
  const longestStandstill = async (): Promise<number> => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
    expect(Number(seconds)).not.toBeNaN();
    return Number(seconds) * 1_000;
  };

  const send = async (request: WorstRequest): Promise<void> => {
    const answer = await fetch(request.url, request);
    await answer.arrayBuffer();
    // Refused by its size alone, it would test nothing.
    expect([413, 500]).not.toContain(answer.status);
  };

  /** The shortest of the longest delays that these requests, sent one after the other, cause in several rounds. */
  const standstillOf = async (requests: WorstRequest[]): Promise<number> => {
    let shortest = Infinity;
    for (let round = 0; round < ROUNDS && shortest > STANDSTILL_MAX_MS; round++) {
      await longestStandstill();
      for (const request of requests) await send(request);
      shortest = Math.min(shortest, await longestStandstill());
    }
    return shortest;
  };

  /**
   * The requests that blocked all others for too long, such as `a list as email: 4500 ms`. Only if all of them together
   * caused a delay, each is measured by itself.
   */
  const tooSlow = async (requests: WorstRequest[]): Promise<string[]> => {
    if ((await standstillOf(requests)) <= STANDSTILL_MAX_MS) return [];
    const slow: string[] = [];
    for (const request of requests) {
      const milliseconds = await standstillOf([request]);
      if (milliseconds > STANDSTILL_MAX_MS) slow.push(`${request.name}: ${Math.round(milliseconds)} ms`);
    }
    return slow;
  };

  const addressOf = (route: string): [string, string] => {
    const [method = '', path = ''] = route.split(' ');
    return [method, `${gateway.url}${path.replace(/\{\w+\}/g, 'none')}`];
  };

  it.each(ROUTES.filter((route) => REQUESTS[route]!(UNKNOWN_USER).body))(
    'is not blocked by any body of %s',
    async (route) => {
      const [method, url] = addressOf(route);
      const headers = { 'content-type': 'application/json', 'x-auth-token': gateway.token() };
      const whole = { url, method, headers };
      const { status } = await fetch(url, { ...whole, body: ' '.repeat(LARGE_BYTES) });
      const size = status === 413 ? SMALL_BYTES : LARGE_BYTES;
      const requests = worstBodies(route, REQUESTS[route]!(UNKNOWN_USER), size).map(
        ({ name, text: body }) => ({ ...whole, name, body }),
      );
      expect(await tooSlow(requests)).toEqual([]);
    },
    120_000,
  );

  it('is not blocked by any query string or cookie', async () => {
    const headers = { 'x-auth-token': gateway.token() };
    const requests = ROUTES.flatMap((route) => {
      const [method, url] = addressOf(route);
      const withCookies = { name: route, url, method, headers: { ...headers, cookie: WORST_COOKIE } };
      const withQuery = (search: string) => ({ name: route, url: `${url}?${search}`, method, headers });
      return [withCookies, ...worstQueries(route).map(withQuery)];
    });
    expect(await tooSlow(requests)).toEqual([]);
  });
});
