import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fake-mail';
import { Api, PASSWORD, type Person, signUpForm } from '../support/api.js';
import { expectProblem } from '../support/problem.js';
import { startTestStack } from '../support/stack.mjs';

const run = promisify(execFile);
const ADMIN = resolve(import.meta.dirname, '../../scripts/admin.mjs');
const NEW_PASSWORD = 'a longer evening walk';
/** Milliseconds for a test that runs the command: each run is a process of its own. */
const COMMAND_MS = 120_000;

describe('an installation with mail and invitations', () => {
  let mail: Awaited<ReturnType<typeof startFakeMail>>;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;
  let admin: Person;

  beforeAll(async () => {
    mail = await startFakeMail();
    stack = await startTestStack({
      env: { REGISTRATION: 'invite', SMTP_URL: mail.url, PUBLIC_URL: 'http://journal.test' },
    });
    api = new Api(stack.url);
    admin = await api.signUp();
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
    await mail.close();
  });

  /** The fragment of a link. */
  const tokenOf = (link = ''): string => link.split('#')[1] ?? '';
  const runAdmin = async (...args: string[]): Promise<string> => {
    const { mongoUrl, mongoDb } = stack.infrastructure;
    const env = { PATH: process.env.PATH, MONGO_URL: mongoUrl, MONGO_DB: `${mongoDb}_auth`, PORT: '8099' };
    const { stdout } = await run(process.execPath, [ADMIN, ...args], { env });
    return stdout.trim();
  };
  const reset = (token: string) =>
    api.request('PUT', '/api/password-resets', {
      body: { token, password: NEW_PASSWORD, passwordVal: NEW_PASSWORD },
    });
  const invited = (invitation: string) =>
    api.request('POST', '/api/user/new', { body: signUpForm({ invitation }) });

  /** A new person with an invitation of the administrator. */
  const join = async (): Promise<Person> => {
    const { token } = (await admin.request<{ token: string }>('POST', '/api/invitations')).body;
    const form = signUpForm({ invitation: token });
    await api.request('POST', '/api/user/new', { body: form });
    return api.logIn({ user: { email: form.email } });
  };

  it('names its mode of registration', async () => {
    expect((await api.request('GET', '/api/registration')).body).toEqual({
      mode: 'invite',
      mail: true,
      providers: [],
    });
  });

  it('refuses a sign-up without an invitation', async () => {
    for (const body of [signUpForm(), signUpForm({ invitation: 'x' })]) {
      expectProblem(await api.request('POST', '/api/user/new', { body }), 403, 'forbidden');
    }
  });

  it('lets a person sign up once with an invitation of the administrator', async () => {
    const { status, body } = await admin.request<{ id: string; token: string }>('POST', '/api/invitations');
    expect(status).toBe(201);
    const open = await admin.request<{ id: string }[]>('GET', '/api/invitations');
    expect(open.body.map(({ id }) => id)).toEqual([body.id]);
    expect(JSON.stringify(open.body)).not.toContain(body.token);
    expect((await invited(body.token)).status).toBe(201);
    expectProblem(await invited(body.token), 403, 'forbidden');
  });

  it(
    'lets a person sign up with an invitation from the command line',
    async () => {
      const link = await runAdmin('invite');
      expect(link).toMatch(/^http:\/\/localhost:8099\/signup#[\w-]{43}$/);
      expect((await invited(tokenOf(link))).status).toBe(201);
    },
    COMMAND_MS,
  );

  it(
    'resets a password by a link from the command line',
    async () => {
      const link = await runAdmin('reset-link', admin.user.email.toUpperCase());
      expect(link).toMatch(/^http:\/\/localhost:8099\/reset-password#[\w-]{43}$/);
      expect((await reset(tokenOf(link))).status).toBe(204);
      expectProblem(await reset(tokenOf(link)), 404, 'not_found');
      await eventually(async () => {
        expectProblem(await admin.request('GET', '/api/user/me'), 401, 'unauthenticated');
      });
      admin = await api.logIn(admin, NEW_PASSWORD);
    },
    COMMAND_MS,
  );

  it(
    'has a command that signs one account out everywhere, and no other',
    async () => {
      const here = await join();
      const there = await api.logIn(here);
      await runAdmin('end-sessions', here.user.email);
      for (const one of [here, there]) {
        await eventually(async () => {
          expectProblem(await one.request('GET', '/api/user/me'), 401, 'unauthenticated');
        });
        const restored = await api.request('GET', '/api/session', { headers: { cookie: one.cookie } });
        expect(restored.status).toBe(204);
      }
      expect((await admin.request('GET', '/api/user/me')).status).toBe(200);
    },
    COMMAND_MS,
  );

  it(
    'has a command line that explains its errors',
    async () => {
      await expect(runAdmin('reset-link', 'nobody@example.org')).rejects.toMatchObject({ code: 1 });
      await expect(runAdmin('reset-link')).rejects.toMatchObject({ code: 2 });
    },
    COMMAND_MS,
  );

  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
  /** The token in the newest mail to this address, once that many mails have arrived. */
  const tokenIn = async (email: string, count: number, page: string): Promise<string> => {
    await eventually(() => expect(mailsTo(email)).toHaveLength(count));
    const text = mailsTo(email).at(-1)?.text ?? '';
    return tokenOf(new RegExp(`http://journal\\.test/${page}#[\\w-]{43}`).exec(text)?.[0]);
  };

  it('requires a proved address, by session or password, before a second factor is turned on', async () => {
    const { email } = admin.user;
    const turnOn = () =>
      admin.request('POST', '/api/user/me/second-factor', { body: { currentPassword: NEW_PASSWORD } });
    expectProblem(await turnOn(), 403, 'forbidden');
    expect((await admin.request('POST', '/api/user/me/email-proof')).status).toBe(202);
    const token = await tokenIn(email, 2, 'confirm-email');
    const other = await join();
    const proveOwn = (person: Person) =>
      person.request('PUT', '/api/user/me/email-proof', { body: { token } });
    expectProblem(await proveOwn(other), 403, 'forbidden');
    const byPassword = (currentPassword: string) =>
      api.request('PUT', '/api/email-proofs', { body: { token, currentPassword } });
    expectProblem(await byPassword(PASSWORD), 401, 'invalid_credentials');
    expect((await proveOwn(admin)).status).toBe(204);
    expectProblem(await byPassword(NEW_PASSWORD), 404, 'not_found');
    const proof = await admin.request('GET', '/api/user/me/email-proof');
    expect(proof.body).toEqual({
      needed: true,
      email,
      proved: true,
      lost: false,
      newEmail: null,
      sent: false,
    });
    expectProblem(await admin.request('POST', '/api/user/me/email-proof'), 404, 'not_found');
    expect((await turnOn()).status).toBe(201);
  });

  it('lets the owner of an address sign up after another person has used it', async () => {
    const squatter = await join();
    await squatter.write({ content: 'Words of a squatter' });
    const { email } = squatter.user;
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    const { token: invitation } = (await admin.request<{ token: string }>('POST', '/api/invitations')).body;
    const form = { ...signUpForm({ email, invitation }), password: NEW_PASSWORD, passwordVal: NEW_PASSWORD };
    const signUp = (body: object) => api.request('POST', '/api/user/new', { body });
    expectProblem(await signUp(form), 409, 'email_taken');
    const emailProof = await tokenIn(email, 2, 'confirm-email');
    expect((await signUp({ ...form, emailProof })).status).toBe(201);
    const owner = await api.logIn(squatter, NEW_PASSWORD);
    expect(owner.user.id).not.toBe(squatter.user.id);
    expect((await owner.search({ startDate: '2000-01-01', endDate: '2100-01-01' })).body).toEqual([]);
    const back = await api.logIn(squatter);
    expect(back.user).toEqual(squatter.user);
    const { body } = await back.search({ startDate: '2000-01-01', endDate: '2100-01-01' });
    expect(body.map(({ content }) => content)).toEqual(['Words of a squatter']);
    expect((await back.request('GET', '/api/user/me/email-proof')).body).toMatchObject({ lost: true });
  });

  it('resets a password by mail, and answers alike where there is no account', async () => {
    const ask = (email: string) => api.request('POST', '/api/password-resets', { body: { email } });
    for (const email of ['nobody@example.org', admin.user.email]) {
      expect(await ask(email)).toMatchObject({ status: 202, body: '' });
    }
    const token = await tokenIn(admin.user.email, 3, 'reset-password');
    expect(mailsTo('nobody@example.org')).toEqual([]);
    expect((await reset(token)).status).toBe(204);
    const login = (password: string) =>
      api.request('POST', '/api/login', { body: { email: admin.user.email, password } });
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expectProblem(await login(PASSWORD), 401, 'invalid_credentials');
    admin = await api.logIn(admin, NEW_PASSWORD);
  });

  it(
    'has a command line that appoints the administrator',
    async () => {
      const other = await join();
      expectProblem(await other.request('POST', '/api/invitations'), 403, 'forbidden');
      await runAdmin('make-admin', other.user.email);
      expect((await other.request('POST', '/api/invitations')).status).toBe(201);
    },
    COMMAND_MS,
  );
});
