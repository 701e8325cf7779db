import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RecoveryCodesDto } from '@inner-weather/contracts/accounts/second-factor.dto';
import { totpAt } from '@inner-weather/testing/totp';
import { type Answer, Api, claimsOf, PASSWORD, type Person, signUpForm } from '../support/api.js';
import { startTestStack } from '../support/stack.mjs';

const run = promisify(execFile);
const ADMIN = resolve(import.meta.dirname, '../../scripts/admin.mjs');
const AT_ONCE = 8;
const NEW_PASSWORD = 'a longer evening walk';
/** For how many milliseconds one code is valid (RFC 6238). */
const STEP_MS = 30_000;

const together = <T>(ask: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, number) => ask(number)));
const succeeded = (answers: Answer[]): number => answers.filter(({ status }) => status < 300).length;

/** Eight simultaneous requests for what may happen only once. Each test continues where the last one ended. */
describe('simultaneous requests', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;
  let admin: Person;

  beforeAll(async () => {
    stack = await startTestStack({ env: { REGISTRATION: 'invite' } });
    api = new Api(stack.url);
  }, 120_000);

  afterAll(() => stack.stop());

  const signUp = (invitation?: string) =>
    api.inTurn<{ token: string }>('POST', '/api/user/new', { body: signUpForm({ invitation }) });
  const invitation = async (): Promise<string> =>
    (await admin.request<{ token: string }>('POST', '/api/invitations')).body.token;

  it('make one first account, which is the administrator’s', async () => {
    const answers = await together(() => signUp());
    expect(succeeded(answers)).toBe(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE - 1);
    const first = answers.find(({ status }) => status === 201)!;
    const { user } = claimsOf(first.body.token);
    admin = await api.logIn({ user });
    expect((await admin.request('GET', '/api/invitations')).status).toBe(200);
  });

  it('make one account from one invitation', async () => {
    const token = await invitation();
    const answers = await together(() => signUp(token));
    expect(succeeded(answers)).toBe(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(AT_ONCE - 1);
  });

  it('use a reset link once, and the password of that use is the one that counts', async () => {
    const { mongoUrl, mongoDb } = stack.infrastructure;
    const env = { PATH: process.env.PATH, MONGO_URL: mongoUrl, MONGO_DB: `${mongoDb}_auth`, PORT: '8099' };
    const { stdout } = await run(process.execPath, [ADMIN, 'reset-link', admin.user.email], { env });
    const token = stdout.trim().split('#')[1];
    const passwords = Array.from({ length: AT_ONCE }, (_, number) => `${NEW_PASSWORD} ${number}`);
    const answers = await together((number) => {
      const password = passwords[number];
      return api.request('PUT', '/api/password-resets', { body: { token, password, passwordVal: password } });
    });
    expect(succeeded(answers)).toBe(1);
    const winner = answers.findIndex(({ status }) => status === 204);
    const logIns = [];
    for (const password of passwords) {
      const body = { email: admin.user.email, password };
      logIns.push((await api.request('POST', '/api/login', { body })).status);
    }
    expect(logIns).toEqual(passwords.map((_, number) => (number === winner ? 200 : 401)));
    admin = await api.logIn(admin, passwords[winner]);
  }, 120_000);

  it('log in once with one code, and once with one recovery code', async () => {
    const form = signUpForm({ invitation: await invitation() });
    expect((await api.request('POST', '/api/user/new', { body: form })).status).toBe(201);
    const person = await api.logIn({ user: { email: form.email } });
    const { secret, recoveryCodes } = await person.turnOnSecondFactor();
    // The current code was used to turn the second factor on; the next one is already accepted.
    const next = totpAt(secret, Date.now() + STEP_MS);
    for (const code of [next, recoveryCodes[0]]) {
      const body = { email: form.email, password: PASSWORD, code };
      expect(succeeded(await together(() => api.inTurn('POST', '/api/login', { body })))).toBe(1);
    }
  });

  it('turn a second factor on once', async () => {
    const form = signUpForm({ invitation: await invitation() });
    await api.request('POST', '/api/user/new', { body: form });
    const person = await api.logIn({ user: { email: form.email } });
    const path = '/api/user/me/second-factor';
    const body = { currentPassword: PASSWORD };
    const { secret } = (await person.request<{ secret: string }>('POST', path, { body })).body;
    const confirmations = await together(() =>
      person.request<RecoveryCodesDto>('POST', `${path}/confirmation`, {
        body: { code: totpAt(secret, Date.now()) },
      }),
    );
    expect(succeeded(confirmations)).toBe(1);
  });
});
