import { eventually } from '@inner-weather/testing/eventually';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { AdministratorService } from '../src/registration/administrator.service.js';
import { InstallationRepository } from '../src/registration/installation.repository.js';
import { type AuthUnderTest, aPerson, startAuth } from './harness.js';
import { meetAt } from './meet-at.js';

const refused = { code: 'forbidden' };

// ASVS 6.2.4, 6.3.2
describe('who may sign up', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth();
  });

  afterAll(() => auth.stop());

  const invite = async (userId: string) => (await auth.call('auth.invite', { userId })).token;
  const mode = async () => (await auth.call('auth.get-registration', {})).mode;

  it.each(['invite', 'closed'] as const)(
    'is open for the first account, the administrator, and then follows REGISTRATION=%s',
    async (REGISTRATION) => {
      await auth.startOver(REGISTRATION);
      expect(await mode()).toBe('open');
      meetAt(auth.app.get(AdministratorService, { strict: false }), 'claim', 4);
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => auth.signUp(aPerson())));
      const createdAccounts = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value] : [],
      );
      expect(createdAccounts).toHaveLength(1);
      expect(await mode()).toBe(REGISTRATION);
      await expect(auth.signUp(aPerson())).rejects.toMatchObject(refused);
      await expect(invite(createdAccounts[0]!.user.id)).resolves.toBeDefined();
    },
  );

  it('is open by default, and only the first account is the administrator', async () => {
    await auth.startOver();
    const people = await Promise.all(Array.from({ length: 4 }, () => auth.signUp(aPerson())));
    const invited = await Promise.allSettled(people.map(({ user }) => invite(user.id)));
    expect(invited.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is who was invited: once each, for a week, and not when the invitation was taken back', async () => {
    await auth.startOver('invite');
    const admin = await auth.signUp(aPerson());
    const token = await invite(admin.user.id);
    meetAt(auth.app.get(UsersRepository, { strict: false }), 'insert', 3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => auth.signUp(aPerson({ invitation: token }))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await auth.users.countDocuments()).toBe(2);

    const expired = await invite(admin.user.id);
    await auth.links.updateMany({}, { $set: { expiresAt: new Date() } });
    await expect(auth.signUp(aPerson({ invitation: expired }))).rejects.toMatchObject(refused);

    const takenBack = await auth.call('auth.invite', { userId: admin.user.id });
    expect(Date.parse(takenBack.expiresAt) - Date.parse(takenBack.createdAt)).toBe(7 * 24 * 60 * 60_000);
    const ids = async () =>
      (await auth.call('auth.list-invitations', { userId: admin.user.id })).map(({ id }) => id);
    expect(await ids()).toEqual([takenBack.id]);
    await auth.call('auth.delete-invitation', { userId: admin.user.id, invitationId: takenBack.id });
    expect(await ids()).toEqual([]);
    await expect(auth.signUp(aPerson({ invitation: takenBack.token }))).rejects.toMatchObject(refused);
    await expect(auth.signUp(aPerson({ invitation: takenBack.id }))).rejects.toMatchObject(refused);
  });

  it('is no new person where it is closed, not even with an invitation', async () => {
    await auth.startOver('closed');
    const admin = await auth.signUp(aPerson());
    const invitation = await invite(admin.user.id);
    await expect(auth.signUp(aPerson({ invitation }))).rejects.toMatchObject(refused);
    expect(await auth.users.countDocuments()).toBe(1);
  });

  it('costs no invitation where the email is taken', async () => {
    await auth.startOver('invite');
    const admin = await auth.signUp(aPerson());
    const invitation = await invite(admin.user.id);
    await expect(auth.signUp(aPerson({ email: admin.user.email, invitation }))).rejects.toMatchObject({
      code: 'email_taken',
    });
    await expect(auth.signUp(aPerson({ invitation }))).resolves.toBeDefined();
  });

  it('starts over when the last account is deleted, and not before', async () => {
    await auth.startOver('closed');
    const admin = await auth.signUp(aPerson());
    await auth.remove(admin.user.id);
    // The rest is erased after the answer.
    await eventually(async () => expect(await mode()).toBe('open'));
    const next = await auth.signUp(aPerson());
    await expect(invite(next.user.id)).resolves.toBeDefined();

    await auth.startOver();
    const first = await auth.signUp(aPerson());
    const second = await auth.signUp(aPerson());
    await auth.remove(first.user.id);
    const third = await auth.signUp(aPerson());
    for (const { user } of [second, third]) await expect(invite(user.id)).rejects.toMatchObject(refused);
  });

  it('is still open to the first where a first one could not be made', async () => {
    await auth.startOver('closed');
    const known = await auth.signUp(aPerson());
    await auth.app.get(InstallationRepository).unclaim(known.user.id);
    await expect(auth.signUp(aPerson({ email: known.user.email }))).rejects.toMatchObject({
      code: 'email_taken',
    });
    const { user } = await auth.signUp(aPerson());
    await expect(invite(user.id)).resolves.toBeDefined();
    expect(await mode()).toBe('closed');
  });

  it('is decided by the administrator alone', async () => {
    await auth.startOver();
    const admin = await auth.signUp(aPerson());
    const { user } = await auth.signUp(aPerson());
    const open = await auth.call('auth.invite', { userId: admin.user.id });
    await expect(invite(user.id)).rejects.toMatchObject(refused);
    await expect(auth.call('auth.list-invitations', { userId: user.id })).rejects.toMatchObject(refused);
    const takeBack = { userId: user.id, invitationId: open.id };
    await expect(auth.call('auth.delete-invitation', takeBack)).rejects.toMatchObject(refused);
    await auth.remove(admin.user.id);
    await expect(invite(admin.user.id)).rejects.toMatchObject(refused);
    expect(await auth.links.countDocuments({ _id: open.id })).toBe(0);
  });
});

describe('a common password', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth();
  });

  afterAll(() => auth.stop());

  const common = {
    code: 'validation_failed',
    errors: [{ msg: expect.stringMatching(/too common/), field: 'password' }],
  };

  it.each(['password1', 'QWERTYUIOP', '123456789'])('opens no account: %s', async (password) => {
    const person = aPerson({ password });
    await expect(auth.signUp(person)).rejects.toMatchObject(common);
    expect(await auth.users.countDocuments({ email: person.email })).toBe(0);
  });

  it('takes no other one’s place', async () => {
    const person = aPerson();
    const ana = await auth.signUp(person);
    const change = auth.update(ana, { password: 'iloveyou', currentPassword: person.password });
    await expect(change).rejects.toMatchObject(common);
    await expect(auth.logIn(person)).resolves.toBeDefined();
  });
});
