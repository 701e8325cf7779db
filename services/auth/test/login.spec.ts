import { createRequire } from 'node:module';
import type { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { jest } from '@jest/globals';
import type { AuthUnderTest } from './harness.js';

/** The kind and the cost of each hash that a password was compared with. */
const compared: string[] = [];
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: (hash: string, password: string) => {
    compared.push(hash.split('$').slice(0, 4).join('$'));
    return argon2.verify(hash, password);
  },
}));
const { aPerson, PASSWORD, sessionOf, startAuth } = await import('./harness.js');

describe('logging in', () => {
  let auth: AuthUnderTest;
  let ana: SessionGrant;

  beforeAll(async () => {
    auth = await startAuth();
    ana = await auth.signUp(aPerson({ email: 'ana@example.org' }));
  });

  afterAll(() => auth.stop());

  const refusal = async (email: string, password: string): Promise<DomainError> => {
    try {
      await auth.logIn({ email, password });
    } catch (error) {
      return error as DomainError;
    }
    throw new Error('The login was not refused');
  };

  it('answers what signing up answers, in a session of its own', async () => {
    const grant = await auth.logIn({ email: 'ana@example.org', password: PASSWORD });
    expect(Object.keys(grant).sort()).toEqual(['cookie', 'device', 'token', 'user']);
    expect(grant.user).toEqual(ana.user);
    expect(sessionOf(grant)).not.toBe(sessionOf(ana));
    expect(await auth.claims(grant.token)).toMatchObject({ user: ana.user, sid: sessionOf(grant) });
    await expect(auth.restore(ana.cookie)).resolves.toMatchObject({ user: ana.user });
  });

  it('takes the email in any case and with blanks around it', async () => {
    const grant = await auth.logIn({ email: ' Ana@EXAMPLE.org ', password: PASSWORD });
    expect(grant.user).toEqual(ana.user);
  });

  it('refuses a wrong password and an unknown email alike, in the documented words', async () => {
    const wrong = await refusal('ana@example.org', `${PASSWORD}s`);
    const unknown = await refusal('nobody@example.org', PASSWORD);
    expect(wrong.toWire()).toEqual({
      code: 'invalid_credentials',
      errors: [{ msg: 'Invalid login credentials', code: 'login_invalid' }],
    });
    expect(unknown.toWire()).toEqual(wrong.toWire());
  });

  it('takes as much work for an unknown email as for a wrong password', async () => {
    await refusal('nobody@example.org', 'not the password');
    const workOf = async (email: string) => {
      compared.length = 0;
      await refusal(email, 'not the password');
      return [...compared];
    };
    // The password of the account, and that of one which has lost this address.
    const once = '$argon2id$v=19$m=19456,t=2,p=1';
    expect({ wrong: await workOf('ana@example.org'), unknown: await workOf('nobody@example.org') }).toEqual({
      wrong: [once, once],
      unknown: [once, once],
    });
  });

  it.each<[string, unknown, string]>([
    ['a password of five characters', { email: 'ana@example.org', password: 'fives' }, 'password'],
    ['an operator for a password', { email: 'ana@example.org', password: { $ne: '' } }, 'password'],
    ['an operator for an email', { email: { $gt: '' }, password: PASSWORD }, 'email'],
  ])('does not look for %s', async (_what, credentials, field) => {
    const request = { credentials, client: { address: '::1', userAgent: '' } };
    await expect(auth.callWith('auth.log-in', request)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field }],
    });
  });

  it('looks for a password of six characters, though none can be chosen', async () => {
    expect(await refusal('ana@example.org', 'sixsix')).toMatchObject({ code: 'invalid_credentials' });
  });

  it('counts nothing where limits are off', async () => {
    await refusal('ana@example.org', 'not the password');
    expect(await auth.counters.countDocuments()).toBe(0);
  });
});
