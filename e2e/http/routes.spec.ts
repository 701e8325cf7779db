import { readFileSync } from 'node:fs';
import { Api, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOTHING = 'There is nothing at this address.';

const PATHS = [
  '/api/user/new',
  '/api/login',
  '/api/session',
  '/api/registration',
  '/api/places',
  '/api/password-resets',
  '/api/invitations',
  '/api/invitations/x',
  '/api/logout',
  '/api/user/me',
  '/api/user/me/access-tokens',
  '/api/user/me/access-tokens/x',
  '/api/user/me/sessions',
  '/api/user/me/sessions/x',
  '/api/journal/new',
  '/api/journal/update/x',
  '/api/journal/delete/x',
  '/api/journal/search',
  '/api/journal/import',
  '/api/journal/imports',
  '/api/journal/imports/x',
  '/api/insights',
  '/api/insights/x',
  '/api/reminders',
  '/api/reminders/letter',
  '/api/reminders/subscriptions',
  '/api/reminders/subscriptions/x',
  '/api/reminders/test',
  '/api/reminders/feed',
  '/api/reminders/calendar',
];

/** By method, in small letters. */
type Operations = Record<string, object>;

// ASVS 2.1.1, 2.1.2, 2.1.3, 3.4.2, 3.7.1, 3.7.2, 6.4.2, 14.2.2, 14.3.2
describe('the API', () => {
  let ada: Person;
  let documented: Record<string, Operations>;

  beforeAll(async () => {
    ada = await api.signUp();
    documented = (await api.request<{ paths: Record<string, Operations> }>('GET', '/api/openapi.json')).body
      .paths;
  });

  it('serves the very document that is committed', async () => {
    const { status, body } = await api.request('GET', '/api/openapi.json');
    const file = new URL('../../services/gateway/openapi.json', import.meta.url);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('documents exactly the routes that exist', () => {
    const routes = Object.entries(documented).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual([
      'DELETE /api/admin/accounts/{id}/sessions',
      'DELETE /api/insights/{id}',
      'DELETE /api/invitations/{id}',
      'DELETE /api/journal/delete/{id}',
      'DELETE /api/journal/imports/{id}',
      'DELETE /api/reminders/feed',
      'DELETE /api/reminders/subscriptions/{id}',
      'DELETE /api/user/me',
      'DELETE /api/user/me/access-tokens/{id}',
      'DELETE /api/user/me/sessions',
      'DELETE /api/user/me/sessions/{id}',
      'GET /api/about',
      'GET /api/admin/accounts',
      'GET /api/admin/queues/{queue}/dead-letters',
      'GET /api/admin/state',
      'GET /api/help-lines',
      'GET /api/insights',
      'GET /api/insights/{id}',
      'GET /api/invitations',
      'GET /api/journal/days',
      'GET /api/journal/entries/{id}',
      'GET /api/journal/imports',
      'GET /api/journal/search',
      'GET /api/journal/statistics',
      'GET /api/journal/tags',
      'GET /api/oidc/pending',
      'GET /api/places',
      'GET /api/places/weather',
      'GET /api/registration',
      'GET /api/reminders',
      'GET /api/reminders/calendar',
      'GET /api/reminders/feed/{secret}',
      'GET /api/session',
      'GET /api/user/me',
      'GET /api/user/me/access-tokens',
      'GET /api/user/me/email-proof',
      'GET /api/user/me/export',
      'GET /api/user/me/identities',
      'GET /api/user/me/second-factor',
      'GET /api/user/me/sessions',
      'GET /api/user/me/storage',
      'PATCH /api/admin/installation',
      'PATCH /api/insights/{id}',
      'PATCH /api/user/me',
      'POST /api/admin/accounts/{id}/reset-links',
      'POST /api/admin/mail-tests',
      'POST /api/admin/queues/{queue}/replays',
      'POST /api/insights',
      'POST /api/invitations',
      'POST /api/journal/import',
      'POST /api/journal/new',
      'POST /api/journal/search',
      'POST /api/journal/weather/{id}',
      'POST /api/login',
      'POST /api/logout',
      'POST /api/oidc/pending/connection',
      'POST /api/oidc/pending/sign-up',
      'POST /api/oidc/{provider}',
      'POST /api/password-resets',
      'POST /api/reminders/feed',
      'POST /api/reminders/letter-mail/{secret}',
      'POST /api/reminders/subscriptions',
      'POST /api/reminders/test',
      'POST /api/user/me/access-tokens',
      'POST /api/user/me/email-proof',
      'POST /api/user/me/identities/{provider}/removal',
      'POST /api/user/me/second-factor',
      'POST /api/user/me/second-factor/confirmation',
      'POST /api/user/me/second-factor/recovery-codes',
      'POST /api/user/me/second-factor/removal',
      'POST /api/user/new',
      'PUT /api/admin/accounts/{id}/administrator',
      'PUT /api/email-proofs',
      'PUT /api/journal/update/{id}',
      'PUT /api/password-resets',
      'PUT /api/reminders',
      'PUT /api/reminders/letter',
      'PUT /api/user/me/email-proof',
    ]);
  });

  it.each([
    '/api',
    '/api/',
    '/api?x',
    '/api/nope',
    '/api/journal',
    '/api/login/',
    '/api/user/me/x',
    '/api/%6eope',
    '/api//login',
    '/api/../api/nope',
  ])('answers 404 at %s, to a browser too', async (path) => {
    for (const accept of ['*/*', 'text/html']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expectProblem(await ada.request(method, path, { headers: { accept } }), 404, 'not_found', NOTHING);
      }
    }
  });

  it.each(PATHS)('answers 404 to every method that %s does not have', async (path) => {
    const known = Object.keys(documented[path] ?? documented[path.replace(/x$/, '{id}')] ?? {});
    expect(known.length).toBeGreaterThan(0);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (known.includes(method.toLowerCase())) continue;
      expectProblem(await ada.request(method, path), 404, 'not_found', NOTHING);
    }
  });

  it.each(['/api/insights/%E0%A4%A', '/api/%', '/%zz'])(
    'answers 400 to a malformed address: %s',
    async (path) => {
      const words = 'The address of the request cannot be read.';
      expectProblem(await ada.request('GET', path), 400, 'malformed_request', words);
    },
  );

  it('lets no other site read or send', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await api.request('OPTIONS', '/api/login', { headers });
    const read = await ada.request('GET', '/api/user/me', { headers: { origin: 'https://evil.example' } });
    for (const answer of [preflight, read]) {
      expectProblem(answer, 403, 'forbidden');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('is not cached, whatever it answers', async () => {
    for (const [method, path] of [
      ['GET', '/api/user/me'],
      ['GET', '/api/session'],
      ['GET', '/api/insights'],
      ['GET', '/api/nope'],
      ['POST', '/api/login'],
      ['GET', '/api/insights/%E0%A4%A'],
    ] as const) {
      expect((await ada.request(method, path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('gives every request an id of its own', async () => {
    const ids = await Promise.all(
      PATHS.map(async (path) => (await ada.request('GET', path)).headers.get('x-request-id') ?? ''),
    );
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(PATHS.length);
  });

  it('keeps the request id that a client sends', async () => {
    for (const id of ['walk-2026.11_21', 'x'.repeat(100)]) {
      const { headers } = await ada.request('GET', '/api/user/me', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  it.each(['', 'two words', 'x'.repeat(101), '{"level":"fatal"}', 'ä', '<b>'])(
    'replaces the invalid id "%s"',
    async (id) => {
      const { headers } = await ada.request('GET', '/api/user/me', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(UUID);
    },
  );

  it('answers HEAD as GET, without the body', async () => {
    const { status, body, headers } = await ada.request('HEAD', '/api/user/me');
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('health', () => {
  it.each(['/health/live', '/health/ready'])(
    '%s answers without a token, and reveals no more than the status',
    async (path) => {
      expect(await api.request('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(Object.keys((await api.request<object>('GET', path)).body)).toEqual(['status']);
    },
  );
});
