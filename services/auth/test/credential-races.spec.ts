import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { CurrentPasswordService } from '../src/accounts/current-password.service.js';
import { SecondFactorsRepository } from '../src/second-factor/second-factors.repository.js';
import { CredentialsService } from '../src/sessions/credentials.service.js';
import { SessionsRepository } from '../src/sessions/sessions.repository.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { authenticatorsOf, codeOf, stopClock } from './authenticator.js';
import { aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';
import { atNext } from './meet-at.js';

const NEW_PASSWORD = 'a better evening';
const LOGINS = 6;

const refused = { code: 'invalid_credentials' };
const ended = { code: 'unauthenticated' };

stopClock(Date.now());
const auth = await startAuth();
const { begin, confirm, turnOn, renew, remove } = authenticatorsOf(auth);

afterAll(async () => {
  jest.useRealTimers();
  await auth.stop();
});

// ASVS 7.4.1, 7.4.2, 7.4.3
describe('a change of credentials at the same time as', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });

  afterEach(() => jest.restoreAllMocks());

  const logIn = (password = PASSWORD) => auth.logIn({ email: ana.user.email, password });
  const resetWith = (token: string) => auth.resetPassword(token, NEW_PASSWORD);
  const changePassword = (currentPassword = PASSWORD, password = NEW_PASSWORD) =>
    auth.update(ana, { password, currentPassword });
  /** The ids of sessions that count as far as they themselves know. */
  const open = async (): Promise<string[]> => {
    const found = await auth.sessions.find({ userId: ana.user.id }).toArray();
    return found.filter(({ revokedAt }) => !revokedAt).map(({ _id }) => _id);
  };

  /** Prepares a change, and answers how to make it and which session of Ana's it keeps. */
  const changes: [string, () => Promise<{ change: () => Promise<unknown>; kept: () => string[] }>][] = [
    [
      'a new password',
      () => Promise.resolve({ change: () => changePassword(), kept: () => [sessionOf(ana)] }),
    ],
    [
      'a link to a new password',
      async () => {
        const token = await auth.resetLinkFor(ana);
        return { change: () => resetWith(token), kept: () => [] };
      },
    ],
    [
      'a second factor',
      async () => {
        const { secret } = await begin(ana);
        return { change: () => confirm(ana, codeOf(secret)), kept: () => [sessionOf(ana)] };
      },
    ],
  ];

  it.each(changes)(
    'logins: %s ends those that were verified before it and open their session afterwards',
    async (_what, prepare) => {
      const { change, kept } = await prepare();
      const { insert } = SessionsRepository.prototype;
      let goOn: () => void = () => undefined;
      const changed = new Promise<void>((resolve) => (goOn = resolve));
      const insertSpy = jest.spyOn(SessionsRepository.prototype, 'insert');
      insertSpy.mockImplementation(async function (this: SessionsRepository, session) {
        await changed;
        return insert.call(this, session);
      });
      const logins = Promise.allSettled(Array.from({ length: LOGINS }, () => logIn()));
      await eventually(() => expect(insertSpy).toHaveBeenCalledTimes(LOGINS));
      await change();
      goOn();
      for (const outcome of await logins)
        expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
      expect(await open()).toEqual(kept());
    },
  );

  it('a login that comes between the second factor and the end of sessions: it ends, too', async () => {
    const { secret } = await begin(ana);
    let early: SessionGrant | undefined;
    const factors = auth.app.get(SecondFactorsRepository, { strict: false });
    atNext(factors, 'activate', { before: async () => (early = await logIn()) });
    await confirm(ana, codeOf(secret));
    await expect(auth.restore(early!.cookie)).rejects.toMatchObject(ended);
    expect(await open()).toEqual([sessionOf(ana)]);
  });

  describe('another change', () => {
    /** Does something once the current password was found to be right, before what it was asked for is done. */
    const afterTheCheck = (after: () => Promise<unknown>): void =>
      atNext(auth.app.get(CurrentPasswordService, { strict: false }), 'check', { after });

    it('by the old password does not overwrite a reset', async () => {
      const token = await auth.resetLinkFor(ana);
      afterTheCheck(() => resetWith(token));
      await expect(changePassword(PASSWORD, 'the thief’s evening')).rejects.toMatchObject(refused);
      await expect(logIn(NEW_PASSWORD)).resolves.toMatchObject({ user: { email: ana.user.email } });
    });

    it('that repeats the email of before does not undo a new one', async () => {
      const email = `new.${ana.user.email}`;
      const changeEmail = () => auth.update(ana, { email, currentPassword: PASSWORD });
      atNext(auth.app.get(UsersRepository, { strict: false }), 'find', { after: changeEmail });
      await auth.update(ana, { firstName: 'Bea', email: ana.user.email });
      expect(await auth.stored(ana.user.id)).toMatchObject({ firstName: 'Bea', email });
    });

    it('that was verified by what is still right is made', async () => {
      const email = `new.${ana.user.email}`;
      afterTheCheck(() => auth.update(ana, { email, currentPassword: PASSWORD }));
      await changePassword();
      await expect(auth.logIn({ email, password: NEW_PASSWORD })).resolves.toBeDefined();
    });

    it.each<[string, (code: string) => Promise<unknown>]>([
      ['turn a second factor off', (code) => remove(ana, code)],
      ['make new recovery codes', (code) => renew(ana, code)],
    ])('cannot %s after a reset', async (_what, attempt) => {
      const { recoveryCodes } = await turnOn(ana);
      const token = await auth.resetLinkFor(ana);
      afterTheCheck(() => resetWith(token));
      await expect(attempt(recoveryCodes[0]!)).rejects.toMatchObject(refused);
      await expect(logIn(NEW_PASSWORD)).rejects.toMatchObject({ code: 'second_factor_required' });
      const credentials = { email: ana.user.email, password: NEW_PASSWORD, code: recoveryCodes[1]! };
      await expect(auth.logIn(credentials)).resolves.toBeDefined();
    });

    it('cannot turn on a second factor that was begun under the old password', async () => {
      const { secret } = await begin(ana);
      await resetWith(await auth.resetLinkFor(ana));
      await expect(confirm(ana, codeOf(secret))).rejects.toMatchObject({ code: 'not_found' });
      await expect(logIn(NEW_PASSWORD)).resolves.toBeDefined();
    });

    it('cannot delete the account after a reset', async () => {
      const token = await auth.resetLinkFor(ana);
      afterTheCheck(() => resetWith(token));
      const proof = { currentPassword: PASSWORD };
      const request = { userId: ana.user.id, sessionId: sessionOf(ana), proof };
      await expect(auth.call('auth.delete-user', request)).rejects.toMatchObject(refused);
      await expect(logIn(NEW_PASSWORD)).resolves.toBeDefined();
    });
  });

  describe('a crash', () => {
    /** The change is stored, and the process ends before it has ended a session. */
    const crash = async (change: () => Promise<unknown>): Promise<void> => {
      jest.spyOn(SessionsRepository.prototype, 'moveToVersion').mockRejectedValueOnce(new Error('a crash'));
      await expect(change()).rejects.toMatchObject({ code: 'internal' });
    };

    it('accepts no session that was to end, and its tokens end with the next housekeeping', async () => {
      const other = await logIn();
      await crash(() => changePassword());
      await expect(auth.restore(other.cookie)).rejects.toMatchObject(ended);
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
      await auth.app.get(CredentialsService).finishAll();
      expect(await open()).toEqual([sessionOf(ana)]);
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
      expect(await auth.stored(ana.user.id)).not.toHaveProperty('sessionsToKeep');
      await eventually(() =>
        expect(auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(other) })).toHaveLength(1),
      );
    });

    it('keeps every session where only the email was changed', async () => {
      const other = await logIn();
      const email = `new.${ana.user.email}`;
      await crash(() => auth.update(ana, { email, currentPassword: PASSWORD }));
      await expect(auth.restore(other.cookie)).resolves.toMatchObject({ user: { email } });
      await auth.app.get(CredentialsService).finishAll();
      for (const { cookie } of [ana, other]) await expect(auth.restore(cookie)).resolves.toBeDefined();
    });
  });

  it('no token comes of a session that ended while it was asked for', async () => {
    const logOut = () => auth.call('auth.log-out', { cookie: ana.cookie });
    atNext(auth.app.get(UsersRepository, { strict: false }), 'update', { before: logOut });
    await expect(auth.update(ana, { firstName: 'Bea' })).rejects.toMatchObject(ended);
  });
});
