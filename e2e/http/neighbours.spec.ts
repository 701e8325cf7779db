import type { Problem } from '../support/requests/api.js';
import { type LoneGateway, startLoneGateway } from '../support/stacks/lone-gateway.js';

const QUERY = 'userReference=ada@example.org&startDate=2026-01-01&endDate=2026-01-02';

const problemOf = async (answer: Response): Promise<Problem> => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  return (await answer.json()) as Problem;
};

describe('the gateway and its neighbours', () => {
  let gateway: LoneGateway;

  beforeAll(async () => {
    gateway = await startLoneGateway();
    await gateway.neighbour('auth.list-revoked-sessions', () => ({ ok: [] }));
    await gateway.ready();
  });

  afterAll(() => gateway.stop());

  const search = (headers: Record<string, string> = {}) =>
    gateway.get(`/api/journal/search?${QUERY}`, { 'x-auth-token': gateway.token(), ...headers });
  /** The gateway also calls auth by itself, now and then. */
  const lastSearch = () => gateway.calls.findLast(({ method }) => method === 'journal.search-entries');
  const me = () => gateway.get('/api/user/me', { 'x-auth-token': gateway.token() });

  it("asks in the name of the token's user, whatever else the request says", async () => {
    await gateway.neighbour('journal.create-entry', () => ({ ok: {} }));
    const entry = { email: 'ada@example.org', content: 'x', location: 'Porto', userId: 'user-2' };
    const headers = { 'x-auth-token': gateway.token(undefined, 'user-1') };
    await gateway.post('/api/journal/new', entry, headers);
    await gateway.post('/api/journal/new', entry, { ...headers, 'idempotency-key': 'mine' });
    const [first, second] = gateway.calls.filter(({ method }) => method === 'journal.create-entry');
    const asked = { email: 'ada@example.org', content: 'x', location: 'Porto' };
    const made = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(first?.request).toEqual({ userId: 'user-1', entry: asked, idempotencyKey: made });
    expect(second?.request).toEqual({ userId: 'user-1', entry: asked, idempotencyKey: 'mine' });
  });

  it('passes the request id and the trace on', async () => {
    await gateway.neighbour('journal.search-entries', () => ({ ok: [] }));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const id of ['walk-2026.11_21', 'x'.repeat(100)]) {
      const answer = await search({ 'x-request-id': id, traceparent });
      expect(answer.headers.get('x-request-id')).toBe(id);
      expect(lastSearch()?.headers).toMatchObject({ 'x-correlation-id': id, traceparent });
    }
  });

  // The status of each code: gateway's problem.spec.ts.
  it.each([
    ['not_found', 404],
    ['unavailable', 503],
  ])("answers a service's %s with %d and its words", async (code, status) => {
    const errors = [{ msg: 'Some words', field: 'some' }];
    await gateway.neighbour('auth.get-user', () => ({ error: { code, errors, retryAfter: 3.2 } }));
    const answer = await me();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe('4');
    expect(await problemOf(answer)).toMatchObject({ status, code, detail: 'Some words', errors });
  });

  it.each([
    ['a code that it does not know yet', { error: { code: 'brand_new', errors: [{ msg: 'Inner words' }] } }],
    ['an error without words', { error: { code: 'not_found', errors: undefined as never } }],
    ['no JSON where JSON was due', { bytes: 'Inner words' }],
  ])('reveals no internals when a service answers %s', async (_what, reply) => {
    await gateway.neighbour('auth.get-user', () => reply);
    const answer = await me();
    expect(answer.status).toBe(500);
    const text = await answer.clone().text();
    expect(text).not.toContain('Inner');
    expect(await problemOf(answer)).toMatchObject({ status: 500, code: 'internal' });
  });

  it('begins its own trace when the given one is not valid', async () => {
    for (const traceparent of ['00-xyz', '', 'ff'.repeat(40)]) {
      await search({ traceparent });
      expect(lastSearch()?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    }
  });

  it('serves no UI where none was built, and says so as a problem', async () => {
    const answer = await gateway.get('/', { accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect((await problemOf(answer)).code).toBe('not_found');
  });
});
