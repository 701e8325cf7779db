import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, claimsOf, PASSWORD } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);
const ENDED = 'Your session has ended. Please log in again.';

const restore = (cookie?: string) =>
  api.request<{ token: string; user: unknown }>('GET', '/api/session', { headers: cookie ? { cookie } : {} });
const logOut = (cookie?: string, headers = {}) =>
  api.request('POST', '/api/logout', { headers: { ...(cookie && { cookie }), ...headers } });
const me = (token: string) => api.request('GET', '/api/user/me', { token });

const ada = await api.signUp();

/** Every gateway learns of it by an event, within moments. */
const refused = (token: string) =>
  eventually(async () => void expectProblem(await me(token), 401, 'unauthenticated', ENDED));

/** The attributes with which a cookie is removed. */
const CLEARED = /^token=; .*Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/;

/** Cookies that belong to no session. */
const NO_COOKIES = ['token=', 'token=a.b', `token=${'x'.repeat(400)}`, 'token=%E0%A4%A', 'token=__proto__.x'];

// Contract: 4 the session is in the cookie `token`
// Contract: 7 `POST /login`, `POST /user/new` answer token and user, or `errors[0].msg`
// Contract: 8 login: first message, or `Invalid login credentials`
/* What a session is: auth's sessions.spec.ts. Under which names its cookie is set and read: gateway's session-cookie.spec.ts. */
describe('GET /api/session', () => {
  it('restores the session of the cookie with a fresh token that works', async () => {
    const { status, headers, body } = await restore(ada.cookie);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ token: expect.any(String), user: ada.user });
    expect(claimsOf(body.token)).toMatchObject({ user: ada.user, sid: claimsOf(ada.token).sid });
    for (const token of [body.token, ada.token]) expect((await me(token)).status).toBe(200);
    expect((await restore(ada.cookie)).status).toBe(200);
  });

  it('answers 204 without a cookie of a session, and takes neither a token as one nor a header', async () => {
    for (const cookie of [undefined, ...NO_COOKIES, `token=${ada.token}`]) {
      const { status, body, headers } = await restore(cookie);
      expect({ cookie, status, body }).toEqual({ cookie, status: 204, body: '' });
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await ada.request('GET', '/api/session')).status).toBe(204);
  });

  it('removes a cookie that is no longer valid', async () => {
    const ended = `token=${randomUUID()}.${'s'.repeat(43)}`;
    expect((await restore(ended)).headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
  });
});

describe('POST /api/logout', () => {
  it('responds with 204, removes the cookie, ends the session for good, and no other', async () => {
    const ada = await api.signUp();
    const elsewhere = await api.logIn(ada);
    const later = (await restore(ada.cookie)).body.token;
    const { status, body, headers } = await logOut(ada.cookie);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
    expect((await restore(ada.cookie)).status).toBe(204);
    for (const token of [ada.token, later]) await refused(token);
    expect((await restore(elsewhere.cookie)).status).toBe(200);
  });

  it('answers 204 as well when there is nothing to end', async () => {
    for (const cookie of [undefined, ...NO_COOKIES]) expect((await logOut(cookie)).status).toBe(204);
    const empty = await api.request('POST', '/api/logout', { body: {}, headers: { cookie: 'token=a.b' } });
    expect(empty.status).toBe(204);
  });

  it('ends the session of a token that comes without a cookie, and both when they belong to two', async () => {
    const ada = await api.signUp();
    const [second, third] = [await api.logIn(ada), await api.logIn(ada)];
    expect((await logOut(undefined, { 'x-auth-token': ada.token })).status).toBe(204);
    await refused(ada.token);
    expect((await restore(ada.cookie)).status).toBe(204);
    expect((await me(second.token)).status).toBe(200);
    await logOut(second.cookie, { 'x-auth-token': third.token });
    for (const { token } of [second, third]) await refused(token);
  });

  it('does not claim to have ended a session for an invalid token without a cookie', async () => {
    const ada = await api.signUp();
    const [head, claims] = ada.token.split('.');
    for (const token of ['', 'x', `${head}.${claims}.AAAA`]) {
      expectProblem(await logOut(undefined, { 'x-auth-token': token }), 401, 'unauthenticated', ENDED);
    }
    expect((await me(ada.token)).status).toBe(200);
  });

  it('ends all sessions whose cookies come together, of which the one under our own name is restored', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const { email } = eve.user;
    const { headers } = await api.inTurn('POST', '/api/login', { body: { email, password: PASSWORD } });
    const [, ownName] = headers.getSetCookie();
    expect(ownName).toMatch(/^inner-weather(-\d+)?=/);
    const both = `token=${randomUUID()}.${'s'.repeat(43)}; ${ada.cookie}; ${ownName?.split(';')[0]}`;
    expect((await restore(both)).body.user).toEqual(eve.user);
    expect((await logOut(both)).status).toBe(204);
    expect((await restore(both)).status).toBe(204);
    await refused(ada.token);
  });
});
