import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { AdministratorService } from '../src/registration/administrator.service.js';
import { InstallationRepository } from '../src/registration/installation.repository.js';
import type { Installation } from '../src/registration/installation.schema.js';
import { advanceClock, stopClock } from './authenticator.js';
import { aClient, aPerson, outcomeOf, PASSWORD, sessionOf, startAuth } from './harness.js';
import { atNext, meetAt } from './meet-at.js';

const refused = { code: 'forbidden' };

const auth = await startAuth();

afterAll(() => auth.stop());

const mode = async () => (await auth.call('auth.get-registration', {})).mode;

// Contract: 3 fields of the signup form
// Contract: 5 signup: all fields are required, password of 8, type of email
describe('signing up', () => {
  it('answers a token, a cookie and the user as the token holds it', async () => {
    const person = aPerson({ firstName: 'Zoë', location: 'São Paulo' });
    const grant = await auth.signUp(person);
    expect(grant).toEqual({
      token: expect.any(String),
      device: expect.stringMatching(/^[\w-]{43}$/),
      cookie: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      user: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Zoë',
        email: person.email,
        location: 'São Paulo',
      },
    });
    const { iat, exp, ...held } = await auth.claims(grant.token);
    expect(held).toEqual({ user: grant.user, sid: sessionOf(grant) });
    expect(exp - iat).toBe(12 * 60 * 60);
  });

  it('stores the account with a hash in place of the password, and nothing that was not asked for', async () => {
    const before = Date.now();
    const more = { _id: 'mine', removeAt: new Date(), isAdmin: true };
    const { user } = await auth.signUp({ ...aPerson(), ...more });
    const stored = await auth.stored(user.id);
    expect(stored).toEqual({
      _id: expect.anything(),
      credentialsVersion: 0,
      firstName: 'Ana',
      lastName: 'Silva',
      location: 'Porto',
      email: user.email,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$/),
      createdAt: expect.any(Date),
    });
    expect(String(stored!._id)).toMatch(/^[0-9a-f]{24}$/);
    expect(stored!.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  it('keeps the language, the email in lower case, and everything without the blanks around it', async () => {
    const typed = { firstName: ' Ana ', location: ' Porto\n', email: '  ANA.Silva@Example.ORG ' };
    const { user } = await auth.signUp(aPerson({ ...typed, language: 'ar' }));
    const kept = { location: 'Porto', email: 'ana.silva@example.org', language: 'ar' };
    expect(user).toMatchObject({ ...kept, name: 'Ana' });
    expect(await auth.stored(user.id)).toMatchObject(kept);
  });

  it('keeps the password with its blanks', async () => {
    const person = aPerson({ password: '  spaced out  ' });
    await auth.signUp(person);
    expect(await outcomeOf(auth.logIn({ email: person.email, password: 'spaced out' }))).toBe(
      'invalid_credentials',
    );
    await expect(auth.logIn(person)).resolves.toMatchObject({ user: { email: person.email } });
  });

  it('gives an email to one of many who ask for it at the same time', async () => {
    const email = 'wanted@example.org';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) =>
        auth.signUp(aPerson({ email: i % 2 ? email : email.toUpperCase() })),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map((outcome) => (outcome.reason as { code: string }).code)).toEqual(
      Array(5).fill('email_taken'),
    );
    expect(await auth.users.countDocuments({ email })).toBe(1);
  });

  it('says in the documented words that the passwords differ, and makes no account', async () => {
    const person = aPerson({ passwordVal: 'a good morning' });
    await expect(auth.signUp(person)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ msg: "Passwords don't match", field: 'passwordVal' }],
    });
    expect(await auth.users.countDocuments({ email: person.email })).toBe(0);
  });

  it('refuses what is not valid, and makes no account', async () => {
    const before = await auth.users.countDocuments();
    const request = { user: { ...aPerson(), email: { $ne: null } }, client: aClient() };
    await expect(auth.callWith('auth.sign-up', request)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'email', msg: expect.stringMatching(/^[A-Z].*(must|valid)/) }],
    });
    expect(await auth.users.countDocuments()).toBe(before);
  });

  it('takes everything at its longest, and eight characters for a password', async () => {
    const long = 'x'.repeat(100);
    const person = aPerson({ firstName: long, lastName: long, location: long, password: 'eight ch' });
    await expect(auth.signUp(person)).resolves.toMatchObject({ user: { name: long, location: long } });
  });
});

it('a common password opens no account, and takes no other one’s place', async () => {
  const common = {
    code: 'validation_failed',
    errors: [{ msg: expect.stringMatching(/too common/), field: 'password' }],
  };
  const person = aPerson({ password: 'QWERTYUIOP' });
  await expect(auth.signUp(person)).rejects.toMatchObject(common);
  expect(await auth.users.countDocuments({ email: person.email })).toBe(0);
  const ana = await auth.signUp(aPerson());
  const change = auth.update(ana, { password: 'iloveyou', currentPassword: PASSWORD });
  await expect(change).rejects.toMatchObject(common);
  await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).resolves.toBeDefined();
});

