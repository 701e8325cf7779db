import { randomUUID } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import { Api, type Person } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);

const ada = await api.signUp();

/* What a key does is told by idempotency.spec.ts of journal and insights. */

/** The two routes that take an Idempotency-Key, each with a way to send and to count. */
const ROUTES = [
  {
    path: '/api/journal/new',
    body: ({ user }: Person) => ({ email: user.email, content: 'Once', location: 'Porto' }),
    created: 201,
    idOf: (body: unknown) => (body as EntryDto)._id,
    count: async (person: Person) => (await person.search()).body.length,
  },
  {
    path: '/api/insights',
    body: () => ({ range: 'lastWeek', tz: 'Europe/Lisbon', again: true }),
    created: 202,
    idOf: (body: unknown) => (body as InsightJobDto).id,
    count: async (person: Person) =>
      (await person.request<InsightPageDto>('GET', '/api/insights')).body.items.length,
  },
];

// ASVS 2.3.4
describe.each(ROUTES)('Idempotency-Key on POST $path', ({ path, body, created, idOf, count }) => {
  const post = (key: string | undefined, what: object = body(ada)) =>
    ada.request('POST', path, { body: what, headers: key === undefined ? {} : { 'idempotency-key': key } });

  // First, since nothing may have been stored.
  it('takes a key of 200 characters, of any visible kind, and no other', async () => {
    const msg = 'Idempotency-Key must have 1 to 200 visible ASCII characters';
    for (const key of ['', 'x'.repeat(201), 'two words', 'Schlüssel'])
      expectProblem(await post(key), 400, 'validation_failed', { msg, field: 'Idempotency-Key' });
    expect(await count(ada)).toBe(0);
    const key = '~!$.:{}"'.padEnd(200, 'x');
    expect(idOf((await post(key)).body)).toBe(idOf((await post(key)).body));
  });

  it('does not use up a key on a request that was refused', async () => {
    const key = randomUUID();
    expectProblem(await post(key, { ...body(ada), tz: 5, content: '' }), 400, 'validation_failed');
    expect((await post(key)).status).toBe(created);
  });
});
