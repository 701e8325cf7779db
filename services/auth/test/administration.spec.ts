import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import { todayIn } from '@inner-weather/domain/time/local-time';
import type { AuthConfig } from '../src/config.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { OidcProvider } from '../src/oidc-provider.js';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { jest } from '@jest/globals';
import { Installation } from '../src/registration/installation.schema.js';
import { IdentitiesRepository } from '../src/identities/identities.repository.js';
import { AdministratorService } from '../src/registration/administrator.service.js';
import { InstallationRepository } from '../src/registration/installation.repository.js';
import { aPerson, outcomeOf, PASSWORD, sessionOf, startAuth, withoutPassword } from './harness.js';

const FORBIDDEN = { code: 'forbidden' };
const proof = { currentPassword: PASSWORD };
const NOBODY = 'f'.repeat(24);

const HOUSE = Object.assign(new OidcProvider(), {
  id: 'house',
  name: 'The house',
  issuer: 'http://127.0.0.1:9',
  clientId: 'journal',
  clientSecret: 'a secret',
  adminGroup: 'admins',
});

const auth = await startAuth({ PUBLIC_URL: 'http://journal.test', OIDC_PROVIDERS: [HOUSE] });

afterAll(() => auth.stop());

describe('what an administrator sees and decides', () => {
  let adminId: string;

  const begin = async (registration?: AuthConfig['REGISTRATION']) => {
    await auth.startOver(registration);
    const admin = await auth.signUp(aPerson({ firstName: 'Ada' }));
    adminId = admin.user.id;
    return admin;
  };
  const administer = (accountId: string, isAdmin: boolean, userId = adminId) =>
    auth.call('auth.set-administrator', { userId, accountId, change: { isAdmin, ...proof } });
  const choose = (registration: 'open' | 'invite' | 'closed') =>
    auth.call('auth.change-installation', { userId: adminId, changes: { registration } });
  const refuses = async (userId: string) => {
    const account = { userId, accountId: adminId };
    const calls = [
      auth.call('auth.get-administrator', { userId }),
      auth.call('auth.get-installation', { userId }),
      auth.call('auth.change-installation', { userId, changes: { registration: 'closed' } }),
      auth.call('auth.list-accounts', { userId }),
      auth.call('auth.create-reset-link', { ...account, proof }),
      auth.call('auth.end-account-sessions', account),
      auth.call('auth.set-administrator', { ...account, change: { isAdmin: false, ...proof } }),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: FORBIDDEN });
  };

  it('is refused to everyone else, also to those who no longer administer', async () => {
    await begin();
    const ben = await auth.signUp(aPerson());
    await refuses(ben.user.id);
    await administer(ben.user.id, true);
    await expect(auth.call('auth.get-administrator', { userId: ben.user.id })).resolves.toBeNull();
    await administer(ben.user.id, false);
    await refuses(ben.user.id);
    await refuses(NOBODY);
  });

  it('is how many accounts there are and what each is, but nothing that they wrote', async () => {
    await begin();
    const ben = await auth.signUp(aPerson({ firstName: 'Ben', location: 'Lisbon' }));
    const session = await auth.sessions.findOne({ _id: sessionOf(ben) });
    const { items, nextCursor } = await auth.call('auth.list-accounts', { userId: adminId });
    expect(nextCursor).toBeNull();
    expect(items).toEqual([
      expect.objectContaining({ id: adminId, name: 'Ada Silva', isAdmin: true }),
      {
        id: ben.user.id,
        name: 'Ben Silva',
        email: ben.user.email,
        createdAt: expect.any(String),
        lastSeen: session!.lastSeenAt.toISOString().slice(0, 10),
        isAdmin: false,
        isAdminByGroup: false,
        roleSources: [],
        hasSecondFactor: false,
      },
    ]);
    // A day there is not over when it is over in UTC, or has long begun.
    const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
    await auth.users.updateOne({ firstName: 'Ada' }, { $set: { timeZone: zone } });
    const [, inZone] = (await auth.call('auth.list-accounts', { userId: adminId })).items;
    expect(inZone!.lastSeen).toBe(todayIn(zone, session!.lastSeenAt.getTime()));
    const rest = await auth.call('auth.list-accounts', { userId: adminId, cursor: adminId });
    expect(rest.items.map(({ id }) => id)).toEqual([ben.user.id]);
    expect(await auth.call('auth.get-installation', { userId: adminId })).toEqual({
      accounts: 2,
      since: items[0]?.createdAt,
      registration: 'open',
      widestRegistration: 'open',
      mail: false,
      administrators: 1,
      administratorsWithoutSecondFactor: 1,
      keysKeptElsewhereAt: null,
      lastBackup: null,
    });
    await auth.remove(ben.user.id);
    expect((await auth.call('auth.list-accounts', { userId: adminId })).items).toHaveLength(1);
  });

  it('ends the sessions of an account, which is then seen nowhere', async () => {
    await begin();
    const ben = await auth.signUp(aPerson());
    const accountId = ben.user.id;
    await auth.call('auth.end-account-sessions', { userId: adminId, accountId });
    await expect(auth.restore(ben.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
    const { items } = await auth.call('auth.list-accounts', { userId: adminId });
    expect(items.map(({ lastSeen }) => lastSeen)).toEqual([expect.any(String), null]);
    await expect(
      auth.call('auth.end-account-sessions', { userId: adminId, accountId: NOBODY }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      auth.call('auth.end-account-sessions', { userId: adminId, accountId: '../x' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('makes a link to a new password with the own password, which ends the sessions when it is used', async () => {
    await begin();
    const person = aPerson();
    const ben = await auth.signUp(person);
    const request = { userId: adminId, accountId: ben.user.id };
    await expect(
      auth.call('auth.create-reset-link', { ...request, proof: { currentPassword: 'a wrong one' } }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const { token } = await auth.call('auth.create-reset-link', { ...request, proof });
    await expect(auth.restore(ben.cookie)).resolves.toBeDefined();
    const password = 'a much better evening';
    await auth.resetPassword(token, password);
    await expect(auth.resetPassword(token, password)).rejects.toMatchObject({ code: 'not_found' });
    await expect(auth.restore(ben.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(auth.logIn({ email: person.email, password })).resolves.toBeDefined();
  });

  it('takes a confirmation in the same session from an administrator without a password', async () => {
    const admin = await begin();
    const accountId = (await auth.signUp(aPerson())).user.id;
    await withoutPassword(auth, admin);
    const actIn = (sessionId: string) => {
      const own = { userId: adminId, sessionId, accountId };
      return Promise.allSettled([
        auth.call('auth.create-reset-link', { ...own, proof: {} }),
        auth.call('auth.set-administrator', { ...own, change: { isAdmin: true } }),
      ]);
    };
    const refusal = {
      status: 'rejected',
      reason: { code: 'invalid_credentials', errors: [{ code: 'confirm_first' }] },
    };
    expect(await actIn(sessionOf(admin))).toMatchObject([refusal, refusal]);
    await auth.app.get(UsersRepository).noteConfirmed(adminId, sessionOf(admin));
    expect(await actIn('another')).toMatchObject([refusal, refusal]);
    expect(await actIn(sessionOf(admin))).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    await expect(auth.call('auth.get-administrator', { userId: accountId })).resolves.toBeNull();
  });

  describe('with a group at a provider that administers', () => {
    const setByGroup = async (userId: string, isMember: boolean, provider = 'house') => {
      // A group counts while its provider is connected. It stays so when a membership ends.
      await auth.app.get(IdentitiesRepository).insert(userId, { id: `${userId} at ${provider}`, provider });
      await auth.app.get(AdministratorService).setByGroup(userId, provider, isMember);
    };
    let ben: string;

    beforeEach(async () => {
      await begin();
      ben = (await auth.signUp(aPerson())).user.id;
    });

    it('shows and admits its members, and counts them', async () => {
      await setByGroup(ben, true);
      const { items } = await auth.call('auth.list-accounts', { userId: ben });
      expect(items).toMatchObject([
        { id: adminId, isAdmin: true, isAdminByGroup: false },
        { id: ben, isAdmin: true, isAdminByGroup: true },
      ]);
      expect(await auth.call('auth.get-installation', { userId: ben })).toMatchObject({
        administrators: 2,
        administratorsWithoutSecondFactor: 2,
      });
      await setByGroup(ben, false);
      await refuses(ben);
    });

    it('does not count the second factor of an account without a password', async () => {
      const eve = await auth.signUp(aPerson());
      await setByGroup(eve.user.id, true);
      await withoutPassword(auth, eve);
      expect(await auth.call('auth.get-installation', { userId: adminId })).toMatchObject({
        administrators: 2,
        administratorsWithoutSecondFactor: 1,
      });
    });

    it('leaves the end of a membership to the provider, also where the role was lent as well', async () => {
      const byGroup = { ...FORBIDDEN, errors: [{ code: 'administers_by_group' }] };
      await setByGroup(ben, true);
      await expect(administer(ben, false)).rejects.toMatchObject(byGroup);
      await administer(ben, true);
      await expect(administer(ben, false)).rejects.toMatchObject(byGroup);
      await setByGroup(ben, false);
      await expect(auth.call('auth.get-administrator', { userId: ben })).resolves.toBeNull();
      await administer(ben, false);
      await refuses(ben);
    });

    it('gives no one the right to make the own role last, and shows from where each has it', async () => {
      await setByGroup(ben, true);
      await expect(administer(ben, true, ben)).rejects.toMatchObject({
        ...FORBIDDEN,
        errors: [{ code: 'administers_by_group_only' }],
      });
      await setByGroup(ben, false);
      await refuses(ben);
      await setByGroup(ben, true);
      await administer(ben, true);
      const eve = (await auth.signUp(aPerson())).user.id;
      await auth.app.get(InstallationRepository).addAdmin(eve);
      const sourcesOf = async () =>
        (await auth.call('auth.list-accounts', { userId: adminId })).items.map(
          ({ roleSources }) => roleSources,
        );
      const since = expect.any(String);
      const find = jest.spyOn(auth.app.get(UsersRepository), 'find');
      expect(await sourcesOf()).toEqual([
        [{ from: 'first_account', name: null, since }],
        [
          { from: 'administrator', name: 'Ada Silva', since },
          { from: 'group', name: 'The house', since: null },
        ],
        [{ from: 'command', name: null, since }],
      ]);
      // Those who gave the role are found together: only the administrator who asks is looked up alone.
      expect(find.mock.calls).toEqual([[adminId]]);
      // Older versions noted nothing.
      await auth.app
        .get<Model<Installation>>(getModelToken(Installation.name))
        .updateOne({ _id: 'installation' }, { $unset: { adminGrants: 1 } });
      expect((await sourcesOf())[2]).toEqual([{ from: 'unknown', name: null, since: null }]);
    });

    it('ends the invitations of those whose role ends', async () => {
      await begin('invite');
      const invitation = async (userId: string) => (await auth.call('auth.invite', { userId })).token;
      const eve = (await auth.signUp(aPerson({ invitation: await invitation(adminId) }))).user.id;
      await setByGroup(eve, true);
      const token = await invitation(eve);
      await invitation(adminId);
      const makers = async () =>
        (await auth.call('auth.list-invitations', { userId: adminId })).map(({ by }) => by);
      expect(await makers()).toEqual(['Ada Silva', 'Ana Silva']);
      await setByGroup(eve, false);
      expect(await makers()).toEqual(['Ada Silva']);
      await expect(auth.signUp(aPerson({ invitation: token }))).rejects.toMatchObject(FORBIDDEN);
    });

    it('does not take a member for another administrator when the last one goes', async () => {
      await setByGroup(ben, true);
      await expect(administer(adminId, false, ben)).rejects.toMatchObject({
        ...FORBIDDEN,
        errors: [{ code: 'last_administrator' }],
      });
    });

    it('forgets members of a provider that is gone', async () => {
      await setByGroup(ben, true, 'office');
      await refuses(ben);
      await administer(ben, true);
      await administer(ben, false);
      await refuses(ben);
    });
  });

  it('is sent a mail that shows whether mail arrives, or told why it does not', async () => {
    const mail = await startFakeMail();
    const withMail = await startAuth({ SMTP_URL: mail.url, PUBLIC_URL: 'https://journal.example.org' });
    const { user } = await withMail.signUp(aPerson());
    const ask = (userId = user.id) => withMail.call('auth.send-test-mail', { userId });
    const mails = () =>
      mail.mails.filter(({ to, text }) => to.includes(user.email) && text.includes('arrives'));
    expect(await ask()).toEqual({ email: user.email, failure: null });
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('https://journal.example.org/\r\n');
    mail.refuse(550);
    expect(await ask()).toMatchObject({ failure: { code: 'mail_refused', reason: '550 <…>: not now' } });
    const { dependencies } = await withMail.call('auth.get-state', {});
    expect(dependencies).toContainEqual(
      expect.objectContaining({
        ...{ name: 'mail', state: 'failing' },
        lastFailure: expect.objectContaining({ code: 'mail_refused', reason: '550 <…>: not now' }),
      }),
    );
    const other = await withMail.signUp(aPerson());
    await expect(ask(other.user.id)).rejects.toMatchObject(FORBIDDEN);
    expect(mails()).toHaveLength(1);
    // Where mail arrives, people get their links to a new password by it.
    const link = { userId: user.id, accountId: user.id, proof };
    await expect(withMail.call('auth.create-reset-link', link)).rejects.toMatchObject(FORBIDDEN);
    await withMail.stop();
    await mail.close();
  });

  it('is sent none where no mail server is configured', async () => {
    await begin();
    expect(await outcomeOf(auth.call('auth.send-test-mail', { userId: adminId }))).toBe('not_found');
    const { dependencies } = await auth.call('auth.get-state', {});
    expect(dependencies).toContainEqual({ name: 'mail', state: 'absent' });
  });

  it('lends the role and takes it back, but never from the last one, whoever is first', async () => {
    await begin();
    await expect(administer(adminId, false)).rejects.toMatchObject(FORBIDDEN);
    const ben = (await auth.signUp(aPerson())).user.id;
    await administer(ben, true);
    await administer(ben, true);
    const outcomes = await Promise.allSettled([
      administer(ben, false, adminId),
      administer(adminId, false, ben),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const stored = await auth.app.get(InstallationRepository).find();
    expect(stored?.adminIds).toHaveLength(1);
  });

  it('opens and closes registration, within REGISTRATION', async () => {
    await begin('invite');
    const mode = async () => (await auth.call('auth.get-registration', {})).mode;
    await choose('closed');
    expect(await mode()).toBe('closed');
    await expect(auth.signUp(aPerson())).rejects.toMatchObject(FORBIDDEN);
    expect(await choose('invite')).toMatchObject({ registration: 'invite', widestRegistration: 'invite' });
    expect(await mode()).toBe('invite');
    await expect(choose('open')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('notes that the keys are kept elsewhere', async () => {
    await begin();
    const note = (keysKeptElsewhere: boolean) =>
      auth.call('auth.change-installation', { userId: adminId, changes: { keysKeptElsewhere } });
    expect((await note(true)).keysKeptElsewhereAt).toEqual(expect.any(String));
    expect((await note(false)).keysKeptElsewhereAt).toBeNull();
  });
});
