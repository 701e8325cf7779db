import { jest } from '@jest/globals';
import { hashPassword, passwordMatches } from './passwords.js';
import { Turns } from './turns.js';

const ANA = 'ana@example.org';

// ASVS 11.1.2, 11.2.1, 11.3.1, 11.3.2, 11.3.3, 11.4.2
describe('a password', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  // The first test, before the decoy is hashed.
  it('is compared again once there is a turn for the hash of the decoy', async () => {
    const hash = await hashPassword('the same words', ANA);
    const run = jest.spyOn(Turns.prototype, 'run');
    expect(await passwordMatches(hash, 'other words', ANA)).toBe(false);
    // An account with a password needs no decoy.
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRejectedValueOnce(new Error('no turn came in time'));
    await expect(passwordMatches(undefined, 'any words', ANA)).rejects.toThrow('no turn came in time');
    expect(await passwordMatches(undefined, 'any words', ANA)).toBe(false);
  });

  it('is kept as argon2id with the recommended cost, salted', async () => {
    const [one, other] = await Promise.all([
      hashPassword('the same words', ANA),
      hashPassword('the same words', ANA),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it.each(['eight ch', 'ação 🌧️ ñandú', 'x'.repeat(128)])('matches itself alone: %s', async (password) => {
    const hash = await hashPassword(password, ANA);
    expect(await passwordMatches(hash, password, ANA)).toBe(true);
    expect(await passwordMatches(hash, `${password} `, ANA)).toBe(false);
    expect(await passwordMatches(hash, password.slice(0, -1), ANA)).toBe(false);
    expect(await passwordMatches(hash, password.toUpperCase(), ANA)).toBe(false);
  });

  it('counts in every character, beyond the 72 bytes that other hashes take', async () => {
    const hash = await hashPassword(`${'x'.repeat(127)}a`, ANA);
    expect(await passwordMatches(hash, `${'x'.repeat(127)}b`, ANA)).toBe(false);
  });

  it('never matches where there is no account, even the decoy that is hashed for the time it takes', async () => {
    expect(await passwordMatches(undefined, 'no account has this password', ANA)).toBe(false);
  });
});
