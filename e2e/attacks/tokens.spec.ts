import {
  ACCESS_TOKEN_SCOPES,
  type NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { needsToken, ROUTES, scopesOf } from '../support/requests/documented-routes.js';
import { everythingOf, newOwner, ownerFor, sendByAccessToken } from '../support/requests/every-route.js';
import type { Owner } from '../support/requests/route-owner.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);
const ENDED = 'Your session has ended. Please log in again.';

const person = await api.signUp();

// Contract: 6 the token is in `x-auth-token`
// ASVS 9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 11.4.3
/* Which tokens are valid is tested in services/gateway/src/sessions/token.strategy.spec.ts. */
describe('tokens', () => {
  const expectNone = async (route: string, ...all: Record<string, string>[]): Promise<void> => {
    const [method = '', path = ''] = route.split(' ');
    const address = `${path.replace(/\{\w+\}/g, '0'.repeat(24))}?token=${person.token}&x-auth-token=${person.token}`;
    for (const headers of all)
      expectProblem(await api.request(method, address, { headers }), 401, 'unauthenticated', ENDED);
  };

  it.each(ROUTES.filter(needsToken))('are required by %s, beside the cookie of a session', async (route) => {
    await expectNone(route, {}, { cookie: person.cookie });
  });

  // How they are read: gateway's token.strategy.spec.ts.
  it('are taken from the header x-auth-token only', async () => {
    await expectNone(
      'GET /api/user/me',
      { authorization: `Bearer ${person.token}` },
      { cookie: `token=${person.token}; x-auth-token=${person.token}` },
      { 'x-auth': person.token },
    );
  });

  it('are checked before anything else in a request', async () => {
    const answer = await api.request('POST', '/api/journal/new', { body: { email: 5 }, token: 'x' });
    expectProblem(answer, 401, 'unauthenticated');
  });
});

describe('an access token', () => {
  const NOT_HERE = 'A key for scripts can only be used for entries. Please log in for this.';
  let owner: Owner;
  /** Their tokens, each without one of the scopes, by that scope. */
  const tokensWithout = new Map<string, NewAccessTokenDto>();
  let before: unknown;
  let ada: Owner;

  beforeAll(async () => {
    owner = await newOwner(api);
    before = await everythingOf(owner);
    for (const missing of ACCESS_TOKEN_SCOPES) {
      const scopes = ACCESS_TOKEN_SCOPES.filter((scope) => scope !== missing);
      tokensWithout.set(missing, await owner.person.createAccessToken({ scopes }));
    }
  });

  const ask = (route: string, who: Owner, accessToken = who.accessToken.token) =>
    sendByAccessToken(route, api, accessToken, REQUESTS[route]!(who));

  it.each(ROUTES.filter((route) => !scopesOf(route)))('is refused by %s', async (route) => {
    expectProblem(await ask(route, owner), 403, 'forbidden', NOT_HERE);
  });

  it('is refused there even beside the session of its owner', async () => {
    const { person, accessToken } = owner;
    const headers = { cookie: person.cookie, authorization: `Bearer ${accessToken.token}` };
    const answer = await person.request('PATCH', '/api/user/me', { body: { lastName: 'King' }, headers });
    expectProblem(answer, 403, 'forbidden', NOT_HERE);
  });

  // Where it is read from, and in which form: gateway's access-token.guard.spec.ts.
  describe.each(ROUTES.filter((route) => scopesOf(route)))('at %s', (route) => {
    const needed = scopesOf(route) ?? [];

    it('is accepted with the scopes of the document, and answers as to its owner', async () => {
      ada = await ownerFor(route, api, ada);
      // Without headers: the key of the request belongs to an entry that the owner has written.
      const request = { ...REQUESTS[route]!(ada), headers: {} };
      const { status } = await sendByAccessToken(route, api, ada.accessToken.token, request);
      expect(status).toBeLessThan(300);
    });

    it('is refused without one of them', async () => {
      for (const missing of needed) {
        const words = `This key may not do that. It would need: ${needed.join(', ')}`;
        expectProblem(await ask(route, owner, tokensWithout.get(missing)?.token), 403, 'forbidden', words);
      }
    });
  });

  it('has changed nothing by requests that were refused', async () => {
    for (const { id } of tokensWithout.values())
      expect((await owner.person.request('DELETE', `/api/user/me/access-tokens/${id}`)).status).toBe(204);
    expect(await everythingOf(owner)).toEqual(before);
  });

  it("does not open another user's entries", async () => {
    const eve = await (await api.signUp()).createAccessToken();
    for (const route of ROUTES.filter((name) => scopesOf(name) && name.includes('{id}'))) {
      const answer = await ask(route, owner, eve.token);
      // The photos of the entry are looked for before the entry.
      const status = route === 'PUT /api/journal/update/{id}' ? 400 : 404;
      expect({ route, status: answer.status }).toEqual({ route, status });
      expect(JSON.stringify(answer.body)).not.toContain(owner.mark);
    }
    for (const route of ['POST /api/journal/new', 'GET /api/journal/search'])
      expectProblem(await ask(route, owner, eve.token), 403, 'forbidden');
  });
});
