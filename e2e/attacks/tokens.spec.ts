import { createPublicKey } from 'node:crypto';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { Api, claimsOf, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
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
