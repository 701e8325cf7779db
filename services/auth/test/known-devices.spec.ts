import { randomUUID } from 'node:crypto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { jest } from '@jest/globals';
import { Counters } from '@inner-weather/platform/limits/counters';
import { LOGIN_ATTEMPTS } from '../src/sign-in/login-attempts.service.js';
import { RecognitionService } from '../src/sign-in/recognition.service.js';
import { type AuthUnderTest, aPerson, outcomeOf, PASSWORD, sessionOf, startAuth } from './harness.js';

const NEW_PASSWORD = 'a better evening';
const QUOTA = 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// ASVS 6.1.1, 6.3.1
describe('a browser that an account has come in with', () => {
  let auth: AuthUnderTest;
  let ana: SessionGrant;
  let home: string;
  let shiftMs = 0;

  beforeAll(async () => {
    const now = Date.now;
    // A moment after the full hour, so that no window ends in the middle of a test. Never a whole hour ahead: links that
    // are made by the real clock would have expired.
    const sinceHourMs = now() % HOUR_MS;
    shiftMs = sinceHourMs < MINUTE_MS ? 0 : HOUR_MS - sinceHourMs;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs);
    auth = await startAuth({
      RATE_LIMITS: 'on',
      SIGNUPS_PER_HOUR: 1_000,
      FAILED_LOGINS_PER_15_MIN: QUOTA,
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN: 6,
      FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN: 8,
    });
  });

  beforeEach(async () => {
    home = randomUUID();
    ana = await auth.signUp(aPerson(), { address: home });
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await auth.stop();
  });

  const stored = (grant = ana) => auth.knownDevices.find({ userId: grant.user.id }).toArray();
  const logIn = (from: { address: string; device?: string }, password = PASSWORD, email = ana.user.email) =>
    auth.logIn({ email, password }, from);
  /** The code with which a login is refused, or `ok`. */
  const tryLogin = (...args: Parameters<typeof logIn>): Promise<string> => outcomeOf(logIn(...args));
  const fail = async (times: number, from: { address?: string; device?: string }, email = ana.user.email) => {
    for (let time = 1; time <= times; time += 1) {
      const attempt = { address: randomUUID(), ...from };
      expect(await tryLogin(attempt, 'not the password', email)).toBe('invalid_credentials');
    }
  };
  it('shares one limit of an account and address with all others, however many logins make known browsers', async () => {
    const quarter = Math.floor(Date.now() / (HOUR_MS / 4));
    const before = { [`all-${quarter}`]: 94 };
    await auth.app.get(Counters).addTogether(LOGIN_ATTEMPTS, [ana.user.email, home], DAY_MS, before);
    let device: string | undefined;
    // Half of the logins come without a cookie, half with that of the browser that the one before made.
    for (let time = 1; time <= 6; time += 1)
      ({ device } = await logIn({ address: home, device: time % 2 ? undefined : device }));
    for (const from of [{ address: home }, { address: home, device }, { address: home, device: ana.device }])
      expect(await tryLogin(from)).toBe('rate_limited');
    // Its person gets in elsewhere, and another account here.
    expect(await tryLogin({ address: randomUUID(), device: ana.device })).toBe('ok');
    const bea = await auth.signUp(aPerson(), { address: home });
    expect(await tryLogin({ address: home }, PASSWORD, bea.user.email)).toBe('ok');
  });

  /** The network has used up its attempts, for every account. */
  const blockHome = async (): Promise<void> => {
    for (const name of ['x', 'y'])
      await fail(QUOTA, { address: home }, `${name}.${randomUUID()}@example.org`);
  };

  it('is told a secret of which only a hash is stored, for ninety days', async () => {
    expect(ana.device).toMatch(/^[\w-]{43}$/);
    const [device] = await stored();
    expect(Object.keys(device!).sort()).toEqual(['_id', 'expiresAt', 'userId']);
    expect(JSON.stringify(device)).not.toContain(ana.device);
    expect(device!.expiresAt.getTime() - Date.now()).toBeGreaterThan(89 * DAY_MS);
  });

  it('keeps its secret at the next login, and is known for longer by it', async () => {
    await auth.knownDevices.updateMany({}, { $set: { expiresAt: new Date(Date.now() + DAY_MS) } });
    const again = await logIn({ address: home, device: ana.device });
    expect(again.device).toBe(ana.device);
    const devices = await stored();
    expect(devices).toHaveLength(1);
    expect(devices[0]!.expiresAt.getTime() - Date.now()).toBeGreaterThan(89 * DAY_MS);
  });

  it('comes in though its own network has failed too often, with this account or with others', async () => {
    await fail(QUOTA, { address: home });
    expect(await tryLogin({ address: home })).toBe('rate_limited');
    expect(await tryLogin({ address: home, device: ana.device })).toBe('ok');
    await fail(QUOTA, { address: home }, `${randomUUID()}@example.org`);
    expect(await tryLogin({ address: home }, PASSWORD, `${randomUUID()}@example.org`)).toBe('rate_limited');
    expect(await tryLogin({ address: home, device: ana.device })).toBe('ok');
  });

  it('comes in though strangers everywhere have failed too often', async () => {
    await fail(8, {});
    expect(await tryLogin({ address: randomUUID() })).toBe('rate_limited');
    expect(await tryLogin({ address: randomUUID(), device: ana.device })).toBe('ok');
  });

  it('has as many guesses as anybody, wherever it goes: a stolen secret is no way around limits', async () => {
    await fail(QUOTA, { device: ana.device });
    expect(await tryLogin({ address: randomUUID(), device: ana.device })).toBe('rate_limited');
    // Other clients are not affected.
    expect(await tryLogin({ address: home })).toBe('ok');
    shiftMs += HOUR_MS / 4;
    await fail(1, { device: ana.device });
    expect(await tryLogin({ address: randomUUID(), device: ana.device })).toBe('rate_limited');
    // Further ahead, links that are made by the real clock would have expired in the tests below.
    shiftMs -= HOUR_MS / 4;
  });

  it('is known by no other account', async () => {
    const bea = await auth.signUp(aPerson(), { address: home });
    await fail(QUOTA, { address: home, device: ana.device }, bea.user.email);
    expect(await tryLogin({ address: home, device: ana.device }, PASSWORD, bea.user.email)).toBe(
      'rate_limited',
    );
    expect(await tryLogin({ address: home, device: ana.device })).toBe('ok');
  });

  it('is known by each of those who share it', async () => {
    const bea = await auth.signUp(aPerson(), { address: home, device: ana.device });
    expect(bea.device!.split('.')).toEqual([expect.any(String), ana.device]);
    const shared = { address: home, device: bea.device };
    await blockHome();
    for (const { user } of [ana, bea]) expect(await tryLogin(shared, PASSWORD, user.email)).toBe('ok');
    expect((await logIn(shared)).device!.split('.')).toEqual([ana.device, bea.device!.split('.')[0]]);
    let cookie = ana.device;
    for (let time = 1; time <= 6; time += 1) {
      cookie = (await auth.signUp(aPerson(), { address: randomUUID(), device: cookie })).device;
    }
    expect(cookie!.split('.')).toHaveLength(5);
    expect(cookie).not.toContain(ana.device);
  });

  it.each([
    ['another secret', 'x'.repeat(43)],
    ['a hash', async () => (await stored())[0]!._id],
  ])('is not known by %s', async (_what, forge) => {
    const device = typeof forge === 'string' ? forge : await forge();
    await fail(QUOTA, { address: home });
    expect(await tryLogin({ address: home, device })).toBe('rate_limited');
  });

  it('is forgotten after ninety days', async () => {
    await auth.knownDevices.updateMany({}, { $set: { expiresAt: new Date(0) } });
    await fail(QUOTA, { address: home });
    expect(await tryLogin({ address: home, device: ana.device })).toBe('rate_limited');
    await auth.app.get(RecognitionService).deleteExpired();
    expect(await auth.knownDevices.countDocuments()).toBe(0);
  });

  describe('and another', () => {
    let other: SessionGrant;

    beforeEach(async () => {
      other = await logIn({ address: randomUUID() });
    });

    /** With these attempts used up, only a known browser comes in. */
    const knows = async (device: string | undefined): Promise<boolean> => {
      const address = randomUUID();
      const spoilt = await Promise.all(
        Array.from({ length: QUOTA }, () => tryLogin({ address }, 'not the password')),
      );
      expect(new Set(spoilt)).toEqual(new Set(['invalid_credentials']));
      return (await tryLogin({ address, device }, NEW_PASSWORD)) === 'ok';
    };

    it('after a new password only the browser that asked for it is known', async () => {
      await auth.call('auth.update-user', {
        userId: ana.user.id,
        sessionId: sessionOf(ana),
        device: ana.device,
        changes: { password: NEW_PASSWORD, currentPassword: PASSWORD },
      });
      expect(await stored()).toHaveLength(1);
      expect(await knows(other.device)).toBe(false);
      expect(await knows(ana.device)).toBe(true);
    });

    it('after a reset only the browser that used the link is known, if it was', async () => {
      const from = { address: home, device: ana.device };
      await auth.resetPassword(await auth.resetLinkFor(ana), NEW_PASSWORD, from);
      expect(await knows(other.device)).toBe(false);
      expect(await knows(ana.device)).toBe(true);
    });

    it('after a log-out both are known: that is what it is for', async () => {
      await auth.call('auth.log-out', { cookie: ana.cookie });
      await fail(QUOTA, { address: home });
      expect(await tryLogin({ address: home, device: ana.device })).toBe('ok');
    });
  });

  describe('without it', () => {
    it('all accounts are answered alike once a network has failed too often, known ones too', async () => {
      await blockHome();
      const answerTo = (email: string) =>
        logIn({ address: home }, 'not the password', email).catch((error: Error & { toWire(): object }) =>
          error.toWire(),
        );
      const [known, unknown] = [await answerTo(ana.user.email), await answerTo('nobody@example.org')];
      // A second may tick between the two answers.
      expect({ ...known, retryAfter: 0 }).toEqual({ ...unknown, retryAfter: 0 });
      for (const answer of [known, unknown])
        expect(answer).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
    });

    it('logins are counted also where they work', async () => {
      // A quarter of an hour begins, however long the tests before this one took.
      shiftMs += HOUR_MS / 4 - (Date.now() % (HOUR_MS / 4));
      const from = { address: randomUUID() };
      expect(await tryLogin(from)).toBe('ok');
      const all = `counts.all-${Math.floor(Date.now() / (HOUR_MS / 4))}`;
      await auth.counters.updateMany({ [all]: 1 }, { $set: { [all]: 99 } });
      expect(await tryLogin(from)).toBe('ok');
      const refused = await logIn(from).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'rate_limited',
        errors: [{ msg: expect.stringMatching(/^Too many logins. Please try again in 1\d minutes.$/) }],
      });
      expect(await tryLogin({ address: home })).toBe('ok');
      shiftMs += HOUR_MS;
      expect(await tryLogin(from)).toBe('ok');
    });
  });
});
