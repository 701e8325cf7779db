import { randomUUID } from 'node:crypto';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Api, claimsOf, signUpForm } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const api = new Api(readE2eConfig().url);
const TWELVE_HOURS_S = 12 * 60 * 60;

const post = (changes: Record<string, unknown> = {}) =>
  api.inTurn<{ token: string }>('POST', '/api/user/new', { body: signUpForm(changes) });
const logIn = (body: object) => api.inTurn<{ token: string }>('POST', '/api/login', { body });
const newEmail = () => `${randomUUID()}@example.org`;

describe('POST /api/user/new', () => {
  it('answers 201 with a token that holds the user, and nothing else', async () => {
    const email = `Ada.${randomUUID()}@Example.ORG`;
    const { status, body, headers } = await post({ firstName: ' Ada ', location: ' Porto ', email });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['token']);
    expect(headers.get('cache-control')).toBe('no-store');
    const claims = claimsOf(body.token);
    expect(claims).toEqual({
      user: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Ada',
        email: email.toLowerCase(),
        location: 'Porto',
        language: 'en',
      },
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: claims.iat + TWELVE_HOURS_S,
    });
  });

  it.each([
    ['what was chosen', { language: 'ar' }, 'fr', 'ar'],
    ['or else what the browser prefers', {}, 'ja, pt;q=0.8, de;q=0.7', 'pt-BR'],
    ['or else English', {}, 'ja', 'en'],
  ])('gives the account a language: %s', async (_what, chosen, preferred, language) => {
    const headers = { 'accept-language': preferred };
    const answer = await api.request<{ token: string }>('POST', '/api/user/new', {
      body: signUpForm(chosen),
      headers,
    });
    expect(claimsOf(answer.body.token).user).toMatchObject({ language });
  });

  it('signs tokens with RS256 and names the key', async () => {
    const { body } = await post();
    const header: unknown = JSON.parse(Buffer.from(body.token.split('.')[0] ?? '', 'base64url').toString());
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('sets the cookie for 30 days, HttpOnly and SameSite', async () => {
    const { headers, body } = await post();
    const cookies = headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['token', 'device']);
    const [value = '', ...attributes] = (cookies[0] ?? '').split('; ');
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
    expect(value).toMatch(/^token=.{40,}$/);
    // The cookie only restores sessions. If it were the token, it would also authorize requests from other sites.
    expect(value).not.toContain(body.token);
  });

  it('trusts the headers of a proxy only if it is configured to', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' };
    const answer = await api.request('POST', '/api/user/new', { body: signUpForm(), headers });
    expect(answer.headers.getSetCookie()[0]).not.toContain('Secure');
  });

  it('says in the documented words that the passwords differ', async () => {
    expect(ACCOUNT_PROBLEMS.passwords_differ.message).toBe("Passwords don't match");
    const answer = await post({ passwordVal: 'another long walk' });
    expectProblem(answer, 400, 'validation_failed', { msg: "Passwords don't match", field: 'passwordVal' });
  });

  it('refuses an email that has an account, however it is written', async () => {
    const email = newEmail();
    await post({ email });
    for (const again of [email, email.toUpperCase(), ` ${email} `]) {
      const msg = 'An account with this email already exists';
      expectProblem(await post({ email: again }), 409, 'email_taken', { msg, field: 'email' });
    }
  });

  it('creates one account for five requests at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['firstName', 'Name must be text', undefined],
    ['firstName', 'Name must have 1 to 100 characters', ''],
    ['firstName', 'Name must have 1 to 100 characters', '   '],
    ['firstName', 'Name must have 1 to 100 characters', 'x'.repeat(101)],
    ['firstName', 'Name must be text', ['Ada']],
    ['lastName', 'Last Name must be text', undefined],
    ['lastName', 'Last Name must have 1 to 100 characters', ''],
    ['lastName', 'Last Name must have 1 to 100 characters', 'x'.repeat(101)],
    ['location', 'Location must be text', null],
    ['location', 'Location must have 1 to 100 characters', ' '],
    ['location', 'Location must have 1 to 100 characters', 'x'.repeat(101)],
    ['email', 'Email must be a valid email address', undefined],
    ['email', 'Email must be a valid email address', 'ada'],
    ['email', 'Email must be a valid email address', 'ada@'],
    ['email', 'Email must be a valid email address', 'a b@example.org'],
    ['email', 'Email must be a valid email address', { $ne: null }],
    ['email', 'Email must be a valid email address', `${'x'.repeat(250)}@example.org`],
  ])('refuses this %s: %s', async (field, msg, value) => {
    expectProblem(await post({ [field]: value }), 400, 'validation_failed', { msg, field });
  });

  it.each([
    ['Password must have at least 8 characters', '1234567'],
    ['Password must have at least 8 characters', ''],
    ['Password must have at most 128 characters', 'x'.repeat(129)],
    ['Password must be text', 12345678],
    ['Password must be text', undefined],
  ])('says "%s" about the password and its repetition', async (msg, password) => {
    expectProblem(
      await post({ password, passwordVal: password }),
      400,
      'validation_failed',
      { msg, field: 'password' },
      { msg: msg.replace('Password', 'Retry Password'), field: 'passwordVal' },
    );
  });

  it.each([8, 128])('takes a password of %d characters, white space and all', async (length) => {
    const email = newEmail();
    const password = ' å '.padEnd(length - 1, '☔') + ' ';
    expect((await post({ email, password, passwordVal: password })).status).toBe(201);
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await logIn({ email, password: password.slice(0, -1) + '.' })).status).toBe(401);
  });

  it('ignores unknown fields', async () => {
    const { body } = await post({
      id: 'f'.repeat(24),
      _id: 'f'.repeat(24),
      isAdmin: true,
      passwordHash: 'x',
    });
    const me = await api.request<Record<string, unknown>>('GET', '/api/user/me', { token: body.token });
    expect(Object.keys(me.body).sort()).toEqual([
      'aiConsent',
      'createdAt',
      'email',
      'hasPassword',
      'id',
      'isAdmin',
      'language',
      'lastName',
      'location',
      'name',
    ]);
    expect(me.body.id).not.toBe('f'.repeat(24));
  });
});

