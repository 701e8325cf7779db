import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { OneTimeLinksRepository } from '../src/mail/one-time-links.repository.js';
import { LinkMailService } from '../src/mail/link-mail.service.js';
import { aClient, aPerson, outcomeOf, PASSWORD, sessionOf } from './harness.js';
import { noLink, OTHER_PASSWORD, startAuthWithMail } from './mailbox.js';
import { meetAt } from './meet-at.js';

const HOUR_MS = 60 * 60_000;

// With a slash at its end, as people write it.
const house = await startAuthWithMail({ PUBLIC_URL: 'https://journal.example.org/' });
const { auth, mailsTo, tokenIn, askForReset, reset, stop } = house;

afterAll(() => stop());

/** Signs up a person with a proved address, whose link to prove it has been made and mailed. */
const signUp = async () => {
  const grant = await house.signUp();
  await house.setProved(grant.user.id, grant.user.email);
  return grant;
};

// ASVS 2.3.1, 6.1.3, 6.3.4, 6.4.1, 6.4.3
describe('a forgotten password', () => {
  const tokenFor = async (email: string): Promise<string> => {
    const before = mailsTo(email).length;
    await askForReset(email);
    return tokenIn(email, before + 1, 'reset-password');
  };

  it('is replaced by a link in a mail, and every session of the account ends', async () => {
    expect(await auth.call('auth.get-registration', {})).toMatchObject({ mail: true });
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    const [, sent] = mailsTo(ana.user.email);
    expect(sent).toMatchObject({ from: 'journal@example.org', to: [ana.user.email] });
    expect(sent?.text).toMatch(/^Subject: A new password for your journal\r$/m);
    expect(sent?.text).toMatch(/^Content-Language: en\r$/m);
    expect(sent?.text).not.toContain('Ana');
    await expect(reset(token)).resolves.toBeNull();
    expect(await outcomeOf(auth.logIn({ email: ana.user.email, password: PASSWORD }))).toBe(
      'invalid_credentials',
    );
    await expect(auth.logIn({ email: ana.user.email, password: OTHER_PASSWORD })).resolves.toBeDefined();
    await expect(auth.restore(ana.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
    await eventually(() =>
      expect(auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(ana) })).toHaveLength(1),
    );
    const changes = () => auth.seen('auth.password.changed.v1', { userId: ana.user.id });
    await eventually(() => expect(changes()).toHaveLength(1));
    const grant = await auth.logIn({ email: ana.user.email, password: OTHER_PASSWORD });
    await auth.update(grant, { lastName: 'Sousa' });
    await auth.update(grant, { password: PASSWORD, currentPassword: OTHER_PASSWORD });
    await eventually(() => expect(changes()).toHaveLength(2));
  });

  it('has links that are good once, of which only a hash is stored', async () => {
    const ana = await signUp();
    const [first, second] = [await tokenFor(ana.user.email), await tokenFor(ana.user.email)];
    expect(JSON.stringify(await auth.links.find().toArray())).not.toContain(first);
    meetAt(auth.app.get(UsersRepository, { strict: false }), 'changeCredentials', 3);
    const outcomes = await Promise.allSettled([reset(first), reset(first), reset(first)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(reset(first)).rejects.toMatchObject(noLink);
    await expect(reset(second)).rejects.toMatchObject(noLink);
    expect(await auth.links.countDocuments({ userId: ana.user.id, kind: 'reset' })).toBe(0);
  });

  it('has links that still work if the database fails before the password is changed', async () => {
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    const users = auth.app.get(UsersRepository, { strict: false });
    jest.spyOn(users, 'changeCredentials').mockRejectedValueOnce(new Error('not primary'));
    await expect(reset(token)).rejects.toMatchObject({ code: 'internal' });
    await expect(reset(token)).resolves.toBeNull();
    await expect(auth.logIn({ email: ana.user.email, password: OTHER_PASSWORD })).resolves.toBeDefined();
  });

  it('has links that are good for an hour', async () => {
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    const [link] = await auth.links.find({ userId: ana.user.id, kind: 'reset' }).toArray();
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(HOUR_MS);
    await auth.links.updateOne({ _id: link!._id }, { $set: { expiresAt: new Date() } });
    await expect(reset(token)).rejects.toMatchObject(noLink);
    await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('is not replaced by a bad one, nor by a token of none, and the link stays good', async () => {
    const token = await tokenFor((await signUp()).user.email);
    for (const [password, passwordVal, field] of [
      ['password1', 'password1', 'password'],
      [OTHER_PASSWORD, PASSWORD, 'passwordVal'],
      ['short', 'short', 'password'],
    ] as const)
      await expect(
        auth.call('auth.reset-password', { reset: { token, password, passwordVal }, client: aClient() }),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    for (const none of ['', 'x', 'x'.repeat(100)]) await expect(reset(none)).rejects.toMatchObject(noLink);
    await expect(reset(token)).resolves.toBeNull();
  });

  it('is not replaced by an invitation, and is no invitation', async () => {
    const links = auth.app.get(OneTimeLinksRepository);
    const ana = await signUp();
    const invitation = await links.create('invitation', { userId: ana.user.id });
    await expect(reset(invitation.token)).rejects.toMatchObject(noLink);
    expect(await links.find('invitation', invitation.token)).toMatchObject({ userId: ana.user.id });
    expect(await links.find('invitation', await tokenFor(ana.user.email))).toBeNull();
    await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).resolves.toBeDefined();
  });

  it('is answered alike, after the same work, whether or not there is an account; nothing is sent to none', async () => {
    const { user } = await signUp();
    // Looking for the account is what would differ. It waits until both have their answer.
    const users = auth.app.get(UsersRepository, { strict: false });
    let find!: () => void;
    const held = new Promise<void>((resolve) => (find = resolve));
    const findByEmail = users.findByEmail.bind(users);
    const look = jest
      .spyOn(users, 'findByEmail')
      .mockImplementation((email) => held.then(() => findByEmail(email)));
    expect(await askForReset(user.email)).toBeNull();
    expect(await askForReset('nobody@example.org')).toBeNull();
    find();
    await tokenIn(user.email, 2, 'reset-password');
    await eventually(() => expect(look).toHaveBeenCalledTimes(2));
    look.mockRestore();
    expect(mailsTo('nobody@example.org')).toEqual([]);
  });

  it('has links that open nothing after a change of the password', async () => {
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    await auth.update(ana, { password: OTHER_PASSWORD, currentPassword: PASSWORD });
    await expect(reset(token, 'yet another evening')).rejects.toMatchObject(noLink);
  });
});

describe('a link whose mail the server does not take', () => {
  afterEach(() => house.takeMail());

  const unsent = (userId: string) => auth.links.find({ userId, retryAt: { $exists: true } }).toArray();
  /** Two replicas look when it is time. */
  const retry = async (userId: string): Promise<void> => {
    const due = { $set: { retryAt: new Date() } };
    await auth.links.updateMany({ userId, retryAt: { $exists: true } }, due);
    const service = auth.app.get(LinkMailService);
    await Promise.all([service.retryDue(), service.retryDue()]);
  };
  /** Asks for something that the mail server refuses, and waits for its refusal. */
  const refused = async (ask: () => Promise<unknown>, code?: number): Promise<void> => {
    const before = house.refusals();
    house.refuseMail(code);
    await ask();
    await eventually(() => expect(house.refusals()).toBe(before + 1));
  };

  it('at first comes later, once, and is then good for an hour', async () => {
    const { id, email } = (await signUp()).user;
    await refused(async () => expect(await askForReset(email)).toBeNull());
    await refused(() => retry(id));
    expect(await unsent(id)).toMatchObject([{ kind: 'reset', attempts: 1 }]);
    // As if most of the hour had gone by.
    const soon = new Date(Date.now() + 60_000);
    await auth.links.updateMany({ userId: id }, { $set: { expiresAt: soon } });
    house.takeMail();
    await retry(id);
    const token = await tokenIn(email, 2, 'reset-password');
    const newest = await auth.links.find({ userId: id }).sort({ createdAt: -1 }).limit(1).next();
    expect(newest!.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
    expect(await unsent(id)).toEqual([]);
    await retry(id);
    expect(mailsTo(email)).toHaveLength(2);
    await expect(reset(token)).resolves.toBeNull();
  });

  it('at first comes later, if it proves the address of a sign-up', async () => {
    const person = aPerson();
    let id = '';
    await refused(async () => (id = (await auth.signUp(person)).user.id));
    house.takeMail();
    await retry(id);
    await expect(house.prove(await tokenIn(person.email), id)).resolves.toBeNull();
  });

  it('is tried again only until it expires, and only the newest', async () => {
    const person = aPerson();
    let id = '';
    await refused(async () => (id = (await auth.signUp(person)).user.id));
    const again = auth.call('auth.send-email-proof', { userId: id });
    await expect(again).rejects.toMatchObject({
      code: 'unavailable',
      errors: [{ msg: expect.stringMatching(/We keep trying/) }],
    });
    expect(await unsent(id)).toHaveLength(1);
    await auth.links.updateMany({ userId: id }, { $set: { expiresAt: new Date() } });
    house.takeMail();
    await retry(id);
    expect(mailsTo(person.email)).toEqual([]);
  });

  it('for good is not tried again', async () => {
    const { id, email } = (await signUp()).user;
    await refused(() => askForReset(email), 550);
    await eventually(async () => expect(await unsent(id)).toEqual([]));
  });

  it('does not come once the password was changed', async () => {
    const { id, email } = (await signUp()).user;
    await refused(() => askForReset(email));
    await auth.users.updateOne({ email }, { $inc: { credentialsVersion: 1 } });
    house.takeMail();
    await retry(id);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await unsent(id)).toEqual([]);
  });
});
