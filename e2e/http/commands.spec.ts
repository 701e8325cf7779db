import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@inner-weather/testing/eventually';
import { Api, PASSWORD, type Person, signUpForm } from '../support/requests/api.js';
import { readCommandConfig, stackUrl } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';

const run = promisify(execFile);
const ADMIN = resolve(import.meta.dirname, '../../scripts/admin.mjs');
const KEYS = resolve(import.meta.dirname, '../../libs/platform/dist/encryption/keys.cli.js');
const NEW_PASSWORD = 'a longer evening walk';

// ASVS 6.1.3, 6.3.4, 6.4.4, 7.4.5
/** Each run is a process of its own. */
describe('a command for the administrator', () => {
  const api = new Api(stackUrl());
  const { mongoUrl, database, masterKeys } = readCommandConfig();
  const env = { PATH: process.env.PATH, MONGO_URL: mongoUrl, MONGO_DB: `${database}_auth`, PORT: '8099' };
  let ada: Person;

  // The first account of a stack administers it.
  beforeAll(() => api.signUp());
  beforeEach(async () => {
    ada = await api.signUp();
  });

  const admin = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [ADMIN, ...args], { env })).stdout.trim();
  /** The fragment of a link to this page. */
  const tokenOf = (link: string, page: string): string => {
    expect(link).toMatch(new RegExp(`^http://localhost:8099/${page}#[\\w-]{43}$`));
    return link.split('#')[1] ?? '';
  };
  const logIn = (password = PASSWORD) =>
    api.inTurn('POST', '/api/login', { body: { email: ada.user.email, password } });

  it('appoints one, who sees and can take back what the command for invitations makes', async () => {
    const open = () => ada.request<{ id: string }[]>('GET', '/api/invitations');
    expectProblem(await open(), 403, 'forbidden');
    await admin('make-admin', ada.user.email);
    const before = (await open()).body;
    const invitation = tokenOf(await admin('invite'), 'signup');
    const after = (await open()).body;
    expect(after).toHaveLength(before.length + 1);
    expect(JSON.stringify(after)).not.toContain(invitation);
    expect((await api.inTurn('POST', '/api/user/new', { body: signUpForm({ invitation }) })).status).toBe(
      201,
    );
    const { id } = after.find((one) => !before.some((known) => known.id === one.id))!;
    expect((await ada.request('DELETE', `/api/invitations/${id}`)).status).toBe(204);
  }, 120_000);

  it('makes a link to a new password, which ends all sessions', async () => {
    const token = tokenOf(await admin('reset-link', ada.user.email.toUpperCase()), 'reset-password');
    const reset = () =>
      api.inTurn('PUT', '/api/password-resets', {
        body: { token, password: NEW_PASSWORD, passwordVal: NEW_PASSWORD },
      });
    expect((await reset()).status).toBe(204);
    expectProblem(await reset(), 404, 'not_found');
    await eventually(async () => expect((await ada.request('GET', '/api/user/me')).status).toBe(401));
    expect([(await logIn()).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
  }, 120_000);

  it('signs one account out everywhere, and no other', async () => {
    const [there, bea] = [await api.logIn(ada), await api.signUp()];
    await admin('end-sessions', ada.user.email);
    for (const one of [ada, there]) {
      await eventually(async () => expect((await one.request('GET', '/api/user/me')).status).toBe(401));
      const restored = await api.request('GET', '/api/session', { headers: { cookie: one.cookie } });
      expect(restored.status).toBe(204);
    }
    expect((await bea.request('GET', '/api/user/me')).status).toBe(200);
  }, 120_000);

  it('removes a second factor, whose secret the commands for keys count', async () => {
    const keys = async () => {
      const { stdout } = await run(process.execPath, [KEYS, 'status', 'auth'], {
        env: { ...env, MASTER_KEYS_FILE: masterKeys },
      });
      return [/auth: (\d+) keys wrapped/, /auth: (\d+) destroyed keys/].map((line) =>
        Number(line.exec(stdout)?.[1] ?? 0),
      ) as [number, number];
    };
    const [wrapped, destroyed] = await keys();
    await ada.turnOnSecondFactor();
    expect(await keys()).toEqual([wrapped + 1, destroyed]);
    expectProblem(await logIn(), 401, 'second_factor_required');
    const remove = () => admin('remove-second-factor', ada.user.email.toUpperCase());
    expect(await remove()).toBe('Done: the password is enough now.');
    expect((await logIn()).status).toBe(200);
    expect(await remove()).toBe('This account has no second factor.');
    expect((await ada.deleteAccount()).status).toBe(204);
    expect(await keys()).toEqual([wrapped, destroyed + 1]);
  }, 120_000);

  it('explains its errors', async () => {
    await Promise.all([
      expect(admin('reset-link', 'nobody@example.org')).rejects.toMatchObject({ code: 1 }),
      expect(admin('reset-link')).rejects.toMatchObject({ code: 2 }),
    ]);
  }, 120_000);
});
