import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { LIMITS } from '@inner-weather/domain/limits';
import { SoftAuthenticator } from '@inner-weather/testing/soft-authenticator';
import { jest } from '@jest/globals';
import { PasskeyChallengesRepository } from '../src/passkeys/passkey-challenges.repository.js';
import { PasskeysRepository } from '../src/passkeys/passkeys.repository.js';
import { CredentialsService } from '../src/sessions/credentials.service.js';
import { authenticatorsOf, nextCode, stopClock } from './authenticator.js';
import { aPerson, outcomeOf, PASSWORD, sessionOf, startAuth, withoutPassword } from './harness.js';
import { atNext, meetAt } from './meet-at.js';

const HOST = 'journal.example.org';
const ORIGIN = `https://${HOST}`;
const TEN_MINUTES_MS = 10 * 60_000;
const BITWARDEN = 'd548826e-79b4-db40-a3d8-11116f7e8349';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const client = { address: '192.0.2.1', userAgent: FIREFOX };
const wrong = { code: 'invalid_credentials', errors: [{ code: 'passkey_wrong' }] };
const expired = { code: 'invalid_credentials', errors: [{ code: 'sign_in_expired' }] };
const notAdded = { code: 'validation_failed', errors: [{ code: 'passkey_not_added' }] };
const tooLate = { code: 'not_found', errors: [{ code: 'set_up_expired' }] };
const noSuch = { code: 'not_found', errors: [{ code: 'no_such_passkey' }] };
const unavailable = { code: 'forbidden', errors: [{ code: 'passkeys_unavailable' }] };

stopClock(Date.now());
const auth = await startAuth({ PUBLIC_URL: `${ORIGIN}/` });

afterAll(async () => {
  jest.useRealTimers();
  await auth.stop();
});

