import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, claimsOf, PASSWORD, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const ENDED = 'Your session has ended. Please log in again.';

const restore = (cookie?: string) =>
  api.request<{ token: string; user: unknown }>('GET', '/api/session', { headers: cookie ? { cookie } : {} });
const logOut = (cookie?: string, headers = {}) =>
  api.request('POST', '/api/logout', { headers: { ...(cookie && { cookie }), ...headers } });
const me = (token: string) => api.request('GET', '/api/user/me', { token });

/** Every gateway learns of it by an event, within moments. */
const refused = (token: string) =>
  eventually(async () => void expectProblem(await me(token), 401, 'unauthenticated', ENDED));

/** The attributes with which a cookie is removed. */
const CLEARED = /^token=; .*Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/;

/** Cookies that belong to no session. */
const NO_COOKIES = [
  'token=',
  'token=x',
  'token=.',
  'token=a.b',
  `token=${'x'.repeat(400)}`,
  'token=%E0%A4%A',
  'token=%7B%22%24ne%22%3A1%7D.x',
  'token=__proto__.x',
  'other=1; token=1.2.3',
];

// Contract: 4 the session is in the cookie `token`
// Contract: 7 `POST /login`, `POST /user/new` answer token and user, or `errors[0].msg`
// Contract: 8 login: first message, or `Invalid login credentials`
describe('GET /api/session', () => {
  it('restores the session of the cookie with a fresh token that works', async () => {
    const ada = await api.signUp();
    const { status, headers, body } = await restore(ada.cookie);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ token: expect.any(String), user: ada.user });
    expect(claimsOf(body.token)).toMatchObject({ user: ada.user, sid: claimsOf(ada.token).sid });
    expect((await me(body.token)).status).toBe(200);
    expect((await me(ada.token)).status).toBe(200);
    expect((await restore(ada.cookie)).status).toBe(200);
  });

  it('answers 204 without a cookie, and sets none', async () => {
    const { status, body, headers } = await restore();
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers.getSetCookie()).toEqual([]);
  });

  it.each(NO_COOKIES)('answers 204 to a cookie of no session: %s', async (cookie) => {
    const { status, body } = await restore(cookie);
    expect({ status, body }).toEqual({ status: 204, body: '' });
  });

  it('removes a cookie that is no longer valid, and not one that another service has set', async () => {
    const ended = `token=${randomUUID()}.${'s'.repeat(43)}`;
    expect((await restore(ended)).headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
    expect((await restore('token=a.b')).headers.getSetCookie()).toEqual([]);
  });

  it("does not accept a session's id with another session's secret", async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const [id] = ada.cookie.split('.');
    const [, secret] = eve.cookie.split('.');
    expect((await restore(`${id}.${secret}`)).status).toBe(204);
    expect((await restore(`${id}.`)).status).toBe(204);
  });

  it('does not accept a token as a cookie, nor a header as either', async () => {
    const ada = await api.signUp();
    expect((await restore(`token=${ada.token}`)).status).toBe(204);
    expect((await ada.request('GET', '/api/session')).status).toBe(204);
  });

  it('shows what was changed since', async () => {
    const ada = await api.signUp();
    await ada.request('PATCH', '/api/user/me', { body: { firstName: 'Augusta', location: 'London' } });
    const { body } = await restore(ada.cookie);
    expect(body.user).toEqual({ ...ada.user, name: 'Augusta', location: 'London' });
    expect(claimsOf(body.token).user).toEqual(body.user);
  });
});

