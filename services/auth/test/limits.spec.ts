import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Counters } from '@inner-weather/platform/limits/counters';
import { MailLimitsService } from '../src/mail/mail-limits.service.js';
import { LoginAttemptsService } from '../src/sign-in/login-attempts.service.js';
import { aClient, type AuthUnderTest, aPerson, outcomeOf, PASSWORD, startAuth } from './harness.js';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;

/** The clock as the service reads it: a moment after the full hour, so that no window ends in the middle of a test. */
let shiftMs = 0;

// ASVS 7.5.1
describe('limits', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    const now = Date.now;
    shiftMs = HOUR_MS - (now() % HOUR_MS);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs);
    auth = await startAuth({
      RATE_LIMITS: 'on',
      SIGNUPS_PER_HOUR: 3,
      FAILED_LOGINS_PER_15_MIN: 3,
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN: 6,
      FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN: 8,
      WRITES_PER_MINUTE: 4,
    });
  });

  // The next hour for each test, however long those before it took.
  beforeEach(() => {
    shiftMs += HOUR_MS - (Date.now() % HOUR_MS);
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await auth.stop();
  });

  /** An address that nothing has come from yet. */
  const fresh = (): { address: string } => ({ address: randomUUID() });
  const signUp = async (from = fresh()): Promise<string> => (await auth.signUp(aPerson(), from)).user.email;
  /** The code with which a login is refused, or `ok`. */
  const tryLogin = (email: string, password: string, from = fresh()): Promise<string> =>
    outcomeOf(auth.logIn({ email, password }, from));
  const failLogins = async (times: number, email: string, from?: { address: string }): Promise<void> => {
    for (let time = 1; time <= times; time += 1) {
      expect(await tryLogin(email, 'not the password', from)).toBe('invalid_credentials');
    }
  };

  describe('of sign-ups', () => {
    it('are of one address, count only what is valid, and say when to come back', async () => {
      const from = fresh();
      expect(await outcomeOf(auth.signUp(aPerson({ email: 'x' }), from))).toBe('validation_failed');
      for (let time = 1; time <= 3; time += 1) await signUp(from);
      const person = aPerson();
      const refused = await auth.signUp(person, from).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'rate_limited',
        errors: [{ msg: 'Too many sign-ups from your address. Please try again in 60 minutes.' }],
      });
      const { retryAfter } = refused as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(3_500);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
      expect(await auth.users.countDocuments({ email: person.email })).toBe(0);
      await expect(auth.signUp(person, fresh())).resolves.toBeDefined();
    });

    it('end with the hour', async () => {
      const from = fresh();
      for (let time = 1; time <= 3; time += 1) await signUp(from);
      shiftMs += HOUR_MS;
      await expect(signUp(from)).resolves.toBeDefined();
    });
  });

  describe('of new passwords', () => {
    const newEmail = (): string => `${randomUUID()}@example.org`;
    const ask = (email: string, { address } = fresh()) =>
      auth.call('auth.request-reset', { email, client: aClient({ address }) });
    const useLink = (from: { address: string }) => auth.resetPassword('none', 'a better evening', from);
    const refused = { code: 'rate_limited' };

    it('are of one address, for those who ask and for those who try links', async () => {
      const from = fresh();
      for (let time = 1; time <= 30; time += 1) {
        await ask(newEmail(), from);
        await expect(useLink(from)).rejects.toMatchObject({ code: 'not_found' });
      }
      await expect(ask(newEmail(), from)).rejects.toMatchObject(refused);
      await expect(useLink(from)).rejects.toMatchObject(refused);
      await expect(useLink(fresh())).rejects.toMatchObject({ code: 'not_found' });
    });

    it('are of one email: five requests from one address, and five mails from everywhere', async () => {
      const [email, from] = [newEmail(), fresh()];
      for (let time = 1; time <= 5; time += 1) await ask(email, from);
      await expect(ask(email, from)).rejects.toMatchObject(refused);
      await expect(ask(email)).resolves.toBeNull();
      const mayMail = () => auth.app.get(MailLimitsService).mayMail(email);
      // The first makes the counter; the others come at the same time.
      const mails = [await mayMail(), ...(await Promise.all(Array.from({ length: 6 }, mayMail)))];
      expect(mails.filter(Boolean)).toHaveLength(5);
    });
  });

  describe('of failed logins', () => {
    it('are of one account and address together, even with the right password then', async () => {
      const email = await signUp();
      const from = fresh();
      await failLogins(3, email, from);
      const refused = await auth.logIn({ email, password: PASSWORD }, from).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'rate_limited',
        errors: [{ msg: 'Too many failed logins. Please try again in 15 minutes.' }],
      });
      const { retryAfter } = refused as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(800);
      expect(retryAfter).toBeLessThanOrEqual(900);
      expect(await tryLogin(email, PASSWORD)).toBe('ok');
      expect(await tryLogin(await signUp(), PASSWORD, from)).toBe('ok');
    });

    it('count all addresses of one IPv6 network as one', async () => {
      const email = await signUp();
      for (const host of ['1', '2', '3:4:5']) {
        await failLogins(1, email, { address: `2001:db8:0:7::${host}` });
      }
      expect(await tryLogin(email, PASSWORD, { address: '2001:db8:0:7::9' })).toBe('rate_limited');
      expect(await tryLogin(email, PASSWORD, { address: '2001:db8:0:8::9' })).toBe('ok');
    });

    it('end after a quarter of an hour, and then allow half as many attempts after an early retry', async () => {
      const [early, patient] = [fresh(), fresh()];
      const email = await signUp();
      for (const from of [early, patient]) await failLogins(3, email, from);
      for (let time = 1; time <= 2; time += 1) {
        expect(await tryLogin(email, 'not the password', early)).toBe('rate_limited');
      }
      shiftMs += QUARTER_MS;
      await failLogins(1, email, early);
      expect(await tryLogin(email, PASSWORD, early)).toBe('rate_limited');
      await failLogins(2, email, patient);
      expect(await tryLogin(email, PASSWORD, patient)).toBe('ok');
      shiftMs += QUARTER_MS;
      expect(await tryLogin(email, PASSWORD, early)).toBe('ok');
      await failLogins(2, email, early);
    });

    it('by strangers everywhere stop strangers, and let a person in where they have been before', async () => {
      const home = fresh();
      const email = await signUp(home);
      for (let time = 1; time <= 8; time += 1) await failLogins(1, email);
      expect(await tryLogin(email, PASSWORD)).toBe('rate_limited');
      expect(await tryLogin(email, 'not the password', home)).toBe('invalid_credentials');
      expect(await tryLogin(email, PASSWORD, home)).toBe('ok');
      await failLogins(3, email, home);
      expect(await tryLogin(email, PASSWORD, home)).toBe('rate_limited');
    });

    it('know a place once its owner has come in there, and no more after 90 days', async () => {
      const email = await signUp();
      const cafe = fresh();
      expect(await tryLogin(email, PASSWORD, cafe)).toBe('ok');
      for (let time = 1; time <= 8; time += 1) await failLogins(1, email);
      expect(await tryLogin(email, PASSWORD, cafe)).toBe('ok');
      await auth.knownAddresses.updateMany({}, { $set: { expiresAt: new Date(0) } });
      expect(await tryLogin(email, PASSWORD, cafe)).toBe('rate_limited');
    });

    it('treat an unknown email like any other', async () => {
      const from = fresh();
      await failLogins(3, 'nobody@example.org', from);
      expect(await tryLogin('nobody@example.org', PASSWORD, from)).toBe('rate_limited');
    });

    it('begin anew when the owner of an account has come in', async () => {
      const email = await signUp();
      const from = fresh();
      for (let round = 1; round <= 2; round += 1) {
        await failLogins(2, email, from);
        expect(await tryLogin(email, PASSWORD, from)).toBe('ok');
      }
    });

    it('are of one address too, for all accounts together', async () => {
      const from = fresh();
      const [ana, bea, cleo] = [await signUp(), await signUp(), await signUp()];
      for (const email of [ana, bea, cleo]) await failLogins(2, email, from);
      expect(await tryLogin(ana, PASSWORD, from)).toBe('rate_limited');
      expect(await tryLogin(await signUp(), PASSWORD, from)).toBe('rate_limited');
      expect(await tryLogin(ana, PASSWORD)).toBe('ok');
    });

    it('do not count who comes in', async () => {
      const from = fresh();
      const email = await signUp();
      for (let time = 1; time <= 7; time += 1) expect(await tryLogin(email, PASSWORD, from)).toBe('ok');
    });

    it('do not count for an address what is refused for the account', async () => {
      const from = fresh();
      const email = await signUp();
      await failLogins(3, email, from);
      for (let time = 1; time <= 6; time += 1) {
        expect(await tryLogin(email, PASSWORD, from)).toBe('rate_limited');
      }
      expect(await tryLogin(await signUp(), PASSWORD, from)).toBe('ok');
    });

    it('do not lock an account for what is refused for the address', async () => {
      const from = fresh();
      for (let time = 1; time <= 6; time += 1) await failLogins(1, `nobody${time}@example.org`, from);
      const email = await signUp();
      for (let time = 1; time <= 9; time += 1) {
        expect(await tryLogin(email, 'not the password', from)).toBe('rate_limited');
      }
      expect(await tryLogin(email, PASSWORD)).toBe('ok');
    });

    it('gain nothing from an attempt that was refused while its owner came in', async () => {
      const attempts = auth.app.get(LoginAttemptsService);
      const whom = randomUUID();
      const subject = { ofWhom: whom };
      await attempts.begin(subject);
      await auth.app.get(Counters).undo([attempts.failuresOf(subject)]);
      await attempts.refuse(subject, false);
      expect(await attempts.begin(subject)).toMatchObject({ failed: 1 });
    });

    it('hold when all attempts come at the same time', async () => {
      const email = await signUp();
      const from = fresh();
      const codes = await Promise.all(
        Array.from({ length: 12 }, () => tryLogin(email, 'not the password', from)),
      );
      const checkedCount = codes.filter((code) => code === 'invalid_credentials').length;
      expect(checkedCount).toBeGreaterThan(0);
      expect(checkedCount).toBeLessThanOrEqual(3);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(12 - checkedCount);
    });
  });

  describe('of changes to an account', () => {
    it('are of one person, in whatever session, and end with the minute', async () => {
      const ana = await auth.signUp(aPerson(), fresh());
      const other = await auth.logIn({ email: ana.user.email, password: PASSWORD }, fresh());
      for (const grant of [ana, other, ana, other]) await auth.update(grant, { lastName: 'Souza' });
      await expect(auth.update(ana, { lastName: 'Silva' })).rejects.toMatchObject({ code: 'rate_limited' });
      await expect(auth.remove(ana.user.id)).rejects.toMatchObject({
        code: 'rate_limited',
        errors: [
          {
            msg: expect.stringMatching(
              /^Too many changes in a short time. Please try again in \d+ seconds.$/,
            ),
          },
        ],
      });
      shiftMs += 60_000;
      await expect(auth.update(ana, { lastName: 'Silva' })).resolves.toBeDefined();
    });

    it('are of guesses at the current password too', async () => {
      const ana = await auth.signUp(aPerson(), fresh());
      const attempt = (currentPassword: string) => outcomeOf(auth.remove(ana.user.id, currentPassword));
      for (let time = 1; time <= 3; time += 1) expect(await attempt('a guess')).toBe('invalid_credentials');
      shiftMs += 60_000;
      expect(await attempt(PASSWORD)).toBe('rate_limited');
      shiftMs += QUARTER_MS;
      expect(await attempt(PASSWORD)).toBe('ok');
    });
  });

  it('keep no email and no address, and nothing that is over', async () => {
    const from = { address: '203.0.113.77' };
    await failLogins(1, 'nobody@example.net', from);
    const stored = await auth.counters.find().toArray();
    expect(stored.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(stored)).not.toMatch(/nobody|example|203\.0\.113/);

    await auth.counters.updateMany({}, { $set: { expiresAt: new Date(0) } });
    await failLogins(1, 'nobody@example.com', fresh());
    await auth.app.get(Counters).deleteExpired();
    expect(await auth.counters.countDocuments()).toBe(3);
  });
});
