import { createPublicKey } from 'node:crypto';
import {
  ACCESS_TOKEN_SCOPES,
  type NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { Api, claimsOf, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import {
  everythingOf,
  newOwner,
  type Owner,
  ownerFor,
  REQUESTS,
  ROUTES,
  scopesOf,
  sendByAccessToken,
} from '../support/every-route.js';
import { expectProblem } from '../support/problem.js';
import { Forger } from '../support/tokens.js';

const { url, logs } = readE2eConfig();
const api = new Api(url);
const forger = new Forger(logs);
const ENDED = 'Your session has ended. Please log in again.';
const NO_ID = '0'.repeat(24);

/** Every route that requires a token. */
const GUARDED = [
  ['GET', '/api/user/me'],
  ['PATCH', '/api/user/me'],
  ['DELETE', '/api/user/me'],
  ['GET', '/api/user/me/sessions'],
  ['DELETE', '/api/user/me/sessions'],
  ['DELETE', `/api/user/me/sessions/${NO_ID}`],
  ['GET', '/api/user/me/access-tokens'],
  ['POST', '/api/user/me/access-tokens'],
  ['DELETE', `/api/user/me/access-tokens/${NO_ID}`],
  ['GET', '/api/invitations'],
  ['POST', '/api/invitations'],
  ['DELETE', `/api/invitations/${NO_ID}`],
  ['POST', '/api/journal/new'],
  ['PUT', `/api/journal/update/${NO_ID}`],
  ['DELETE', `/api/journal/delete/${NO_ID}`],
  ['GET', '/api/journal/search'],
  ['POST', '/api/insights'],
  ['GET', '/api/insights'],
  ['GET', `/api/insights/${NO_ID}`],
  ['GET', '/api/reminders'],
  ['PUT', '/api/reminders'],
  ['POST', '/api/reminders/subscriptions'],
  ['DELETE', `/api/reminders/subscriptions/${'0'.repeat(43)}`],
  ['POST', '/api/reminders/test'],
  ['POST', '/api/reminders/feed'],
  ['DELETE', '/api/reminders/feed'],
  ['GET', '/api/admin/state'],
  ['GET', '/api/admin/accounts'],
  ['PATCH', '/api/admin/installation'],
] as const;

const b64 = (text: string): string => Buffer.from(text).toString('base64url');

describe('tokens', () => {
  let ada: Person;
  let claims: ReturnType<typeof claimsOf>;

  beforeAll(async () => {
    ada = await api.signUp();
    claims = claimsOf(ada.token);
  });

  const me = (token: string) => api.request('GET', '/api/user/me', { token });
  const refuse = async (token: string) => expectProblem(await me(token), 401, 'unauthenticated', ENDED);

  it('are accepted when our key signed them: a forged token without a change is valid', async () => {
    expect((await me(forger.rs256(claims))).status).toBe(200);
  });

  describe.each(GUARDED)('%s %s', (method, path) => {
    const ask = (headers: Record<string, string>) => api.request(method, path, { headers });

    it('requires a token', async () => {
      expectProblem(await ask({}), 401, 'unauthenticated', ENDED);
    });

    it('accepts a token from no other header and from no cookie', async () => {
      const elsewhere: Record<string, string>[] = [
        { authorization: `Bearer ${ada.token}` },
        { cookie: `token=${ada.token}` },
        { cookie: ada.cookie },
        { cookie: `x-auth-token=${ada.token}` },
        { 'x-auth': ada.token },
      ];
      for (const headers of elsewhere) expectProblem(await ask(headers), 401, 'unauthenticated', ENDED);
    });

    it('accepts no unsigned token', async () => {
      const headers = { 'x-auth-token': forger.unsigned(claims, 'none') };
      expectProblem(await ask(headers), 401, 'unauthenticated', ENDED);
    });
  });

  it('are signed by a key that is as strong as 128 bits', () => {
    expect(forger.privateKey.asymmetricKeyDetails?.modulusLength).toBeGreaterThanOrEqual(3_072);
  });

  it('are not taken from the address', async () => {
    const answer = await api.request('GET', `/api/user/me?token=${ada.token}&x-auth-token=${ada.token}`);
    expectProblem(answer, 401, 'unauthenticated');
  });

  it('are checked before anything else in a request', async () => {
    const answer = await api.request('POST', '/api/journal/new', { body: { email: 5 }, token: 'x' });
    expectProblem(answer, 401, 'unauthenticated');
  });

  it('expire', async () => {
    const now = Math.floor(Date.now() / 1_000);
    await refuse(forger.rs256({ ...claims, iat: now - 100, exp: now - 1 }));
    expect((await me(forger.rs256({ ...claims, iat: now - 100, exp: now + 60 }))).status).toBe(200);
  });

  it('are refused when they were issued in the future', async () => {
    const later = Math.floor(Date.now() / 1_000) + 600;
    await refuse(forger.rs256({ ...claims, nbf: later }));
  });

  it.each(['none', 'None', 'NONE', 'nOnE', '', 'RS256', 'HS256'])(
    'without a signature, alg %j, are refused',
    async (alg) => {
      await refuse(forger.unsigned(claims, alg));
    },
  );

  it('signed with HS256 and our public key are refused, however the key is written', async () => {
    await refuse(forger.hs256(claims));
    await refuse(forger.hs256(claims, forger.publicPem.trim()));
    const der = createPublicKey(forger.publicPem).export({ type: 'spki', format: 'der' });
    await refuse(forger.hs256(claims, der.toString('binary')));
  });

  it("signed with a stranger's key are refused, under our key's name, their own, or none", async () => {
    const key = Forger.strangersKey();
    await refuse(forger.rs256(claims, {}, key));
    await refuse(forger.rs256(claims, { kid: keyId(createPublicKey(key)) }, key));
    await refuse(forger.rs256(claims, { kid: undefined }, key));
  });

  it('do not bring their own key along', async () => {
    const key = Forger.strangersKey();
    const jwk = createPublicKey(key).export({ format: 'jwk' });
    await refuse(forger.rs256(claims, { jwk, kid: keyId(createPublicKey(key)) }, key));
    await refuse(forger.rs256(claims, { jku: `${url}/favicon.svg`, x5u: `${url}/favicon.svg` }, key));
  });

  it.each([undefined, '', 'unknown', '../../../../dev/null', '__proto__', null, 5, {}, ['x']])(
    'signed with our key under the name %j are refused',
    async (kid) => {
      await refuse(forger.rs256(claims, { kid }));
    },
  );

  it('are refused when contents, signature or header were changed', async () => {
    const eve = await api.signUp();
    const [header = '', payload = '', signature = ''] = ada.token.split('.');
    const other = b64(JSON.stringify({ ...claims, user: eve.user }));
    await refuse(`${header}.${other}.${signature}`);
    await refuse(`${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`);
    await refuse(`${header}.${payload}.${signature.slice(0, 20)}`);
    await refuse(`${header}.${payload}.${eve.token.split('.')[2]}`);
    await refuse(`${b64('{"alg":"RS512","typ":"JWT"}')}.${payload}.${signature}`);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['dots', '..'],
    ['three words', 'a.b.c'],
    ['no JSON in the header', `${b64('{"alg"')}.${b64('{}')}.x`],
    ['no JSON in the contents', `${b64('{"alg":"RS256","typ":"JWT"}')}.${b64('no')}.x`],
    ['null for a header', `${b64('null')}.${b64('{}')}.x`],
    ['a text for a header', `${b64('"x"')}.${b64('{}')}.x`],
    ['very much', 'x'.repeat(8_000)],
    ['very many dots', '.'.repeat(8_000)],
  ])('are refused when they are malformed: %s', async (_what, token) => {
    await refuse(token);
  });

  it.each([
    ['without contents', () => ({})],
    ['without a session', () => ({ ...claims, sid: undefined })],
    ['without a user', () => ({ ...claims, user: undefined })],
    ['with a user without an id', () => ({ ...claims, user: { name: 'Ada' } })],
  ])('that our key signed %s are refused', async (_what, contents) => {
    await refuse(forger.rs256(contents()));
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
    // It counts even beside the session of its owner.
    const { path: ids = {}, body, headers } = REQUESTS[route]!(owner);
    const [method = '', path = ''] = route.split(' ');
    const beside = await owner.person.request(
      method,
      path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
      {
        body,
        headers: {
          ...headers,
          cookie: owner.person.cookie,
          authorization: `Bearer ${owner.accessToken.token}`,
        },
      },
    );
    expectProblem(beside, 403, 'forbidden', NOT_HERE);
  });

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

    it('is refused if it is wrong', async () => {
      const { token } = owner.accessToken;
      for (const wrong of [
        `iw_${'A'.repeat(43)}`,
        `${token}A`,
        token.slice(0, -1),
        'iw_',
        owner.accessToken.id,
      ])
        expectProblem(await ask(route, owner, wrong), 401, 'unauthenticated');
    });
  });

  it('has changed nothing by requests that were refused', async () => {
    for (const { id } of tokensWithout.values())
      expect((await owner.person.request('DELETE', `/api/user/me/access-tokens/${id}`)).status).toBe(204);
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('is accepted from Authorization only, and in no form but Bearer', async () => {
    const { token } = owner.accessToken;
    const path = '/api/journal/tags';
    const elsewhere: Record<string, string>[] = [
      { 'x-auth-token': token },
      { cookie: `token=${token}` },
      { authorization: token },
      { authorization: `Basic ${b64(`ada:${token}`)}` },
      { authorization: `Token ${token}` },
      { 'proxy-authorization': `Bearer ${token}` },
    ];
    for (const headers of elsewhere)
      expectProblem(await api.request('GET', path, { headers }), 401, 'unauthenticated');
    expectProblem(await api.request('GET', `${path}?access_token=${token}`), 401, 'unauthenticated');
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`])
      expect((await api.request('GET', path, { headers: { authorization } })).status).toBe(200);
  });

  it("does not open another user's entries", async () => {
    const eve = await newOwner(api);
    for (const route of ROUTES.filter((name) => scopesOf(name) && name.includes('{id}'))) {
      const answer = await ask(route, owner, eve.accessToken.token);
      expect({ route, status: answer.status }).toEqual({ route, status: 404 });
      expect(JSON.stringify(answer.body)).not.toContain(owner.mark);
    }
    for (const route of ['POST /api/journal/new', 'GET /api/journal/search'])
      expectProblem(await ask(route, owner, eve.accessToken.token), 403, 'forbidden');
  });
});