describe('passkeys', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });
  afterEach(() => {
    auth.config.PUBLIC_URL = `${ORIGIN}/`;
    auth.config.PASSWORD_LOGIN = 'on';
  });

  const inSession = (grant: SessionGrant) => ({ userId: grant.user.id, sessionId: sessionOf(grant) });
  const begin = async (grant: SessionGrant, proof: object = { currentPassword: PASSWORD }) => {
    const { options } = await auth.call('auth.begin-passkey', { ...inSession(grant), proof });
    return options as Parameters<SoftAuthenticator['make']>[0] & Record<string, unknown>;
  };
  const add = (grant: SessionGrant, passkey: ReturnType<SoftAuthenticator['make']>) =>
    auth.call('auth.add-passkey', { ...inSession(grant), passkey, client });
  const addNew = async (grant: SessionGrant, proof?: object) => {
    const authenticator = new SoftAuthenticator(ORIGIN);
    return { authenticator, ...(await add(grant, authenticator.make(await begin(grant, proof)))) };
  };
  const list = ({ user }: SessionGrant) => auth.call('auth.list-passkeys', { userId: user.id });
  const challenge = async () => {
    const { options } = await auth.call('auth.get-passkey-challenge', { client });
    return options as Parameters<SoftAuthenticator['use']>[0] & Record<string, unknown>;
  };
  const logInWith = (answer: ReturnType<SoftAuthenticator['use']>) =>
    auth.call('auth.log-in-by-passkey', { answer, client });
  const logIn = async (
    authenticator: SoftAuthenticator,
    otherwise?: Parameters<SoftAuthenticator['use']>[1],
  ) => logInWith(authenticator.use(await challenge(), otherwise));
  const remove = (grant: SessionGrant, passkeyId: string, proof: object = { currentPassword: PASSWORD }) =>
    auth.call('auth.remove-passkey', { ...inSession(grant), passkeyId, proof });
  const rename = ({ user }: SessionGrant, passkeyId: string, name: string) =>
    auth.call('auth.rename-passkey', { userId: user.id, passkeyId, change: { name } });

  describe('that are added', () => {
    it('are discoverable, verify their user, and are named after what keeps them', async () => {
      const options = await begin(ana);
      expect(options).toMatchObject({
        rp: { id: HOST, name: 'Inner Weather' },
        user: { name: ana.user.email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: TEN_MINUTES_MS,
        excludeCredentials: [],
      });
      const manager = new SoftAuthenticator(ORIGIN, BITWARDEN);
      const first = await add(ana, manager.make(options));
      expect(first).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Bitwarden',
        host: HOST,
        usable: true,
        createdAt: expect.stringMatching(/^20.*Z$/),
        lastUsedAt: null,
      });
      // One manager is not to keep two of them.
      expect((await begin(ana)).excludeCredentials).toMatchObject([{ id: manager.id }]);
      expect(await addNew(ana)).toMatchObject({ name: 'Firefox (Linux)' });
      expect(await list(ana)).toMatchObject({ origin: ORIGIN, obstacle: null, passkeys: [{}, {}] });
      expect((await auth.call('auth.get-export', inSession(ana))).passkeys).toContainEqual(first);
    });

    it('need the password, and a code where the second factor is on', async () => {
      for (const [proof, code] of [
        [{}, 'validation_failed'],
        [{ currentPassword: 'a guess' }, 'invalid_credentials'],
      ] as const)
        await expect(begin(ana, proof)).rejects.toMatchObject({ code });
      const { secret } = await authenticatorsOf(auth).turnOn(ana);
      await expect(begin(ana)).rejects.toMatchObject({ code: 'second_factor_required' });
      const proof = { currentPassword: PASSWORD, code: nextCode(secret) };
      await expect(addNew(ana, proof)).resolves.toBeDefined();
    });

    it('need a confirmation in the same session where there is no password', async () => {
      await withoutPassword(auth, ana);
      const unconfirmed = { code: 'invalid_credentials', errors: [{ code: 'confirm_first' }] };
      await expect(begin(ana, {})).rejects.toMatchObject(unconfirmed);
    });

    it('take a challenge once, within ten minutes, in the session that asked for it', async () => {
      const eve = await auth.signUp(aPerson());
      const elsewhere = await auth.logIn({ email: ana.user.email, password: PASSWORD });
      for (const other of [eve, elsewhere]) {
        const options = await begin(ana);
        await expect(add(other, new SoftAuthenticator(ORIGIN).make(options))).rejects.toMatchObject(tooLate);
        await expect(add(ana, new SoftAuthenticator(ORIGIN).make(options))).rejects.toMatchObject(tooLate);
      }
      const options = await begin(ana);
      await add(ana, new SoftAuthenticator(ORIGIN).make(options));
      await expect(add(ana, new SoftAuthenticator(ORIGIN).make(options))).rejects.toMatchObject(tooLate);
      const late = await begin(ana);
      jest.setSystemTime(Date.now() + TEN_MINUTES_MS);
      await expect(add(ana, new SoftAuthenticator(ORIGIN).make(late))).rejects.toMatchObject(tooLate);
      // A challenge for a login is for everyone, so it cannot add anything.
      const { challenge: ofLogin } = await challenge();
      const answer = new SoftAuthenticator(ORIGIN).make({ ...late, challenge: ofLogin });
      await expect(add(ana, answer)).rejects.toMatchObject(tooLate);
      expect((await list(ana)).passkeys).toHaveLength(1);
    });

    it.each([
      ['another origin', { origin: 'https://journal.example.org.evil.example' }],
      ['another port of the host', { origin: `${ORIGIN}:8443` }],
      ['another host', { host: 'example.org' }],
      ['an authenticator that has not verified its user', { isVerified: false }],
      ['another operation', { type: 'webauthn.get' }],
    ])('are refused from %s', async (_what, otherwise) => {
      const answer = new SoftAuthenticator(ORIGIN).make(await begin(ana), otherwise);
      await expect(add(ana, answer)).rejects.toMatchObject(notAdded);
      expect((await list(ana)).passkeys).toEqual([]);
    });

    it("cannot have the credential ID of another's", async () => {
      const eve = await auth.signUp(aPerson());
      const { authenticator } = await addNew(ana);
      await expect(add(eve, authenticator.make(await begin(eve)))).rejects.toMatchObject(notAdded);
      authenticator.make(await begin(ana));
      expect((await logIn(authenticator)).user).toEqual(ana.user);
    });

    it('are at most ten, also if they are added at the same moment', async () => {
      for (let count = 1; count < LIMITS.passkeysMax; count += 1) await addNew(ana);
      const [one, two] = [await begin(ana), await begin(ana)];
      const full = { code: 'passkey_limit' };
      meetAt(auth.app.get(PasskeysRepository, { strict: false }), 'list', 2);
      const outcomes = await Promise.allSettled(
        [one, two].map((options) => add(ana, new SoftAuthenticator(ORIGIN).make(options))),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
      jest.restoreAllMocks();
      expect((await list(ana)).passkeys.length).toBeLessThanOrEqual(LIMITS.passkeysMax);
      while ((await list(ana)).passkeys.length < LIMITS.passkeysMax) await addNew(ana);
      await expect(begin(ana)).rejects.toMatchObject(full);
    });

    it('are not added under a password that was changed meanwhile', async () => {
      const options = await begin(ana);
      await auth.update(ana, { password: 'a better evening', currentPassword: PASSWORD });
      await expect(add(ana, new SoftAuthenticator(ORIGIN).make(options))).rejects.toMatchObject({
        code: 'invalid_credentials',
        errors: [{ code: 'same_moment' }],
      });
      expect((await list(ana)).passkeys).toEqual([]);
    });
  });

  describe('at a login', () => {
    it('sign in without a password and without a code, and note their use', async () => {
      const { secret } = await authenticatorsOf(auth).turnOn(ana);
      const proof = { currentPassword: PASSWORD, code: nextCode(secret) };
      const { authenticator } = await addNew(ana, proof);
      const grant = await logIn(authenticator);
      expect(grant).toMatchObject({ user: ana.user, device: expect.any(String) });
      expect((await auth.restore(grant.cookie)).user).toEqual(ana.user);
      expect((await list(ana)).passkeys).toMatchObject([{ lastUsedAt: new Date().toISOString() }]);
      // Like a session that a password has opened, it lasts for as long as it is used.
      expect(await auth.sessions.findOne({ _id: sessionOf(grant) })).toHaveProperty('renewableUntil');
    });

    it('are named where a code is asked for, if there are any', async () => {
      const { secret } = await authenticatorsOf(auth).turnOn(ana);
      const credentials = { email: ana.user.email, password: PASSWORD };
      const asked = (code: string) => ({ code: 'second_factor_required', errors: [{ code }] });
      await expect(auth.logIn(credentials)).rejects.toMatchObject(asked('code_wanted'));
      await addNew(ana, { currentPassword: PASSWORD, code: nextCode(secret) });
      await expect(auth.logIn(credentials)).rejects.toMatchObject(asked('code_or_passkey_wanted'));
      auth.config.PUBLIC_URL = 'https://elsewhere.example.org';
      await expect(auth.logIn(credentials)).rejects.toMatchObject(asked('code_wanted'));
    });

    it('get a challenge that tells nothing of any account', async () => {
      await addNew(ana);
      const options = await challenge();
      expect(options).toMatchObject({ rpId: HOST, userVerification: 'required', timeout: TEN_MINUTES_MS });
      expect(options).not.toHaveProperty('allowCredentials');
      // Nobody who reads the database can answer it.
      const stored = JSON.stringify(await auth.passkeyChallenges.find().toArray());
      expect(stored).not.toContain(options.challenge);
    });

    it('take a challenge once, within ten minutes', async () => {
      const { authenticator } = await addNew(ana);
      const answer = authenticator.use(await challenge());
      const outcomes = await Promise.allSettled([answer, answer, answer, answer].map(logInWith));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(logInWith(answer)).rejects.toMatchObject(expired);
      const late = await challenge();
      jest.setSystemTime(Date.now() + TEN_MINUTES_MS);
      await expect(logInWith(authenticator.use(late))).rejects.toMatchObject(expired);
      await expect(logInWith(authenticator.use({ ...late, challenge: 'bm90IG91cnM' }))).rejects.toMatchObject(
        expired,
      );
      const { challenge: toAdd } = await begin(ana);
      await expect(logInWith(authenticator.use({ ...late, challenge: toAdd }))).rejects.toMatchObject(
        expired,
      );
    });

    it('use up their challenge also by a wrong answer', async () => {
      const { authenticator } = await addNew(ana);
      const options = await challenge();
      const answer = authenticator.use(options, { isVerified: false });
      await expect(logInWith(answer)).rejects.toMatchObject(wrong);
      await expect(logInWith(authenticator.use(options))).rejects.toMatchObject(expired);
    });

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { host: 'evil.example' }],
      ['an authenticator that has not verified its user', { isVerified: false }],
      ['another operation', { type: 'webauthn.create' }],
    ])('are refused from %s', async (_what, otherwise) => {
      const { authenticator } = await addNew(ana);
      await expect(logIn(authenticator, otherwise)).rejects.toMatchObject(wrong);
      await expect(logIn(authenticator)).resolves.toBeDefined();
    });

    it('are refused with the same words if they are unknown, or signed by another', async () => {
      const { authenticator } = await addNew(ana);
      const stranger = new SoftAuthenticator(ORIGIN);
      stranger.make(await begin(ana));
      await expect(logIn(stranger)).rejects.toMatchObject(wrong);
      const { signature } = stranger.use(await challenge());
      const forged = { ...authenticator.use(await challenge()), signature };
      await expect(logInWith(forged)).rejects.toMatchObject(wrong);
    });

    it("do not open another's journal", async () => {
      const eve = await auth.signUp(aPerson());
      const { authenticator } = await addNew(eve);
      const userHandle = Buffer.from(ana.user.id).toString('base64url');
      await expect(logIn(authenticator, { userHandle })).rejects.toMatchObject(wrong);
      expect((await logIn(authenticator)).user).toEqual(eve.user);
    });

    it('are refused as copied if their counter does not go on, however many answer at once', async () => {
      const { authenticator } = await addNew(ana);
      const copied = { code: 'invalid_credentials', errors: [{ code: 'passkey_copied' }] };
      await expect(logIn(authenticator, { counter: 7 })).resolves.toBeDefined();
      for (const counter of [7, 6, 0])
        await expect(logIn(authenticator, { counter })).rejects.toMatchObject(copied);
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => logIn(authenticator, { counter: 8 })));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  describe('and other changes', () => {
    it('are renamed by their owner only', async () => {
      const eve = await auth.signUp(aPerson());
      const { id } = await addNew(ana);
      await expect(rename(eve, id, 'Mine')).rejects.toMatchObject(noSuch);
      expect(await rename(ana, id, 'My phone')).toMatchObject({ id, name: 'My phone' });
      expect((await list(ana)).passkeys).toMatchObject([{ name: 'My phone' }]);
    });

    it('are removed by their owner only, with the password, and every other session ends', async () => {
      const eve = await auth.signUp(aPerson());
      const { id, authenticator } = await addNew(ana);
      const opened = await logIn(authenticator);
      await expect(remove(eve, id)).rejects.toMatchObject(noSuch);
      expect(await outcomeOf(remove(ana, id, { currentPassword: 'a guess' }))).toBe('invalid_credentials');
      await remove(ana, id);
      await expect(logIn(authenticator)).rejects.toMatchObject(wrong);
      await expect(auth.restore(opened.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
      await expect(remove(ana, id)).rejects.toMatchObject(noSuch);
    });

    it('open no session that outlives a removal at the same moment', async () => {
      const { id, authenticator } = await addNew(ana);
      const credentials = auth.app.get(CredentialsService, { strict: false });
      let opened: SessionGrant | undefined;
      atNext(credentials, 'claim', { after: async () => (opened = await logIn(authenticator)) });
      await remove(ana, id);
      jest.restoreAllMocks();
      await expect(auth.restore(opened!.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
    });

    it('stay where there is nothing else to sign in with', async () => {
      const { id, authenticator } = await addNew(ana);
      await withoutPassword(auth, ana);
      await expect(remove(ana, id, {})).rejects.toMatchObject({ errors: [{ code: 'confirm_first' }] });
      await expect(logIn(authenticator)).resolves.toBeDefined();
    });

    it('stay with a new password and without other sessions, and end with a password by a link', async () => {
      const { authenticator } = await addNew(ana);
      await auth.update(ana, { password: 'a better evening', currentPassword: PASSWORD });
      await auth.call('auth.end-other-sessions', inSession(ana));
      await expect(logIn(authenticator)).resolves.toBeDefined();
      await auth.resetPassword(await auth.resetLinkFor(ana), 'the best evening');
      await expect(logIn(authenticator)).rejects.toMatchObject(wrong);
      expect(await auth.passkeys.countDocuments({ userId: ana.user.id })).toBe(0);
    });

    it('end when an account is signed out everywhere, before anything is deleted', async () => {
      const { authenticator } = await addNew(ana);
      await auth.app.get(CredentialsService, { strict: false }).endSessions(ana.user.id, 'none');
      expect(await auth.passkeys.countDocuments({ userId: ana.user.id })).toBe(1);
      expect((await list(ana)).passkeys).toEqual([]);
      await expect(logIn(authenticator)).rejects.toMatchObject(wrong);
    });

    it('are made for an address: under another one they are shown, and are no use', async () => {
      const { authenticator, id } = await addNew(ana);
      auth.config.PUBLIC_URL = 'https://elsewhere.example.org';
      expect(await list(ana)).toMatchObject({
        origin: 'https://elsewhere.example.org',
        passkeys: [{ id, host: HOST, usable: false }],
      });
      expect((await begin(ana)).excludeCredentials).toEqual([]);
      await expect(logIn(authenticator)).rejects.toMatchObject(wrong);
      await expect(logIn(authenticator, { origin: 'https://elsewhere.example.org' })).rejects.toMatchObject(
        wrong,
      );
      await remove(ana, id);
      expect((await list(ana)).passkeys).toEqual([]);
    });

    it.each([
      [{ PUBLIC_URL: undefined }, 'no_address'],
      [{ PUBLIC_URL: 'http://journal.example.org' }, 'no_https'],
      [{ PUBLIC_URL: 'https://192.168.1.5:8080' }, 'ip_address'],
      [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, 'ip_address'],
      [{ PUBLIC_URL: 'https://[::1]' }, 'ip_address'],
      [{ PASSWORD_LOGIN: 'off' as const }, 'only_providers'],
    ])('cannot be used with %j, which says why', async (settings, obstacle) => {
      const { authenticator } = await addNew(ana);
      const options = await challenge();
      Object.assign(auth.config, settings);
      expect(await list(ana)).toMatchObject({ origin: null, obstacle, passkeys: [{ usable: false }] });
      expect(await auth.call('auth.get-registration', {})).toMatchObject({ passkeyOrigin: null });
      await expect(begin(ana)).rejects.toMatchObject(unavailable);
      await expect(challenge()).rejects.toMatchObject(unavailable);
      await expect(logInWith(authenticator.use(options))).rejects.toMatchObject(unavailable);
    });

    it('can be used on localhost without https', async () => {
      auth.config.PUBLIC_URL = 'http://localhost:8080';
      expect(await auth.call('auth.get-registration', {})).toMatchObject({
        passkeyOrigin: 'http://localhost:8080',
      });
      const authenticator = new SoftAuthenticator('http://localhost:8080');
      await add(ana, authenticator.make(await begin(ana)));
      await expect(logIn(authenticator)).resolves.toBeDefined();
    });

    it('leave no challenge behind', async () => {
      await challenge();
      jest.setSystemTime(Date.now() + TEN_MINUTES_MS + 1);
      const { challenge: kept } = await challenge();
      await auth.app.get(PasskeyChallengesRepository, { strict: false }).deleteExpired();
      expect(await auth.passkeyChallenges.countDocuments()).toBe(1);
      expect(kept).toMatch(/^[\w-]{43}$/);
    });
  });
});
