import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { reads, ROUTES } from '../support/requests/documented-routes.js';
import { ownerFor, send } from '../support/requests/every-route.js';
import type { Owner } from '../support/requests/route-owner.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { isSoak } from '../support/soak.js';

const api = new Api(readE2eConfig().url);
/** As many simultaneous requests as one attacker could send, and few enough for a test suite. */
const AT_ONCE = 30;
/** Enough for two that meet in one document, at routes that cost no more than the others of their kind. */
const FEW = 6;
/** What costs the most: passwords, whole ranges of entries, files, and what other services are asked for. */
const DEAR = [
  'POST /api/login',
  'POST /api/user/new',
  'GET /api/user/me/export',
  'GET /api/places',
  'GET /api/journal/search',
  'GET /api/journal/statistics',
  'POST /api/journal/search',
  'POST /api/journal/new',
  'POST /api/journal/import',
  'POST /api/insights',
];
/** Cheap reads change nothing that another request could need, except the one that prolongs a session. */
const mayMeet = (route: string): boolean =>
  !reads(route) || route === 'GET /api/session' || DEAR.includes(route);

/** Milliseconds that another user's request may take in the meantime; hashing passwords takes most of two cores. */
const NEIGHBOUR_MS = 5_000;

const neighbour = await api.signUp();

describe('many requests at once', () => {
  let eve: Owner;

  it('know the dear routes by their names', () => {
    expect(ROUTES).toEqual(expect.arrayContaining(DEAR));
  });

  it.each(ROUTES.filter((route) => isSoak || mayMeet(route)))(
    '%s answers each of them without a server error, and other routes answer in time',
    async (route) => {
      eve = await ownerFor(route, api, eve);
      const length = isSoak || DEAR.includes(route) ? AT_ONCE : FEW;
      const burst = Promise.all(Array.from({ length }, () => send(route, eve, REQUESTS[route]!(eve))));
      const before = Date.now();
      const { status } = await neighbour.search({ limit: '1' });
      expect(status).toBe(200);
      expect(Date.now() - before).toBeLessThan(NEIGHBOUR_MS);
      // 503 with Retry-After is a proper answer; any other status of 500 and above is a server error.
      for (const answer of await burst) {
        if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        else expect(answer.status).toBeLessThan(500);
      }
      await eventually(async () => expect((await api.request('GET', '/health/ready')).status).toBe(200));
    },
  );
});
