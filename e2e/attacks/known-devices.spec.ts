import { Api, PASSWORD, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);

/** The Set-Cookie header of this name; undefined where there is none. */
const cookieOf = ({ headers }: { headers: Headers }, name: string): string | undefined =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

describe('the cookie `device`', () => {
  let ada: Person;

  beforeAll(async () => {
    ada = await api.signUp({ aiConsent: [] });
  });

  const logIn = (cookie = '', password = PASSWORD) =>
    api.request('POST', '/api/login', {
      body: { email: ada.user.email, password },
      headers: cookie ? { cookie } : {},
    });
  const valueOf = (cookie: string | undefined): string => cookie?.split(';')[0] ?? '';

  it('is set at a login for ninety days, apart from the session cookie', async () => {
    const answer = await logIn();
    expect(cookieOf(answer, 'device')).toMatch(
      /^device=[\w-]{43}; Max-Age=7776000; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    expect(cookieOf(answer, 'token')).toBeDefined();
    const device = valueOf(cookieOf(answer, 'device'));
    expect((await api.request('GET', '/api/session', { headers: { cookie: device } })).status).toBe(204);
    expectProblem(
      await api.request('GET', '/api/user/me', { headers: { cookie: device } }),
      401,
      'unauthenticated',
    );
  });

  it('stays the same at the next login, even after a log-out, and is not set for a wrong password', async () => {
    const first = await logIn();
    const device = valueOf(cookieOf(first, 'device'));
    const out = await api.request('POST', '/api/logout', {
      headers: { cookie: `${valueOf(cookieOf(first, 'token'))}; ${device}` },
    });
    expect(cookieOf(out, 'token')).toMatch(/^token=;/);
    expect(cookieOf(out, 'device')).toBeUndefined();
    expect(valueOf(cookieOf(await logIn(device), 'device'))).toBe(device);
    expect(cookieOf(await logIn(device, 'not the password'), 'device')).toBeUndefined();
  });

  it.each(['device=', `device=${'x'.repeat(301)}`, 'device="$ne"', 'device=%7B%7D'])(
    'changes nothing when it is not valid: %s',
    async (cookie) => {
      const answer = await logIn(cookie);
      expect(answer.status).toBe(200);
      expect(cookieOf(answer, 'device')).toMatch(/^device=[\w-]{43};/);
    },
  );

  it('is removed with the account', async () => {
    const answer = await ada.deleteAccount();
    expect(cookieOf(answer, 'device')).toMatch(/^device=;.*Expires=Thu, 01 Jan 1970/);
  });
});
