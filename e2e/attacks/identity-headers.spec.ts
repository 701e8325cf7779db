import { randomUUID } from 'node:crypto';
import { Api } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { reads, ROUTES } from '../support/documented-routes.js';
import { everythingOf, newOwner, ownerFor, send } from '../support/every-route.js';
import { type Owner, REQUESTS } from '../support/route-requests.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);

/** Headers from which some servers take the caller's identity, address or target. */
const claims = ({ person }: Owner): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  'x-user-id': person.user.id,
  'x-user-email': person.user.email,
  'x-authenticated-user': person.user.email,
  'x-forwarded-user': person.user.email,
  'x-remote-user': person.user.email,
  'remote-user': person.user.email,
  'x-amzn-oidc-identity': person.user.id,
  'x-ms-client-principal-name': person.user.email,
  'x-correlation-id': person.user.id,
  'x-original-url': '/api/user/me',
  'x-rewrite-url': '/api/user/me',
  'x-http-method-override': 'DELETE',
  'x-method-override': 'DELETE',
  'x-forwarded-prefix': '/api',
  forwarded: `for=127.0.0.1;host=127.0.0.1;proto=https;by=${person.user.id}`,
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-proto': 'https',
  'x-real-ip': '127.0.0.1',
});

describe('headers that claim an identity', () => {
  let owner: Owner;
  let stranger: Owner;
  let before: unknown;

  beforeAll(async () => {
    owner = await newOwner(api);
    before = await everythingOf(owner);
  });

  it.each(ROUTES)('%s: they give a stranger nothing', async (route) => {
    stranger = await ownerFor(route, api, stranger);
    const request = REQUESTS[route]!(stranger);
    const answer = await send(route, stranger, {
      ...request,
      headers: { ...request.headers, ...claims(owner) },
    });
    expect(answer.status).toBeLessThan(500);
    const text = JSON.stringify(answer.body);
    for (const own of [owner.mark, owner.person.user.id, owner.entry._id, owner.insight.id]) {
      expect(text).not.toContain(own);
    }
    // What a route changes that only ought to read shows behind the next one.
    if (!reads(route)) expect(await everythingOf(owner)).toEqual(before);
  });

  it('do not replace a token', async () => {
    for (const path of ['/api/user/me', '/api/insights', '/api/user/me/sessions']) {
      expectProblem(await api.request('GET', path, { headers: claims(owner) }), 401, 'unauthenticated');
    }
  });

  it('change neither the address nor the method of a request', async () => {
    const headers = claims(owner);
    expectProblem(await owner.person.request('GET', '/api/nope', { headers }), 404, 'not_found');
    const { status } = await owner.person.request('GET', '/api/user/me', { headers });
    expect(status).toBe(200);
    expect((await owner.person.request('GET', '/api/user/me')).status).toBe(200);
  });

  it('without a trusted proxy change neither the Secure attribute of a cookie nor the address of a login', async () => {
    const mark = randomUUID();
    const { user } = owner.person;
    const answer = await api.request('POST', '/api/login', {
      body: { email: user.email, password: 'a long evening walk' },
      headers: { ...claims(owner), 'user-agent': `Mozilla/5.0 ${mark}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join('\n')).not.toMatch(/;\s*Secure/i);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});
