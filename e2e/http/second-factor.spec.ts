import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RecoveryCodesDto, SecondFactorDto } from '@inner-weather/contracts/accounts/second-factor.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { totpAt } from '@inner-weather/testing/totp';
import { MongoClient } from 'mongodb';
import { Api, PASSWORD, type Person } from '../support/api.js';
import { readCommandConfig, stackUrl } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const run = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../scripts');
const AUTH_KEYS = resolve(import.meta.dirname, '../../services/auth/dist/keys.cli.js');
const PATH = '/api/user/me/second-factor';
/** Milliseconds for a test that runs a command: each run is a process of its own. */
const COMMAND_MS = 120_000;

describe('a second factor, through the API', () => {
  const api = new Api(stackUrl());
  const { amqpUrl, mongoUrl, database, masterKeys } = readCommandConfig();
  let ada: Person;

  beforeEach(async () => {
    ada = await api.signUp();
  });

  const post = <T>(path: string, body: object, who = ada) =>
    who.request<T>('POST', `${PATH}${path}`, { body });
  const state = async (who = ada) => (await who.request<SecondFactorDto>('GET', PATH)).body;
  const logIn = (code?: string, password = PASSWORD) =>
    api.request('POST', '/api/login', { body: { email: ada.user.email, password, code } });
  /** The code that the app shows now or one step of 30 s later; both are accepted. */
  const codeOf = (secret: string, steps = 0) => totpAt(secret, Date.now() + steps * 30_000);
  const authEnv = () => ({
    PATH: process.env.PATH,
    MONGO_URL: mongoUrl,
    MONGO_DB: `${database}_auth`,
  });

  it('is turned on, asked for at the login, and turned off', async () => {
    expect(await state()).toEqual({ active: false, activeSince: null, recoveryCodesLeft: 0 });
    const begun = await post<{ secret: string; uri: string }>('', { currentPassword: PASSWORD });
    expect(begun.status).toBe(201);
    expect(begun.headers.get('cache-control')).toBe('no-store');
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await logIn()).status).toBe(200);

    const confirmed = await post<RecoveryCodesDto>('/confirmation', { code: codeOf(begun.body.secret) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await state()).toMatchObject({ active: true, recoveryCodesLeft: 10 });
    expectProblem(await post('', { currentPassword: PASSWORD }), 409, 'second_factor_active');

    const asked = await logIn();
    expectProblem(asked, 401, 'second_factor_required');
    expect(asked.headers.getSetCookie()).toEqual([]);
    expectProblem(await logIn('000000'), 401, 'invalid_credentials');
    expectProblem(await logIn(codeOf(begun.body.secret, 1), 'not the password'), 401, 'invalid_credentials');
    expect((await logIn(codeOf(begun.body.secret, 1))).status).toBe(200);

    const [first = '', second = ''] = confirmed.body.recoveryCodes;
    const renewed = await post<RecoveryCodesDto>('/recovery-codes', {
      currentPassword: PASSWORD,
      code: first,
    });
    expect(renewed.status).toBe(201);
    expectProblem(await logIn(second), 401, 'invalid_credentials');
    const off = { currentPassword: PASSWORD, code: renewed.body.recoveryCodes[0] };
    expect((await post('/removal', off)).status).toBe(204);
    expect((await logIn()).status).toBe(200);
    expectProblem(await post('/removal', off), 404, 'not_found');
  });

  it('refuses every other session once it is on, and no other person’s', async () => {
    const [other, bea] = [await api.logIn(ada), await api.signUp()];
    await ada.turnOnSecondFactor();
    await eventually(async () => {
      expectProblem(await other.request('GET', '/api/user/me'), 401, 'unauthenticated');
    });
    expect((await ada.request('GET', '/api/user/me')).status).toBe(200);
    expect(await state(bea)).toMatchObject({ active: false });
  });

  it(
    'is removed by the administrator, for a person who has lost app and recovery codes',
    async () => {
      const admin = async (...args: string[]) =>
        (await run(process.execPath, [`${SCRIPTS}/admin.mjs`, ...args], { env: authEnv() })).stdout.trim();
      await ada.turnOnSecondFactor();
      expectProblem(await logIn(), 401, 'second_factor_required');
      const remove = () => admin('remove-second-factor', ada.user.email.toUpperCase());
      expect(await remove()).toBe('Done: the password is enough now.');
      expect((await logIn()).status).toBe(200);
      expect(await remove()).toBe('This account has no second factor.');
      await expect(admin('remove-second-factor', 'nobody@example.org')).rejects.toMatchObject({ code: 1 });
    },
    COMMAND_MS,
  );

  it(
    'is encrypted with its person’s key, which the key commands handle, and which is destroyed with the account',
    async () => {
      const status = async () => {
        const env = {
          ...authEnv(),
          AMQP_URL: amqpUrl,
          MASTER_KEYS_FILE: masterKeys,
          JWT_PRIVATE_KEY_FILE: 'unused',
        };
        const { stdout } = await run(process.execPath, [AUTH_KEYS, 'status'], { env });
        const [, wrapped] = /auth: (\d+) keys wrapped/.exec(stdout) ?? [];
        const [, destroyed] = /auth: (\d+) destroyed keys/.exec(stdout) ?? [];
        return { wrapped: Number(wrapped), destroyed: Number(destroyed ?? 0) };
      };
      const before = await status();
      await ada.turnOnSecondFactor();
      expect(await status()).toEqual({ ...before, wrapped: before.wrapped + 1 });
      expect((await ada.deleteAccount()).status).toBe(204);
      expect(await status()).toEqual({ ...before, destroyed: before.destroyed + 1 });
      const client = await new MongoClient(mongoUrl).connect();
      const factors = client.db(`${database}_auth`).collection<{ _id: string }>('second_factors');
      expect(await factors.countDocuments({ _id: ada.user.id })).toBe(0);
      await client.close();
    },
    COMMAND_MS,
  );
});
