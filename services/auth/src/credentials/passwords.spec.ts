import { hashPassword, passwordMatches } from './passwords.js';

describe('a password', () => {
  it('is kept as argon2id with the recommended cost, salted', async () => {
    const [one, other] = await Promise.all([hashPassword('the same words'), hashPassword('the same words')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it.each(['eight ch', 'ação 🌧️ ñandú', 'x'.repeat(128)])('matches itself alone: %s', async (password) => {
    const hash = await hashPassword(password);
    expect(await passwordMatches(hash, password)).toBe(true);
    expect(await passwordMatches(hash, `${password} `)).toBe(false);
    expect(await passwordMatches(hash, password.slice(0, -1))).toBe(false);
    expect(await passwordMatches(hash, password.toUpperCase())).toBe(false);
  });

  it('counts in every character, beyond the 72 bytes that other hashes take', async () => {
    const hash = await hashPassword(`${'x'.repeat(127)}a`);
    expect(await passwordMatches(hash, `${'x'.repeat(127)}b`)).toBe(false);
  });

  it('never matches where there is no account, even the decoy that is hashed for the time it takes', async () => {
    expect(await passwordMatches(undefined, 'no account has this password')).toBe(false);
  });
});
