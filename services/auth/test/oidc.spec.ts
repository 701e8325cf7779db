import type { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { SignInCompletionService } from '../src/sign-in/sign-in-completion.service.js';
import { authenticatorsOf, nextCode, stopClock } from './authenticator.js';
import { aPerson, outcomeOf, PASSWORD, sessionOf } from './harness.js';
import { client, pendingOf, startAuthWithHouse } from './oidc-house.js';

const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

const house = await startAuthWithHouse({}, { house: { adminGroup: 'admins' } });
// The first account administers whatever its groups are.
const adminId = (await house.auth.signUp(aPerson())).user.id;

afterAll(() => house.stop());

// ASVS 6.8.1, 6.8.2, 7.1.3, 7.6.1, 7.6.2, 10.1.1, 10.1.2, 10.2.1, 10.2.2, 10.5.1, 10.5.2, 10.5.3, 10.5.4
describe('signing in at a provider', () => {
  let people = 0;
  /** Another person at the provider, who has an address of their own. */
  const nextPerson = (claims: object = {}) => {
    people += 1;
    const sub = `person ${people}`;
    const email = `person${people}@home.example.org`;
    house.fakes.house.script.lie = { claims: { sub } };
    house.fakes.house.script.userInfo = { sub, email, email_verified: true, given_name: 'Ana', ...claims };
    return { sub, email };
  };
  const reset = async ({ user }: SessionGrant) => {
    const { token } = await house.auth.call('auth.create-reset-link', {
      userId: adminId,
      accountId: user.id,
      proof: { currentPassword: PASSWORD },
    });
    const password = 'a better evening';
    await house.auth.resetPassword(token, password);
    return { password };
  };

  describe('begun in one browser', () => {
    it('is finished by no other, with a flow of its own or without, nor with a cookie of no flow', async () => {
      nextPerson();
      for (const flow of [undefined, (await house.begin()).flow, 'x'.repeat(43)]) {
        const { url } = await house.begin();
        expect(await house.finish(flow, house.answerTo(url))).toEqual({
          page: '/login',
          problem: expect.stringMatching(/^sign_in_(?:expired|failed)$/),
        });
      }
    });

    it('is finished once, however often the answer comes', async () => {
      nextPerson();
      const { url, flow } = await house.begin();
      const query = house.answerTo(url);
      const all = await Promise.all(Array.from({ length: 8 }, () => house.finish(flow, query)));
      expect(all.filter(({ problem }) => problem === undefined)).toHaveLength(1);
      expect(await house.finish(flow, query)).toMatchObject({ problem: 'sign_in_expired' });
    });

    it('is not finished by the answer of another provider, nor at its callback', async () => {
      nextPerson();
      const { url, flow } = await house.begin();
      expect(await house.finish(flow, house.answerTo(url, 'office'), 'office')).toEqual({
        page: '/login',
        problem: 'sign_in_failed',
      });
      const again = await house.begin();
      expect(await house.finish(again.flow, house.answerTo(again.url, 'office'))).toMatchObject({
        problem: 'sign_in_failed',
      });
      await expect(house.begin('nowhere' as 'house')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('leaves nothing that can be read in the database', async () => {
      // So many digits that no hash has them by chance.
      const digits = '7431592653589793';
      const { url } = await house.begin('house', { invitation: `invitation-${digits}` });
      const stored = JSON.stringify(await house.auth.flows.find().toArray());
      const { searchParams } = new URL(url);
      for (const secret of [digits, searchParams.get('state') ?? '', searchParams.get('nonce') ?? ''])
        expect(Buffer.from(stored).toString()).not.toContain(secret);
    });
  });

  it('signs up, and later in, without a password', async () => {
    const { email } = nextPerson();
    const first = await house.visit('house', { returnTo: '/days' });
    expect(first).toEqual({ page: expect.stringMatching(/^\/join\?id=[\w-]+$/), flow: expect.any(String) });
    const pending = pendingOf(first);
    expect(await house.shown(pending)).toEqual({
      provider: { id: 'house', name: 'The house' },
      hasAccount: false,
      email,
      firstName: 'Ana',
      lastName: '',
    });
    const grant = await house.signUpBy(pending, { email });
    await expect(house.signUpBy(pending, { email })).rejects.toMatchObject({ code: 'not_found' });
    const stored = await house.auth.stored(grant.user.id);
    expect(stored).not.toHaveProperty('passwordHash');
    expect(stored).toMatchObject({ email, provedEmail: email });
    const again = await house.visit('house', { returnTo: '/days' });
    expect(again).toMatchObject({ page: '/days', grant: { user: { id: grant.user.id } } });
    // The provider decides anew after thirty days: use moves the end of neither session.
    const sessions = await house.auth.sessions.find({ userId: grant.user.id }).toArray();
    expect(sessions.map(({ renewableUntil }) => renewableUntil)).toEqual([undefined, undefined]);
    expect(await outcomeOf(house.auth.logIn({ email, password: PASSWORD }))).toBe('invalid_credentials');
  });

  it('does not take an address for verified that the provider does not verify', async () => {
    const { user } = await house.auth.signUp(aPerson());
    nextPerson({ email: user.email, email_verified: false });
    const pending = pendingOf(await house.visit());
    expect(await house.shown(pending)).toMatchObject({ hasAccount: false });
    await expect(house.connect(pending, PASSWORD)).rejects.toMatchObject({ code: 'not_found' });
    const { email } = user;
    await expect(house.signUpBy(pending, { email })).rejects.toMatchObject({ code: 'email_taken' });
    await house.signUpBy(pending, { email: `another.${email}` });
  });

  it('goes on in two tabs of a browser at once, each with its own person', async () => {
    const one = await house.begin();
    const two = await house.begin('house', {}, undefined, one.flow);
    expect(two.flow).toBe(one.flow);
    const ana = nextPerson();
    const inOne = pendingOf(await house.finish(one.flow, house.answerTo(one.url)));
    const bea = nextPerson();
    const inTwo = pendingOf(await house.finish(two.flow, house.answerTo(two.url)));
    const emailOf = async (pending: typeof inOne) => (await house.shown(pending)).email;
    expect([await emailOf(inOne), await emailOf(inTwo)]).toEqual([ana.email, bea.email]);
    const grant = await house.signUpBy(inOne, { email: ana.email });
    expect(await house.auth.stored(grant.user.id)).toMatchObject({ provedEmail: ana.email });
    expect(await emailOf(inTwo)).toBe(bea.email);
  });

  describe('with an account of the verified address', () => {
    afterEach(() => {
      jest.useRealTimers();
    });

    it('connects it by its password and its code, and by nothing else', async () => {
      stopClock(Date.now());
      const { turnOn } = authenticatorsOf(house.auth);
      const ana = await house.auth.signUp(aPerson());
      const { secret } = await turnOn(ana);
      nextPerson({ email: ana.user.email });
      const finished = await house.visit();
      expect(finished.grant).toBeUndefined();
      const pending = pendingOf(finished);
      const { email } = ana.user;
      await expect(house.signUpBy(pending, { email })).rejects.toMatchObject({ code: 'email_taken' });
      const wrong = house.connect(pending, 'not the password');
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_credentials' });
      const withoutCode = house.connect(pending, PASSWORD);
      await expect(withoutCode).rejects.toMatchObject({ code: 'second_factor_required' });
      const grant = await house.connect(pending, PASSWORD, nextCode(secret));
      expect(grant.user.id).toBe(ana.user.id);
      // The provider's own factors count from now on.
      expect((await house.visit()).grant?.user.id).toBe(ana.user.id);
    });
  });

  describe('in the settings', () => {
    const proof = { purpose: 'connect', currentPassword: PASSWORD } as const;

    it('connects after the password, and signs in by it', async () => {
      const ana = await house.auth.signUp(aPerson());
      nextPerson();
      const wrong = house.visit('house', { purpose: 'connect', currentPassword: 'a guess' }, ana);
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_credentials' });
      const without = house.visit('house', { purpose: 'connect' }, ana);
      await expect(without).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await house.visit('house', { ...proof, returnTo: '/settings' }, ana)).toEqual({
        page: '/settings',
      });
      expect((await house.methodsOf(ana)).providers).toEqual([
        { id: 'house', name: 'The house', connectedAt: expect.any(String) },
        { id: 'office', name: 'The office', connectedAt: null },
      ]);
      expect((await house.visit()).grant?.user.id).toBe(ana.user.id);
      // The session stays.
      await house.auth.restore(ana.cookie);
    });

    it('connects no session that has ended meanwhile, and none of no one', async () => {
      const ana = await house.auth.signUp(aPerson());
      nextPerson();
      const { url, flow } = await house.begin('house', proof, ana);
      await house.auth.call('auth.log-out', { cookie: ana.cookie });
      expect(await house.finish(flow, house.answerTo(url))).toMatchObject({ problem: 'sign_in_expired' });
      expect(await outcomeOf(house.begin('house', { purpose: 'connect' }))).toBe('unauthenticated');
    });

    it('connects an identity with one account only', async () => {
      const [ana, bea] = [await house.auth.signUp(aPerson()), await house.auth.signUp(aPerson())];
      nextPerson();
      await house.visit('house', proof, ana);
      expect(await house.visit('house', proof, bea)).toMatchObject({ problem: 'identity_taken' });
      nextPerson();
      expect(await house.visit('house', proof, ana)).toMatchObject({ problem: 'identity_second' });
    });

    it('disconnects after the password, and ends every other session', async () => {
      const ana = await house.auth.signUp(aPerson());
      nextPerson();
      await house.visit('house', proof, ana);
      const { grant } = await house.visit();
      await expect(house.disconnect(ana)).rejects.toMatchObject({ code: 'validation_failed' });
      await house.disconnect(ana, { currentPassword: PASSWORD });
      expect(await outcomeOf(house.auth.restore(grant?.cookie ?? ''))).toBe('unauthenticated');
      await house.auth.restore(ana.cookie);
      expect((await house.visit()).flow).toBeDefined();
      const again = house.disconnect(ana, { currentPassword: PASSWORD });
      await expect(again).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('without a password', () => {
    const confirm = async (grant: SessionGrant) => {
      const { lie } = house.fakes.house.script;
      const auth_time = Math.floor(Date.now() / 1_000);
      house.fakes.house.script.lie = { claims: { ...lie.claims, auth_time } };
      return house.visit('house', { purpose: 'confirm' }, grant);
    };
    const removeOwn = (grant: SessionGrant) =>
      house.auth.call('auth.delete-user', { userId: grant.user.id, sessionId: sessionOf(grant), proof: {} });

    it('needs a confirmation at the provider for what otherwise needs the password', async () => {
      const { email } = nextPerson();
      const ana = await house.signUp({ email });
      const other = (await house.visit()).grant!;
      await expect(removeOwn(ana)).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect(await confirm(ana)).toEqual({ page: '/settings' });
      expect((await house.methodsOf(ana)).confirmedUntil).not.toBeNull();
      // It counts for the session alone in which it was made.
      expect((await house.methodsOf(other)).confirmedUntil).toBeNull();
      await expect(removeOwn(other)).rejects.toMatchObject({ code: 'invalid_credentials' });
      await removeOwn(ana);
      await eventually(async () => expect(await house.auth.stored(ana.user.id)).toBeNull());
      expect(await house.auth.identities.countDocuments({ userId: ana.user.id })).toBe(0);
    });

    it('is not confirmed by another person at the provider', async () => {
      const { email } = nextPerson();
      const ana = await house.signUp({ email });
      nextPerson();
      expect(await confirm(ana)).toMatchObject({ problem: 'sign_in_other' });
      await expect(removeOwn(ana)).rejects.toMatchObject({ code: 'invalid_credentials' });
    });

    it('with a password loses the provider by a link for a new one', async () => {
      const ana = await house.auth.signUp(aPerson());
      nextPerson();
      await house.visit('house', { purpose: 'connect', currentPassword: PASSWORD }, ana);
      await reset(ana);
      expect((await house.visit()).grant).toBeUndefined();
    });

    it('gets a password by an administrator’s link, and keeps the provider', async () => {
      const { email } = nextPerson();
      const ana = await house.signUp({ email });
      await confirm(ana);
      const { password } = await reset(ana);
      await expect(house.auth.restore(ana.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      const again = await house.auth.logIn({ email, password });
      expect(again.user.id).toBe(ana.user.id);
      expect(await house.methodsOf(again)).toMatchObject({ hasPassword: true, confirmedUntil: null });
      expect((await house.visit()).grant?.user.id).toBe(ana.user.id);
      await expect(removeOwn(again)).rejects.toMatchObject({ code: 'validation_failed' });
    });

    it('keeps the last way in, until there is a password', async () => {
      const { email } = nextPerson();
      const ana = await house.signUp({ email });
      await confirm(ana);
      await expect(house.disconnect(ana)).rejects.toMatchObject({ code: 'forbidden' });
      await house.auth.update(ana, { password: PASSWORD });
      expect((await house.methodsOf(ana)).hasPassword).toBe(true);
      await expect(house.disconnect(ana)).rejects.toMatchObject({ code: 'validation_failed' });
      expect((await house.auth.logIn({ email, password: PASSWORD })).user.id).toBe(ana.user.id);
    });
  });

  it('administers while the provider’s group says so, and the first account always', async () => {
    const { email } = nextPerson({ groups: ['admins'] });
    const ana = await house.signUp({ email });
    const isAdmin = async () => (await house.auth.call('auth.get-user', { userId: ana.user.id })).isAdmin;
    expect(await isAdmin()).toBe(true);
    // Nothing is said of groups: nothing ends.
    Object.assign(house.fakes.house.script.userInfo, { groups: undefined });
    await house.visit();
    expect(await isAdmin()).toBe(true);
    Object.assign(house.fakes.house.script.userInfo, { groups: [] });
    await house.visit();
    expect(await isAdmin()).toBe(false);
  });

  it('does not administer by the group of a provider that a link for a new password disconnected', async () => {
    const ana = await house.auth.signUp(aPerson());
    const isAdmin = async () => (await house.auth.call('auth.get-user', { userId: ana.user.id })).isAdmin;
    nextPerson({ groups: ['admins'] });
    await house.visit('house', { purpose: 'connect', currentPassword: PASSWORD }, ana);
    await house.visit();
    expect(await isAdmin()).toBe(true);
    const { password } = await reset(ana);
    expect(await isAdmin()).toBe(false);
    // Another identity does not bring the role of the first one back.
    nextPerson();
    const again = await house.auth.logIn({ email: ana.user.email, password });
    await house.visit('house', { purpose: 'connect', currentPassword: password }, again);
    await house.visit();
    expect(await isAdmin()).toBe(false);
  });

  it('does not administer by a sign-in that is refused', async () => {
    const { email } = nextPerson({ groups: [] });
    const ana = await house.signUp({ email });
    Object.assign(house.fakes.house.script.userInfo, { groups: ['admins'] });
    const completion = house.auth.app.get(SignInCompletionService, { strict: false });
    const refusal = jest.spyOn(completion, 'completeSignIn').mockRejectedValueOnce(new Error('refused'));
    await house.visit().catch(() => undefined);
    expect(refusal).toHaveBeenCalledTimes(1);
    refusal.mockRestore();
    expect((await house.auth.call('auth.get-user', { userId: ana.user.id })).isAdmin).toBe(false);
  });

  describe('logging out', () => {
    const endFromThere = (claims: object, over: object = {}) =>
      house.auth.call('auth.end-from-provider', {
        provider: 'house',
        logoutToken: house.fakes.house.tokenOf({ claims: { nonce: undefined, ...claims }, ...over }),
        client,
      });

    it('leads to the provider’s page once, with the ID token', async () => {
      const { email } = nextPerson();
      const ana = await house.signUp({ email });
      const { sessionId } = await house.auth.call('auth.log-out', { cookie: ana.cookie });
      const leave = () => house.auth.call('auth.leave-provider', { sessionId: sessionId ?? '' });
      const { searchParams } = new URL((await leave()).url ?? '');
      expect(searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
      expect(await leave()).toEqual({ url: null });
    });

    it('ends the sessions here that the provider has ended', async () => {
      const { sub, email } = nextPerson();
      const ana = await house.signUp({ email });
      const other = await house.auth.signUp(aPerson());
      await endFromThere({ sub, events: LOGOUT });
      await expect(house.auth.restore(ana.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      await house.auth.restore(other.cookie);
    });

    it('ends only the session here that belongs to one there', async () => {
      const { email } = nextPerson();
      const { script } = house.fakes.house;
      const ofSession = (sid: string) => (script.lie = { claims: { ...script.lie.claims, sid } });
      ofSession('phone');
      const phone = await house.signUp({ email });
      ofSession('desk');
      const { grant } = await house.visit();
      await endFromThere({ sub: undefined, sid: 'phone', events: LOGOUT });
      await expect(house.auth.restore(phone.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      await house.auth.restore(grant!.cookie);
    });

    it('believes no other token', async () => {
      const { sub, email } = nextPerson();
      const ana = await house.signUp({ email });
      for (const [what, claims, over] of [
        ['an ID token', {}],
        ['a nonce', { nonce: 'any', events: LOGOUT }],
        ['another issuer', { iss: 'https://evil.example.org', events: LOGOUT }],
        ['another audience', { aud: 'another', events: LOGOUT }],
        ['an old time', { iat: 1, events: LOGOUT }],
        ['a foreign signature', { events: LOGOUT }, { signature: 'foreign' }],
        ['no signature', { events: LOGOUT }, { header: { alg: 'none' }, signature: 'none' }],
      ] as const) {
        const answer = await endFromThere({ sub, ...claims }, over).catch(({ code }: DomainError) => code);
        expect([what, answer]).toEqual([what, 'malformed_request']);
      }
      await house.auth.restore(ana.cookie);
    });
  });
});