describe('POST /api/login', () => {
  const form = signUpForm();

  beforeAll(async () => {
    await api.request('POST', '/api/user/new', { body: form });
  });

  it('answers 200 with a token and a cookie of the same person', async () => {
    const { status, body, headers } = await logIn({ email: form.email, password: form.password });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['token']);
    expect(claimsOf(body.token).user).toMatchObject({ name: 'Ada', email: form.email, location: 'Porto' });
    expect(headers.getSetCookie()[0]).toMatch(
      /^token=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('opens a new session every time', async () => {
    const { email, password } = form;
    const [one, two] = await Promise.all([logIn({ email, password }), logIn({ email, password })]);
    expect(claimsOf(one.body.token).sid).not.toBe(claimsOf(two.body.token).sid);
  });

  it('takes the email in capitals and with white space', async () => {
    const email = ` ${form.email.toUpperCase()} `;
    expect((await logIn({ email, password: form.password })).status).toBe(200);
  });

  it('says the same of a wrong password and of an unknown email, and sets no cookie', async () => {
    expect(ACCOUNT_PROBLEMS.login_invalid.message).toBe('Invalid login credentials');
    for (const wrong of [
      { password: 'a short evening walk' },
      { email: newEmail() },
      { password: ` ${form.password}` },
    ]) {
      const answer = await logIn({ email: form.email, password: form.password, ...wrong });
      expectProblem(answer, 401, 'invalid_credentials', 'Invalid login credentials');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([
    ['email', 'Email must be a valid email address', undefined],
    ['email', 'Email must be a valid email address', 'ada'],
    ['email', 'Email must be a valid email address', { $gt: '' }],
    ['password', 'Password must be text', undefined],
    ['password', 'Password must be text', { $ne: '' }],
    ['password', 'Password must have at least 6 characters', '12345'],
    ['password', 'Password must have at most 128 characters', 'x'.repeat(129)],
  ])('refuses this %s: %s', async (field, msg, value) => {
    const answer = await logIn({ email: form.email, password: form.password, [field]: value });
    expectProblem(answer, 400, 'validation_failed', { msg, field });
  });

  it('checks a password of 6 characters, which sign-up would refuse', async () => {
    expectProblem(await logIn({ email: form.email, password: '123456' }), 401, 'invalid_credentials');
  });
});
