import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { jest } from '@jest/globals';
import { CredentialsService } from '../src/sessions/credentials.service.js';
import { SecondFactorsRepository } from '../src/second-factor/second-factors.repository.js';
import { authenticatorsOf, codeOf, nextCode, advanceClock, stopClock } from './authenticator.js';
import { aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';
import { meetAt } from './meet-at.js';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a better evening';

const needsCode = { code: 'second_factor_required', errors: [{ field: 'code' }] };
const wrongCode = {
  code: 'invalid_credentials',
  errors: [{ msg: expect.stringMatching(/^This code is wrong/), field: 'code' }],
};
const wrongPassword = { code: 'invalid_credentials', errors: [{ field: 'currentPassword' }] };
const notFound = { code: 'not_found' };

stopClock(Date.now());
const auth = await startAuth();
const { begin, confirm, remove, renew, logIn, stateOf, turnOn } = authenticatorsOf(auth);

afterAll(async () => {
  jest.useRealTimers();
  await auth.stop();
});

// ASVS 6.4.3, 6.5.1
describe('a second factor', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });

  const succeeded = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length;
  /** How many of these logins, which race for the one use of a code, come in. */
  const logInTogether = async (count: number, step: 'useStep' | 'useRecoveryCode', code: string) => {
    meetAt(auth.app.get(SecondFactorsRepository, { strict: false }), step, count);
    return succeeded(await Promise.allSettled(Array.from({ length: count }, () => logIn(ana, code))));
  };

  describe('that is off', () => {
    it('is the default: no login asks for a code, and a code in the request is ignored', async () => {
      expect(await stateOf(ana)).toEqual({ active: false, activeSince: null, recoveryCodesLeft: 0 });
      await expect(logIn(ana)).resolves.toBeDefined();
      await expect(logIn(ana, '000000')).resolves.toBeDefined();
    });

    it('begins with the current password, and is not asked for until a code has come back', async () => {
      await expect(begin(ana, 'not the password')).rejects.toMatchObject(wrongPassword);
      await expect(begin(ana, '')).rejects.toMatchObject({ code: 'validation_failed' });
      await expect(confirm(ana, '000000')).rejects.toMatchObject(notFound);
      const { secret, uri } = await begin(ana);
      expect(new URL(uri).searchParams.get('secret')).toBe(secret);
      expect(decodeURIComponent(uri)).toContain(`Inner Weather:${ana.user.email}`);
      expect(await stateOf(ana)).toMatchObject({ active: false });
      await expect(logIn(ana)).resolves.toBeDefined();
      await expect(confirm(ana, codeOf(secret, 5))).rejects.toMatchObject(wrongCode);
      expect(await stateOf(ana)).toMatchObject({ active: false });
      await expect(remove(ana, '000000')).rejects.toMatchObject(notFound);
      await expect(renew(ana, '000000')).rejects.toMatchObject(notFound);
    });

    it('is turned on by a code that is used up: ten recovery codes, and every other session ends', async () => {
      const other = await logIn(ana);
      const { secret } = await begin(ana);
      const code = nextCode(secret);
      const { recoveryCodes } = await confirm(ana, code);
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(await stateOf(ana)).toEqual({
        active: true,
        activeSince: expect.stringMatching(/^20.*Z$/),
        recoveryCodesLeft: 10,
      });
      await expect(auth.restore(other.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
      await expect(logIn(ana, code)).rejects.toMatchObject(wrongCode);
    });

    it('takes the newest secret alone, within an hour', async () => {
      const first = await begin(ana);
      const second = await begin(ana);
      await expect(confirm(ana, nextCode(first.secret))).rejects.toMatchObject(wrongCode);
      advanceClock(61 * MINUTE_MS);
      await expect(confirm(ana, nextCode(second.secret))).rejects.toMatchObject(notFound);
    });

    it('is turned on once, by one of many at the same time', async () => {
      const { secret } = await begin(ana);
      const code = nextCode(secret);
      meetAt(auth.app.get(CredentialsService, { strict: false }), 'claim', 4);
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => confirm(ana, code)));
      expect(succeeded(outcomes)).toBe(1);
    });
  });

  describe('that is on', () => {
    it('is asked for after the right password, and by nothing else', async () => {
      const { secret } = await turnOn(ana);
      await expect(logIn(ana)).rejects.toMatchObject(needsCode);
      const code = nextCode(secret);
      for (const given of [undefined, code, '000000']) {
        const refused = await logIn(ana, given, 'not the password').catch((error: unknown) => error);
        expect((refused as { toWire: () => unknown }).toWire()).toEqual({
          code: 'invalid_credentials',
          errors: [{ msg: 'Invalid login credentials', code: 'login_invalid' }],
        });
      }
      await expect(logIn(ana, code)).resolves.toMatchObject({ user: ana.user });
    });

    it('takes a code once, with blanks in it or not, and none from before it', async () => {
      const { secret } = await turnOn(ana);
      const [older, code] = [nextCode(secret), nextCode(secret)];
      await expect(logIn(ana, ` ${code.slice(0, 3)} ${code.slice(3)}`)).resolves.toBeDefined();
      await expect(logIn(ana, code)).rejects.toMatchObject(wrongCode);
      await expect(logIn(ana, older)).rejects.toMatchObject(wrongCode);
      await expect(renew(ana, code)).rejects.toMatchObject(wrongCode);
      await expect(logIn(ana, nextCode(secret))).resolves.toBeDefined();
    });

    it('lets one of many in who come with one code at the same time', async () => {
      const { secret } = await turnOn(ana);
      expect(await logInTogether(6, 'useStep', nextCode(secret))).toBe(1);
    });

    it('is kept as no one can read it: the secret encrypted, recovery codes as hashes', async () => {
      const { secret, recoveryCodes } = await turnOn(ana);
      const stored = await auth.secondFactors.findOne({ _id: ana.user.id });
      const text = JSON.stringify(stored) + Buffer.from(JSON.stringify(stored)).toString('latin1');
      for (const word of [secret, ...recoveryCodes]) {
        expect(text).not.toContain(word);
        expect(text).not.toContain(Buffer.from(word).toString('base64').slice(0, -2));
        expect(text).not.toContain(word.replaceAll('-', ''));
      }
      const place = { userId: ana.user.id, documentId: ana.user.id, field: 'second_factors.secret' };
      expect(await auth.app.get(FieldEncryption).open(place, stored!.secret)).toBe(secret);
    });

    it('cannot be set up again, and does not change', async () => {
      const { secret } = await turnOn(ana);
      await expect(begin(ana)).rejects.toMatchObject({ code: 'second_factor_active' });
      await expect(logIn(ana, nextCode(secret))).resolves.toBeDefined();
    });

    it('stays on after a new password', async () => {
      const { secret } = await turnOn(ana);
      await auth.update(ana, { password: NEW_PASSWORD, currentPassword: PASSWORD });
      await expect(logIn(ana, undefined, NEW_PASSWORD)).rejects.toMatchObject(needsCode);
      await expect(logIn(ana, nextCode(secret), NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('is turned off by password and code, and every other session ends', async () => {
      const { secret } = await turnOn(ana);
      const other = await logIn(ana, nextCode(secret));
      await expect(remove(ana, nextCode(secret), 'not it')).rejects.toMatchObject(wrongPassword);
      await expect(remove(ana, '000000')).rejects.toMatchObject(wrongCode);
      expect(await stateOf(ana)).toMatchObject({ active: true });
      await expect(remove(ana, nextCode(secret))).resolves.toBeNull();
      expect(await stateOf(ana)).toEqual({ active: false, activeSince: null, recoveryCodesLeft: 0 });
      await expect(logIn(ana)).resolves.toBeDefined();
      await expect(auth.restore(other.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
    });
  });

  describe('has recovery codes', () => {
    it('that stand in for the app once each, however they are typed', async () => {
      const { recoveryCodes } = await turnOn(ana);
      const [first = '', second = ''] = recoveryCodes;
      await expect(logIn(ana, first)).resolves.toBeDefined();
      await expect(logIn(ana, first)).rejects.toMatchObject(wrongCode);
      await expect(logIn(ana, ` ${second.toUpperCase().replaceAll('-', ' ')}`)).resolves.toBeDefined();
      expect(await stateOf(ana)).toMatchObject({ recoveryCodesLeft: 8 });
    });

    it('of which one lets one of many in at the same time', async () => {
      const { recoveryCodes } = await turnOn(ana);
      expect(await logInTogether(6, 'useRecoveryCode', recoveryCodes[3]!)).toBe(1);
      expect(await stateOf(ana)).toMatchObject({ recoveryCodesLeft: 9 });
    });

    it('that are its own person’s', async () => {
      const bea = await auth.signUp(aPerson());
      await turnOn(bea);
      const { recoveryCodes } = await turnOn(ana);
      await expect(logIn(bea, recoveryCodes[0])).rejects.toMatchObject(wrongCode);
    });

    it('that are replaced for password and code', async () => {
      const { secret, recoveryCodes } = await turnOn(ana);
      await expect(renew(ana, nextCode(secret), 'not it')).rejects.toMatchObject(wrongPassword);
      const renewed = await renew(ana, recoveryCodes[0]!);
      expect(new Set([...recoveryCodes, ...renewed.recoveryCodes]).size).toBe(20);
      expect(await stateOf(ana)).toMatchObject({ recoveryCodesLeft: 10 });
      await expect(logIn(ana, recoveryCodes[1])).rejects.toMatchObject(wrongCode);
      await expect(logIn(ana, renewed.recoveryCodes[1])).resolves.toBeDefined();
    });

    it('of which one turns it off', async () => {
      const { recoveryCodes } = await turnOn(ana);
      await expect(remove(ana, recoveryCodes[9]!)).resolves.toBeNull();
      await expect(logIn(ana)).resolves.toBeDefined();
    });
  });

  it('goes with the account, and its key with it: no copy of it can be read', async () => {
    await turnOn(ana);
    const copy = (await auth.secondFactors.findOne({ _id: ana.user.id }))!;
    await auth.remove(ana.user.id);
    expect(await auth.secondFactors.countDocuments({ _id: ana.user.id })).toBe(0);
    const place = { userId: ana.user.id, documentId: ana.user.id, field: 'second_factors.secret' };
    await expect(auth.app.get(FieldEncryption).open(place, copy.secret)).rejects.toThrow('data key is gone');
    expect(await auth.dataKeys.findOne({ _id: ana.user.id })).toEqual({
      _id: ana.user.id,
      destroyedAt: expect.any(Date),
    });
    await expect(begin(ana)).rejects.toMatchObject({ code: 'unauthenticated' });
    // What came too late to be deleted with it.
    await auth.secondFactors.insertOne(copy);
    advanceClock(25 * 60 * MINUTE_MS);
    await auth.app.get(SecondFactorsRepository).removeLeftovers();
    expect(await auth.secondFactors.countDocuments({ _id: ana.user.id })).toBe(0);
  });

  it.each(['auth.confirm-second-factor', 'auth.remove-second-factor', 'auth.renew-recovery-codes'] as const)(
    '%s takes no blanks for a code',
    async (method) => {
      const proof = { currentPassword: PASSWORD, code: '  ' };
      const given = { userId: ana.user.id, sessionId: sessionOf(ana), proof };
      await expect(auth.callWith(method, given)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ field: 'code' })]),
      });
    },
  );
});
