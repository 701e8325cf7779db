import { REGISTRATION_MODES } from '@inner-weather/contracts/accounts/registration.dto';
import { jest } from '@jest/globals';
import { UsersRepository } from '../src/accounts/users.repository.js';
import type { AuthConfig } from '../src/config.js';
import { IdentitiesRepository } from '../src/identities/identities.repository.js';
import type { OidcProvider } from '../src/oidc-provider.js';
import { stopClock } from './authenticator.js';
import { aPerson, PASSWORD } from './harness.js';
import { pendingOf, startAuthWithHouse } from './oidc-house.js';

const house = await startAuthWithHouse();

afterAll(() => house.stop());

describe('signing up at a provider', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A new installation that is set up like this, as is its provider. */
  const setUp = async (settings: Partial<AuthConfig>, provider: Partial<OidcProvider> = {}) => {
    const { config, startOver } = house.auth;
    await startOver();
    const byDefault = { REGISTRATION: 'open', PASSWORD_LOGIN: 'on', RATE_LIMITS: 'off' };
    Object.assign(config, byDefault, settings);
    Object.assign(config.OIDC_PROVIDERS[0]!, { auto: false, trustEmail: false, signUp: true }, provider);
    Object.assign(house.fakes.house.script, { lie: {}, userInfo: {} });
  };

  it('makes the first account of all the administrator’s', async () => {
    await setUp({ REGISTRATION: 'closed' });
    const ana = await house.signUp();
    expect((await house.auth.call('auth.get-user', { userId: ana.user.id })).isAdmin).toBe(true);
    const sub = 'another';
    Object.assign(house.fakes.house.script, { lie: { claims: { sub } }, userInfo: { sub } });
    expect(await house.visit()).toEqual({ page: '/login', problem: 'identity_unknown' });
  });

  it('names the way to connect, the same for every address that is not verified', async () => {
    for (const [REGISTRATION, signUp, problem] of [
      ['closed', true, 'identity_unknown'],
      ['invite', true, 'identity_unknown_invite'],
      ['open', false, 'identity_unknown'],
    ] as const) {
      await setUp({ REGISTRATION }, { signUp });
      const ana = await house.auth.signUp(aPerson());
      for (const email of [ana.user.email, 'nobody@home.example.org', undefined]) {
        house.fakes.house.script.userInfo = { email, email_verified: false };
        expect(await house.visit()).toEqual({ page: '/login', problem });
      }
    }
  });

  it('connects an account of an address that is trusted, whoever may sign up', async () => {
    for (const REGISTRATION of REGISTRATION_MODES) {
      await setUp({ REGISTRATION }, { trustEmail: true });
      const ana = await house.auth.signUp(aPerson());
      house.fakes.house.script.userInfo = { email: ana.user.email };
      const pending = pendingOf(await house.visit());
      expect(await house.shown(pending)).toMatchObject({ hasAccount: true });
      const grant = await house.connect(pending, PASSWORD);
      expect(grant.user.id).toBe(ana.user.id);
    }
  });

  it('is the only way with PASSWORD_LOGIN=off, and cannot be disconnected then', async () => {
    await setUp({}, { auto: true, trustEmail: true });
    const ana = await house.auth.signUp(aPerson());
    house.auth.config.PASSWORD_LOGIN = 'off';
    expect(await house.auth.call('auth.get-registration', {})).toMatchObject({
      passwordLogin: false,
      autoProvider: 'house',
    });
    const off = { code: 'forbidden', errors: [{ code: 'password_login_off' }] };
    await expect(house.auth.logIn({ email: ana.user.email, password: PASSWORD })).rejects.toMatchObject(off);
    await expect(house.auth.signUp(aPerson())).rejects.toMatchObject(off);
    // The password still proves whose the account is, so that it can be connected.
    house.fakes.house.script.userInfo = { email: ana.user.email };
    const grant = await house.connect(pendingOf(await house.visit()), PASSWORD);
    expect(grant.user.id).toBe(ana.user.id);
    expect((await house.visit()).grant?.user.id).toBe(ana.user.id);
    const remove = house.disconnect(ana, { currentPassword: PASSWORD });
    await expect(remove).rejects.toMatchObject({ code: 'forbidden', errors: [{ code: 'identity_only' }] });
  });

  it('needs an invitation where one is needed', async () => {
    await setUp({ REGISTRATION: 'invite' });
    const admin = await house.auth.signUp(aPerson());
    const { token: invitation } = await house.auth.call('auth.invite', { userId: admin.user.id });
    const pending = pendingOf(await house.visit('house', { invitation }));
    const ana = await house.signUpBy(pending);
    expect(await house.auth.stored(ana.user.id)).toMatchObject({ email: house.form.email });
    expect(await house.auth.call('auth.list-invitations', { userId: admin.user.id })).toEqual([]);
  });

  describe('interrupted by the database', () => {
    /** A sign-up that fails at this insert. */
    const interruptAt = async (repository: { insert: (...args: never[]) => Promise<unknown> }) => {
      const insert = jest
        .spyOn(repository, 'insert')
        .mockRejectedValueOnce(new Error('The database is away.'));
      await expect(house.signUp()).rejects.toMatchObject({ code: 'internal' });
      insert.mockRestore();
    };

    it('leaves no account that nobody can open', async () => {
      await setUp({});
      await interruptAt(house.auth.app.get(IdentitiesRepository));
      const grant = await house.signUp();
      expect((await house.visit()).grant?.user.id).toBe(grant.user.id);
    });

    it('leaves an identity only for as long as its account may still come', async () => {
      await setUp({});
      await interruptAt(house.auth.app.get(UsersRepository));
      await expect(house.signUp()).rejects.toMatchObject({ errors: [{ code: 'same_moment' }] });
      const connectedAt = new Date(Date.now() - 61_000);
      await house.auth.identities.updateMany({}, { $set: { connectedAt } });
      const grant = await house.signUp();
      expect((await house.visit()).grant?.user.id).toBe(grant.user.id);
    });
  });

  it('is limited by network, at its beginning and at its end', async () => {
    // No quarter of an hour ends meanwhile.
    stopClock(Date.now());
    await setUp({ RATE_LIMITS: 'on' });
    const both = () => Promise.all([house.begin(), house.finish(undefined, '')]);
    await both();
    // As if it had begun and finished 98 more.
    await house.auth.counters.updateMany({}, { $set: { count: 99 } });
    expect(await both()).toMatchObject([{ flow: expect.any(String) }, { problem: 'sign_in_expired' }]);
    await expect(house.begin()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await house.finish(undefined, '')).toMatchObject({ problem: 'too_many_sign_ins' });
  });
});