describe('POST /api/logout', () => {
  it('responds with 204, removes the cookie, and ends the session for good', async () => {
    const ada = await api.signUp();
    const { status, body, headers } = await logOut(ada.cookie);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
    expect((await restore(ada.cookie)).status).toBe(204);
    await refused(ada.token);
  });

  it('ends every token of the session, on every route, and no other session', async () => {
    const ada = await api.signUp();
    const later = (await restore(ada.cookie)).body.token;
    const elsewhere = await api.logIn(ada);
    await logOut(ada.cookie);
    await refused(ada.token);
    await refused(later);
    expectProblem(await ada.search(), 401, 'unauthenticated');
    expectProblem(await ada.request('GET', '/api/insights'), 401, 'unauthenticated');
    expect((await me(elsewhere.token)).status).toBe(200);
    expect((await restore(elsewhere.cookie)).status).toBe(200);
  });

  it('answers 204 as well when there is nothing to end', async () => {
    const ada = await api.signUp();
    await logOut(ada.cookie);
    expect((await logOut(ada.cookie)).status).toBe(204);
    expect((await logOut()).status).toBe(204);
  });

  it.each(NO_COOKIES)('answers 204 to a cookie of no session: %s', async (cookie) => {
    expect((await logOut(cookie)).status).toBe(204);
  });

  it('ends the session of a token that comes without a cookie, and no other', async () => {
    const ada = await api.signUp();
    const elsewhere = await api.logIn(ada);
    const out = () => logOut(undefined, { 'x-auth-token': ada.token });
    expect((await out()).status).toBe(204);
    await refused(ada.token);
    expect((await restore(ada.cookie)).status).toBe(204);
    expect((await me(elsewhere.token)).status).toBe(200);
    expect((await out()).status).toBe(204);
  });

  it('ends both sessions when cookie and token belong to two', async () => {
    const ada = await api.signUp();
    const elsewhere = await api.logIn(ada);
    await logOut(elsewhere.cookie, { 'x-auth-token': ada.token });
    await refused(ada.token);
    await refused(elsewhere.token);
  });

  it('does not claim to have ended a session for an invalid token without a cookie', async () => {
    const ada = await api.signUp();
    const [head, claims] = ada.token.split('.');
    for (const token of ['', 'x', `${head}.${claims}.AAAA`]) {
      expectProblem(await logOut(undefined, { 'x-auth-token': token }), 401, 'unauthenticated', ENDED);
    }
    expect((await me(ada.token)).status).toBe(200);
  });

  it('does not end a session by its id alone', async () => {
    const ada = await api.signUp();
    await logOut(`token=${claimsOf(ada.token).sid}.x`);
    expect((await restore(ada.cookie)).status).toBe(200);
    expect((await me(ada.token)).status).toBe(200);
  });

  it('takes an empty JSON body, as some clients send it', async () => {
    const ada = await api.signUp();
    const body = await api.request('POST', '/api/logout', { body: {}, headers: { cookie: ada.cookie } });
    expect(body.status).toBe(204);
  });
});

describe('several session cookies at once', () => {
  const ofAnotherInstallation = `token=${randomUUID()}.${'s'.repeat(43)}`;

  it.each([
    ['another installation, first', (own: string) => `${ofAnotherInstallation}; ${own}`],
    ['another installation, last', (own: string) => `${own};${ofAnotherInstallation}`],
    ['another service, first', (own: string) => `token=eyJhbGciOiJIUzI1NiJ9.e30.x; ${own}`],
    ['nobody else, twice', (own: string) => `${own}; x=1; ${own}`],
  ])('sign in with the one that is valid here, beside that of %s', async (_, join) => {
    const ada = await api.signUp();
    const { status, body } = await restore(join(ada.cookie));
    expect([status, body.user]).toEqual([200, ada.user]);
    expect((await logOut(join(ada.cookie))).status).toBe(204);
    expect((await restore(ada.cookie)).status).toBe(204);
    await refused(ada.token);
  });

  it('sign in with that of our own name first, and all of them end with a logout', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const { email } = eve.user;
    const { headers } = await api.inTurn('POST', '/api/login', { body: { email, password: PASSWORD } });
    const [, ownName] = headers.getSetCookie();
    expect(ownName).toMatch(/^inner-weather(-\d+)?=/);
    const both = `${ada.cookie}; ${ownName?.split(';')[0]}`;
    expect((await restore(both)).body.user).toEqual(eve.user);
    expect((await logOut(both)).status).toBe(204);
    expect((await restore(both)).status).toBe(204);
    await refused(ada.token);
  });

  it('get a name of our own with the next restore, where they have none yet', async () => {
    const ada = await api.signUp();
    const set = (await restore(ada.cookie)).headers.getSetCookie();
    const ownName = set.map((one) => one.split(';')[0] ?? '').find((one) => one.startsWith('inner-weather'));
    expect((await restore(ownName)).body.user).toEqual(ada.user);
    expect((await restore(`${ada.cookie}; ${ownName}`)).headers.getSetCookie()).toEqual([]);
  });
});

describe('a change of password', () => {
  let ada: Person;
  let elsewhere: Person;
  const NEW = 'a longer evening walk';

  beforeAll(async () => {
    ada = await api.signUp();
    elsewhere = await api.logIn(ada);
    const body = { password: NEW, currentPassword: PASSWORD };
    const answer = await ada.request('PATCH', '/api/user/me', { body });
    expect(answer.status).toBe(200);
  });

  it('ends every other session, cookies and tokens alike', async () => {
    await refused(elsewhere.token);
    expect((await restore(elsewhere.cookie)).status).toBe(204);
  });

  it('keeps the session that asked', async () => {
    expect((await me(ada.token)).status).toBe(200);
    expect((await restore(ada.cookie)).status).toBe(200);
  });

  it('allows a login only with the new password', async () => {
    const { email } = ada.user;
    const old = await api.request('POST', '/api/login', { body: { email, password: PASSWORD } });
    expectProblem(old, 401, 'invalid_credentials', 'Invalid login credentials');
    expect((await me((await api.logIn(ada, NEW)).token)).status).toBe(200);
  });
});
