import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, claimsOf, PASSWORD, type Person, signUpForm } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const WRONG = 'a short evening walk';

interface Renewed {
  token: string;
  user: Record<string, unknown>;
}

describe('GET /api/user/me', () => {
  it('returns the user, and no other stored field', async () => {
    const ada = await api.signUp();
    const { status, body, headers } = await ada.request<Record<string, unknown>>('GET', '/api/user/me');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      ...ada.user,
      lastName: 'Lovelace',
      aiConsent: ['gemini'],
      isAdmin: expect.any(Boolean),
      hasPassword: true,
      createdAt: expect.stringMatching(/^20.*Z$/),
    });
  });
});

describe('PATCH /api/user/me', () => {
  let ada: Person;

  beforeEach(async () => {
    ada = await api.signUp();
  });

  const patch = (body: object, who = ada) => who.request<Renewed>('PATCH', '/api/user/me', { body });
  const me = async (who = ada) => (await who.request<Record<string, unknown>>('GET', '/api/user/me')).body;

  it('returns a new token and the user if a field of the token changes', async () => {
    const { status, body } = await patch({ firstName: ' Augusta ', location: 'London' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['token', 'user']);
    expect(body.user).toEqual({ ...(await me()), name: 'Augusta', location: 'London' });
    const claims = claimsOf(body.token);
    expect(claims.user).toEqual({ ...ada.user, name: 'Augusta', location: 'London' });
    expect(claims.sid).toBe(claimsOf(ada.token).sid);
    expect((await api.request('GET', '/api/user/me', { token: body.token })).status).toBe(200);
  });

  it('sets a time zone, also in the token, and removes it again', async () => {
    const chosen = { timeZone: 'America/New_York' };
    const { status, body } = await patch(chosen);
    expect(status).toBe(200);
    expect(body.user).toMatchObject(chosen);
    expect(claimsOf(body.token).user).toEqual({ ...ada.user, ...chosen });
    // Every other device gets it when it opens a page.
    const { body: session } = await api.request<Renewed>('GET', '/api/session', {
      headers: { cookie: ada.cookie },
    });
    expect(session.user).toEqual({ ...ada.user, ...chosen });
    expect((await api.logIn(ada)).user).toEqual({ ...ada.user, ...chosen });
    expect(await me()).toMatchObject(chosen);
    const back = await patch({ timeZone: null });
    expect(claimsOf(back.body.token).user).toEqual(ada.user);
    expect(await me()).not.toHaveProperty('timeZone');
  });

  it('sets when days end, also in the token, and sets it back to midnight', async () => {
    const chosen = { dayEndsAt: 3 };
    const { status, body } = await patch(chosen);
    expect({ status, user: claimsOf(body.token).user }).toEqual({
      status: 200,
      user: { ...ada.user, ...chosen },
    });
    expect(await me()).toMatchObject(chosen);
    expect((await api.logIn(ada)).user).toEqual({ ...ada.user, ...chosen });
    const back = await patch({ dayEndsAt: 0 });
    expect(claimsOf(back.body.token).user).toEqual(ada.user);
    expect(await me()).not.toHaveProperty('dayEndsAt');
  });

  it('sets a language, also in the token', async () => {
    const { status, body } = await patch({ language: 'ar' });
    expect({ status, language: body.user.language }).toEqual({ status: 200, language: 'ar' });
    expect(claimsOf(body.token).user).toEqual({ ...ada.user, language: 'ar' });
    expect(await me()).toMatchObject({ language: 'ar' });
  });

  it('returns only the user if no field of the token changes', async () => {
    const before = await me();
    expect((await patch({ lastName: 'King' })).body).toEqual({ ...before, lastName: 'King' });
    expect(await me()).toEqual({ ...before, lastName: 'King' });
  });

  it('changes nothing when the request is empty or repeats the present values', async () => {
    const before = await me();
    expect(await patch({})).toMatchObject({ status: 200, body: before });
    const same = await patch({ firstName: 'Ada', email: ada.user.email.toUpperCase(), location: 'Porto' });
    expect(same).toMatchObject({ status: 200, body: before });
  });

  it('takes a new email with the current password: the login and the journal use it', async () => {
    const email = `${randomUUID()}@example.org`;
    const { status, body } = await patch({ email: email.toUpperCase(), currentPassword: PASSWORD });
    expect({ status, email: body.user.email }).toEqual({ status: 200, email });
    const login = await api.request('POST', '/api/login', { body: { email, password: PASSWORD } });
    expect(login.status).toBe(200);
    const entry = { email, content: 'x', location: 'Porto' };
    const response = await api.request('POST', '/api/journal/new', { body: entry, token: body.token });
    expect(response.status).toBe(201);
    const old = await api.request('POST', '/api/login', {
      body: { email: ada.user.email, password: PASSWORD },
    });
    expectProblem(old, 401, 'invalid_credentials');
  });

  it.each(['email', 'password'])(
    'takes no new %s without the current password, nor with a wrong one',
    async (field) => {
      const change = { [field]: field === 'email' ? `${randomUUID()}@example.org` : 'a longer evening walk' };
      expectProblem(await patch(change), 400, 'validation_failed', {
        msg: 'Enter your current password to make this change',
        field: 'currentPassword',
      });
      expectProblem(await patch({ ...change, currentPassword: WRONG }), 401, 'invalid_credentials', {
        msg: 'Current password is wrong',
        field: 'currentPassword',
      });
      expect((await me()).email).toBe(ada.user.email);
      expect((await api.logIn(ada)).user).toEqual(ada.user);
    },
  );

  it("does not take another person's email", async () => {
    const eve = await api.signUp();
    const answer = await patch({ email: eve.user.email, currentPassword: PASSWORD });
    const msg = 'An account with this email already exists';
    expectProblem(answer, 409, 'email_taken', { msg, field: 'email' });
    expect((await me()).email).toBe(ada.user.email);
  });

  it('changes nothing when one of several changes is refused', async () => {
    expectProblem(await patch({ firstName: 'Augusta', location: '' }), 400, 'validation_failed');
    expect((await me()).name).toBe('Ada');
  });

  it('ignores fields that cannot be changed', async () => {
    const before = await me();
    const answer = await patch({
      id: 'f'.repeat(24),
      _id: 'f'.repeat(24),
      createdAt: '2001-01-01',
      passwordHash: 'x',
    });
    expect(answer).toMatchObject({ status: 200, body: before });
    expect((await api.logIn(ada)).user.id).toBe(ada.user.id);
  });
});

describe('PATCH /api/user/me with a wrong value', () => {
  let ada: Person;
  let before: unknown;

  beforeAll(async () => {
    ada = await api.signUp();
    before = (await ada.request('GET', '/api/user/me')).body;
  });

  it.each([
    ['firstName', 'Name must have 1 to 100 characters', ''],
    ['firstName', 'Name must have 1 to 100 characters', 'x'.repeat(101)],
    ['firstName', 'Name must be text', null],
    ['firstName', 'Name must be text', 5],
    ['lastName', 'Last Name must have 1 to 100 characters', ' '],
    ['lastName', 'Last Name must be text', null],
    ['location', 'Location must have 1 to 100 characters', 'x'.repeat(101)],
    ['location', 'Location must be text', null],
    ['location', 'Location must be text', ['Porto']],
    ['timeZone', 'Time zone must be a known one, such as Europe/Lisbon', 'Europe/Atlantis'],
    ['timeZone', 'Time zone must be a known one, such as Europe/Lisbon', '+02:00'],
    ['timeZone', 'Time zone must be a known one, such as Europe/Lisbon', ''],
    ['timeZone', 'Time zone must be a known one, such as Europe/Lisbon', ['Europe/Lisbon']],
    ...[-1, 5, 1.5, '3', null, true, [3], {}].map((value): [string, string, unknown] => [
      'dayEndsAt',
      'Day end must be a full hour from 0 to 4',
      value,
    ]),
    ['language', 'Language must be one of en, de, es, fr, pt-BR, ar', 'pt'],
    ['language', 'Language must be one of en, de, es, fr, pt-BR, ar', null],
    ['email', 'Email must be a valid email address', 'ada'],
    ['email', 'Email must be a valid email address', null],
    ['password', 'Password must have at least 8 characters', '1234567'],
    ['password', 'Password must have at most 128 characters', 'x'.repeat(129)],
    ['password', 'Password must be text', null],
    ['password', 'Password must be text', { $ne: 1 }],
    ['currentPassword', 'Current password must be text', 5],
  ])('refuses this %s: %s', async (field, msg, value) => {
    const answer = await ada.request('PATCH', '/api/user/me', {
      body: { currentPassword: PASSWORD, [field]: value },
    });
    expectProblem(answer, 400, 'validation_failed', { msg, field });
    expect((await ada.request('GET', '/api/user/me')).body).toEqual(before);
  });
});

describe('DELETE /api/user/me', () => {
  it('responds with 204, removes the cookie, and deletes account, sessions, entries and insights', async () => {
    const form = signUpForm();
    const { body: signedUp } = await api.request<{ token: string }>('POST', '/api/user/new', { body: form });
    const ada = await api.logIn({ user: claimsOf(signedUp.token).user });
    await ada.write();
    await ada.request('POST', '/api/insights', { body: { range: 'lastWeek' } });

    for (const [body, status, code] of [
      [undefined, 400, 'validation_failed'],
      [{}, 400, 'validation_failed'],
      [{ currentPassword: 'not the password' }, 401, 'invalid_credentials'],
    ] as const) {
      const refused = await ada.request('DELETE', '/api/user/me', { body });
      expectProblem(refused, status, code);
    }
    expect((await ada.request('GET', '/api/user/me')).status).toBe(200);

    const answer = await ada.deleteAccount(PASSWORD, { headers: { cookie: ada.cookie } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^token=;.*Expires=Thu, 01 Jan 1970/);

    for (const token of [ada.token, signedUp.token]) {
      await eventually(async () => {
        expectProblem(await api.request('GET', '/api/user/me', { token }), 401, 'unauthenticated');
        expectProblem(await api.request('GET', '/api/insights', { token }), 401, 'unauthenticated');
      });
    }
    expect((await api.request('GET', '/api/session', { headers: { cookie: ada.cookie } })).status).toBe(204);
    const { email, password } = form;
    const login = await api.request('POST', '/api/login', { body: { email, password } });
    expectProblem(login, 401, 'invalid_credentials', 'Invalid login credentials');

    const secondResponse = await api.request<{ token: string }>('POST', '/api/user/new', { body: form });
    expect(secondResponse.status).toBe(201);
    const reborn = await api.logIn({ user: claimsOf(secondResponse.body.token).user });
    expect(reborn.user.id).not.toBe(ada.user.id);
    expect((await reborn.search()).body).toEqual([]);
    expect((await reborn.request('GET', '/api/insights')).body).toEqual({ items: [], nextCursor: null });
  });
});
