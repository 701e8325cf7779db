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

describe('an installation with mail, for those who are invited', () => {
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

  /** Everything behind the # of a link. */
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

  /** A new person, whom the administrator invited. */
  const join = async (): Promise<Person> => {
    const { token } = (await admin.request<{ token: string }>('POST', '/api/invitations')).body;
    const form = signUpForm({ invitation: token });
    await api.request('POST', '/api/user/new', { body: form });
    return api.logIn({ user: { email: form.email } } as Person);
  };

  it('says so', async () => {
    expect((await api.request('GET', '/api/registration')).body).toEqual({ mode: 'invite', mail: true });
  });

  it('lets nobody in without an invitation', async () => {
    for (const body of [signUpForm(), signUpForm({ invitation: 'x' })]) {
      expectProblem(await api.request('POST', '/api/user/new', { body }), 403, 'forbidden');
    }
  });

  it('lets in who has one of the administrator, once', async () => {
    const { status, body } = await admin.request<{ id: string; token: string }>('POST', '/api/invitations');
    expect(status).toBe(201);
    const open = await admin.request<{ id: string }[]>('GET', '/api/invitations');
    expect(open.body.map(({ id }) => id)).toEqual([body.id]);
    expect(JSON.stringify(open.body)).not.toContain(body.token);
    expect((await invited(body.token)).status).toBe(201);
    expectProblem(await invited(body.token), 403, 'forbidden');
  });

  it(
    'lets in who has one of the command line',
    async () => {
      const link = await runAdmin('invite');
      expect(link).toMatch(/^http:\/\/localhost:8099\/signup#[\w-]{43}$/);
      expect((await invited(tokenOf(link))).status).toBe(201);
    },
    COMMAND_MS,
  );

  it(
    'gives a new password by a link of the command line, and has others ask the administrator',
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
    'has a command line that signs an account out everywhere, and nobody else',
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
    'has a command line that says what it cannot do',
    async () => {
      await expect(runAdmin('reset-link', 'nobody@example.org')).rejects.toMatchObject({ code: 1 });
      await expect(runAdmin('reset-link')).rejects.toMatchObject({ code: 2 });
    },
    COMMAND_MS,
  );

  it('gives a new password by mail, and answers alike where there is no account', async () => {
    const ask = (email: string) => api.request('POST', '/api/password-resets', { body: { email } });
    for (const email of ['nobody@example.org', admin.user.email]) {
      expect(await ask(email)).toMatchObject({ status: 202, body: '' });
    }
    await eventually(() => expect(mail.mails).toHaveLength(1));
    expect(mail.mails[0]?.to).toEqual([admin.user.email]);
    const [link] = /http:\/\/journal\.test\/reset-password#[\w-]{43}/.exec(mail.mails[0]?.text ?? '') ?? [];
    expect((await reset(tokenOf(link))).status).toBe(204);
    const login = (password: string) =>
      api.request('POST', '/api/login', { body: { email: admin.user.email, password } });
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expectProblem(await login(PASSWORD), 401, 'invalid_credentials');
    admin = await api.logIn(admin, NEW_PASSWORD);
  });

  it(
    'has an administrator whom the command line names',
    async () => {
      const other = await join();
      expectProblem(await other.request('POST', '/api/invitations'), 403, 'forbidden');
      await runAdmin('make-admin', other.user.email);
      expect((await other.request('POST', '/api/invitations')).status).toBe(201);
    },
    COMMAND_MS,
  );
});
