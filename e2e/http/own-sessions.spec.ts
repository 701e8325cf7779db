import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, claimsOf, PASSWORD, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

interface Session {
  id: string;
  device: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}

const list = async (who: Person) => (await who.request<Session[]>('GET', '/api/user/me/sessions')).body;
const idOf = (who: Person): string => claimsOf(who.token).sid;
const refused = (who: Person) =>
  eventually(async () => {
    expectProblem(await who.request('GET', '/api/user/me'), 401, 'unauthenticated');
  });

describe('GET /api/user/me/sessions', () => {
  it('answers every session of the user with its device, and marks the current one', async () => {
    const ada = await api.signUp();
    const login = await api.request<{ token: string }>('POST', '/api/login', {
      body: { email: ada.user.email, password: PASSWORD },
      headers: { 'user-agent': FIREFOX },
    });
    const sid = claimsOf(login.body.token).sid;
    const moment = expect.stringMatching(/^20\d\d-.*Z$/);
    expect(await list(ada)).toEqual([
      {
        id: sid,
        device: 'Firefox on Linux',
        browser: 'Firefox',
        system: 'Linux',
        createdAt: moment,
        lastSeenAt: moment,
        current: false,
      },
      { id: idOf(ada), device: expect.any(String), createdAt: moment, lastSeenAt: moment, current: true },
    ]);
  });

  it('lists the most recently used session first', async () => {
    const ada = await api.signUp();
    const other = await api.logIn(ada);
    // Ada's was seen a moment ago, so a restore notes nothing: times are exact to a minute.
    await api.request('GET', '/api/session', { headers: { cookie: ada.cookie } });
    expect((await list(ada)).map(({ id }) => id)).toEqual([idOf(other), idOf(ada)]);
  });

  it('shows neither ended sessions nor those of other users', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const other = await api.logIn(ada);
    await api.request('POST', '/api/logout', { headers: { cookie: other.cookie } });
    expect((await list(ada)).map(({ id }) => id)).toEqual([idOf(ada)]);
    expect((await list(eve)).map(({ id }) => id)).toEqual([idOf(eve)]);
  });
});

describe('DELETE /api/user/me/sessions/{id}', () => {
  const end = (who: Person, id: string) => who.request('DELETE', `/api/user/me/sessions/${id}`);

  it('ends that session for good, and no other', async () => {
    const ada = await api.signUp();
    const [lost, kept] = [await api.logIn(ada), await api.logIn(ada)];
    expect(await end(ada, idOf(lost))).toMatchObject({ status: 204, body: '' });
    await refused(lost);
    const restored = await api.request('GET', '/api/session', { headers: { cookie: lost.cookie } });
    expect(restored.status).toBe(204);
    expect((await kept.request('GET', '/api/user/me')).status).toBe(200);
    expect((await list(ada)).map(({ id }) => id).sort()).toEqual([idOf(ada), idOf(kept)].sort());
    expectProblem(await end(ada, idOf(lost)), 404, 'not_found');
  });

  it('may end the current session', async () => {
    const ada = await api.signUp();
    expect((await end(ada, idOf(ada))).status).toBe(204);
    await refused(ada);
  });

  it("answers 404 to another's session, and ends nothing", async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    expectProblem(await end(eve, idOf(ada)), 404, 'not_found');
    expect((await ada.request('GET', '/api/user/me')).status).toBe(200);
    expect((await api.request('GET', '/api/session', { headers: { cookie: ada.cookie } })).status).toBe(200);
  });

  it.each([randomUUID(), 'x', 'x'.repeat(90), '%7B%22$ne%22:1%7D', '__proto__', '0'])(
    'answers 404 to an unknown id: %s',
    async (id) => {
      const ada = await api.signUp();
      expectProblem(await end(ada, id), 404, 'not_found');
    },
  );
});

describe('DELETE /api/user/me/sessions', () => {
  it('ends every other session of the user, and none of other users', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const others = [await api.logIn(ada), await api.logIn(ada)];
    expect((await ada.request('DELETE', '/api/user/me/sessions')).status).toBe(204);
    for (const other of others) await refused(other);
    expect((await list(ada)).map(({ id }) => id)).toEqual([idOf(ada)]);
    expect((await eve.request('GET', '/api/user/me')).status).toBe(200);
  });
});