describe('where no mail is sent', () => {
  it('an address needs no proof for anything, and is whose came first', async () => {
    const ana = await auth.signUp(aPerson());
    const { email } = aPerson();
    expect((await auth.update(ana, { email, currentPassword: PASSWORD })).user.email).toBe(email);
    await expect(begin()).resolves.toMatchObject({ secret: expect.any(String) });
    await expect(auth.signUp(aPerson({ email, emailProof: 'x' }))).rejects.toMatchObject({
      code: 'email_taken',
      errors: [{ msg: 'An account with this email already exists', field: 'email' }],
    });
    expect(await auth.call('auth.get-email-proof', { userId: ana.user.id })).toMatchObject({
      needed: false,
      lost: false,
    });
    expect((await auth.call('auth.get-user', { userId: ana.user.id })).newEmail).toBeUndefined();
    function begin() {
      return auth.call('auth.begin-second-factor', {
        userId: ana.user.id,
        proof: { currentPassword: PASSWORD },
      });
    }
  });

  it('a forgotten password is answered alike, whether or not there is an account', async () => {
    const { user } = await auth.signUp(aPerson());
    for (const email of [user.email, 'nobody@example.org'])
      expect(await auth.call('auth.request-reset', { email, client: aClient() })).toBeNull();
    expect(await auth.call('auth.get-registration', {})).toEqual({
      mode: 'open',
      mail: false,
      providers: [],
      passwordLogin: true,
      autoProvider: null,
      passkeyOrigin: null,
    });
  });
});

// ASVS 6.2.4, 6.3.2
describe('who may sign up', () => {
  const invite = async (userId: string) => (await auth.call('auth.invite', { userId })).token;

  it.each(['invite', 'closed'] as const)(
    'is open for the first account, the administrator, and then for whom REGISTRATION=%s lets in',
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
      const invitation = await invite(createdAccounts[0]!.user.id);
      const [invited] = await Promise.allSettled([auth.signUp(aPerson({ invitation }))]);
      expect(invited.status).toBe(REGISTRATION === 'invite' ? 'fulfilled' : 'rejected');
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

  it('costs no invitation where the email is taken', async () => {
    await auth.startOver('invite');
    const admin = await auth.signUp(aPerson());
    const invitation = await invite(admin.user.id);
    expect(await outcomeOf(auth.signUp(aPerson({ email: admin.user.email, invitation })))).toBe(
      'email_taken',
    );
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
    expect(await outcomeOf(auth.signUp(aPerson({ email: known.user.email })))).toBe('email_taken');
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

describe('a process that ends between the claim of the administrator’s role and the first account', () => {
  beforeEach(() => stopClock(Date.now()));

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const invite = (userId: string) => auth.call('auth.invite', { userId });
  const restart = () => auth.app.get(AdministratorService).onApplicationBootstrap();
  const crash = async (): Promise<void> => {
    jest.spyOn(UsersRepository.prototype, 'insert').mockRejectedValueOnce(new Error('a crash'));
    await expect(auth.signUp(aPerson())).rejects.toMatchObject({ code: 'internal' });
  };
  const installations = () =>
    auth.app.get<Connection>(getConnectionToken()).db!.collection<Installation>('installation');

  it('keeps the role for a minute, and then leaves it to the first person to sign up', async () => {
    await auth.startOver('closed');
    await crash();
    expect(await mode()).toBe('closed');
    await restart();
    await expect(auth.signUp(aPerson())).rejects.toMatchObject(refused);
    advanceClock(61_000);
    expect(await mode()).toBe('open');
    const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => auth.signUp(aPerson())));
    const createdAccounts = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    expect(createdAccounts).toHaveLength(1);
    await expect(invite(createdAccounts[0]!.user.id)).resolves.toBeDefined();
    expect(await mode()).toBe('closed');
  });

  it('leaves it to the oldest account where others have signed up meanwhile', async () => {
    await auth.startOver();
    await crash();
    const oldest = await auth.signUp(aPerson());
    await expect(invite(oldest.user.id)).rejects.toMatchObject(refused);
    advanceClock(61_000);
    await auth.signUp(aPerson());
    await expect(invite(oldest.user.id)).resolves.toBeDefined();
  });

  it('does not take the role from an account that exists, however old its claim is', async () => {
    await auth.startOver('closed');
    const admin = await auth.signUp(aPerson());
    await installations().updateOne({}, { $set: { claimedAt: new Date(0) } });
    expect(await mode()).toBe('closed');
    await expect(invite(admin.user.id)).resolves.toBeDefined();
    expect(await installations().findOne()).not.toHaveProperty('claimedAt');
  });

  it('creates no second account if it was only slow and the registration is closed', async () => {
    await auth.startOver('closed');
    atNext(auth.app.get(UsersRepository, { strict: false }), 'insert', {
      before: async () => {
        // A claim of long ago. The clock stays, since the call under way has a deadline of its own.
        await installations().updateOne({}, { $set: { claimedAt: new Date(0) } });
        const quicker = await auth.signUp(aPerson());
        await expect(invite(quicker.user.id)).resolves.toBeDefined();
      },
    });
    await expect(auth.signUp(aPerson())).rejects.toMatchObject(refused);
    expect(await auth.users.countDocuments()).toBe(1);
  });
});
