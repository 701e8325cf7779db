import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { jest } from '@jest/globals';
import { authenticatorsOf, codeOf, nextCode, advanceClock, stopClock } from './authenticator.js';
import { type AuthUnderTest, aPerson, outcomeOf, PASSWORD, startAuth } from './harness.js';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Half of what a day allows. */
const QUOTA = 25;
/** Enough for a test that is not about the day. */
const SMALL_QUOTA = 3;

describe('guesses at a second factor', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    // A moment after the beginning of a day, so that no window ends in the middle of a test.
    stopClock(Math.ceil(Date.now() / DAY_MS) * DAY_MS);
    auth = await startAuth({ RATE_LIMITS: 'on', FAILED_LOGINS_PER_15_MIN: QUOTA });
  });

  afterEach(() => (auth.config.FAILED_LOGINS_PER_15_MIN = QUOTA));

  afterAll(async () => {
    jest.useRealTimers();
    await auth.stop();
  });

  const turnOn = async () => {
    const grant: SessionGrant = await auth.signUp(aPerson());
    return { email: grant.user.email, ...(await authenticatorsOf(auth).turnOn(grant)) };
  };
  /** The words with which a login is refused, or `ok`. */
  const tryLogin = (email: string, code: string, password = PASSWORD, address = '192.0.2.1') =>
    auth.logIn({ email, password, code }, { address }).then(
      () => 'ok',
      (error: Error) => error.message,
    );
  const guess = async (times: number, email: string): Promise<void> => {
    for (let time = 1; time <= times; time += 1) {
      expect(await tryLogin(email, '000000')).toMatch(/^This code is wrong/);
    }
  };

  it('are bounded for the account, and a recovery code lets its person in all the same', async () => {
    const { email, secret, recoveryCodes } = await turnOn();
    const right = () => codeOf(secret, 1);
    await guess(QUOTA, email);
    for (const address of ['192.0.2.1', '198.51.100.7']) {
      expect(await tryLogin(email, right(), PASSWORD, address)).toMatch(/^Too many wrong guesses/);
    }
    expect(await tryLogin(email, recoveryCodes[0]!)).toBe('ok');
    const bea = await turnOn();
    expect(await tryLogin(bea.email, codeOf(bea.secret, 1))).toBe('ok');

    advanceClock(QUARTER_MS);
    await guess(QUOTA, email);
    advanceClock(QUARTER_MS);
    expect(await tryLogin(email, right())).toMatch(/^Too many wrong codes/);
    advanceClock(DAY_MS);
    expect(await tryLogin(email, right())).toBe('ok');
  }, 120_000);

  it('begin again with the right code within a quarter of an hour, and not within a day', async () => {
    const { email, secret } = await turnOn();
    for (const left of [1, 2]) {
      await guess(QUOTA - left, email);
      expect(await tryLogin(email, nextCode(secret))).toBe('ok');
    }
    await guess(3, email);
    expect(await tryLogin(email, codeOf(secret, 1))).toMatch(/^Too many wrong codes/);
  }, 120_000);

  it('are bounded while it is turned on, too', async () => {
    auth.config.FAILED_LOGINS_PER_15_MIN = SMALL_QUOTA;
    const ana = await auth.signUp(aPerson());
    const { begin, confirm } = authenticatorsOf(auth);
    const { secret } = await begin(ana);
    const outcomes: string[] = [];
    for (let time = 1; time <= SMALL_QUOTA + 2; time += 1)
      outcomes.push(await outcomeOf(confirm(ana, '000000')));
    const wrong = Array<string>(SMALL_QUOTA).fill('invalid_credentials');
    expect(outcomes).toEqual([...wrong, 'rate_limited', 'rate_limited']);
    advanceClock(QUARTER_MS);
    await expect(confirm(ana, codeOf(secret))).resolves.toBeDefined();
  });

  it('count only attempts with the right password', async () => {
    auth.config.FAILED_LOGINS_PER_15_MIN = SMALL_QUOTA;
    const { email, secret } = await turnOn();
    for (let time = 1; time <= SMALL_QUOTA; time += 1) {
      expect(await tryLogin(email, '000000', 'not the password', '198.51.100.7')).toBe(
        'Invalid login credentials',
      );
    }
    expect(await tryLogin(email, codeOf(secret, 1))).toBe('ok');
  });
});
