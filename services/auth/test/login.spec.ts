import type { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { type AuthUnderTest, aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';

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

  it('takes as long for an unknown email as for a wrong password', async () => {
    const timeOf = async (email: string): Promise<number> => {
      const start = performance.now();
      await refusal(email, 'not the password');
      return performance.now() - start;
    };
    // In turns, so that what else the machine does hits both alike; by the median, so that one slow answer says nothing.
    const times = { wrong: [] as number[], unknown: [] as number[] };
    for (let time = 1; time <= 15; time += 1) {
      times.wrong.push(await timeOf('ana@example.org'));
      times.unknown.push(await timeOf('nobody@example.org'));
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[7]!;
    const ratio = median(times.unknown) / median(times.wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('accepts no login with the text that is hashed when there is no account', async () => {
    const error = await refusal('nobody@example.org', 'no account has this password');
    expect(error.code).toBe('invalid_credentials');
  });

  it('opens no session for who is refused', async () => {
    const before = await auth.sessions.countDocuments();
    await refusal('ana@example.org', 'not the password');
    expect(await auth.sessions.countDocuments()).toBe(before);
  });

  it.each<[string, unknown, string]>([
    ['a password of five characters', { email: 'ana@example.org', password: 'fives' }, 'password'],
    ['no password', { email: 'ana@example.org' }, 'password'],
    ['an operator for a password', { email: 'ana@example.org', password: { $ne: '' } }, 'password'],
    ['an operator for an email', { email: { $gt: '' }, password: PASSWORD }, 'email'],
    ['no email', { password: PASSWORD }, 'email'],
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

  it('is never limited, and counts nothing, where limits are off', async () => {
    for (let time = 1; time <= 12; time += 1) await refusal('ana@example.org', 'not the password');
    await expect(auth.logIn({ email: 'ana@example.org', password: PASSWORD })).resolves.toBeDefined();
    expect(await auth.counters.countDocuments()).toBe(0);
  });
});
