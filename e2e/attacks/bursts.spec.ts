import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { newOwner, type Owner, REQUESTS, ROUTES, send } from '../support/every-route.js';

const api = new Api(readE2eConfig().url);
/** As many simultaneous requests as one attacker could send, and few enough for a test suite. */
const AT_ONCE = 30;
/** Milliseconds that another user's request may take in the meantime; hashing passwords takes most of two cores. */
const NEIGHBOUR_MS = 5_000;

describe('many requests at once', () => {
  let neighbour: Owner;

  beforeAll(async () => {
    neighbour = await newOwner(api);
  });

  it.each(ROUTES)(
    '%s answers each of them without a server error, and other routes answer in time',
    async (route) => {
      const eve = await newOwner(api);
      const burst = Promise.all(
        Array.from({ length: AT_ONCE }, () => send(route, eve, REQUESTS[route]!(eve))),
      );
      const before = Date.now();
      const { status } = await neighbour.person.search({ limit: '1' });
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
