import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { OneTimeLinksRepository } from '../src/mail/one-time-links.repository.js';
import { LinkMailService } from '../src/mail/link-mail.service.js';
import { type AuthUnderTest, aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';
import { type AuthWithMail, startAuthWithMail } from './mailbox.js';
import { meetAt } from './meet-at.js';

const NEW_PASSWORD = 'a better evening';
const HOUR_MS = 60 * 60_000;
const client = { address: '192.0.2.1', userAgent: '' };

// ASVS 2.3.1, 6.1.3, 6.3.4, 6.4.1, 6.4.3
describe('a forgotten password', () => {
  let mail: Awaited<ReturnType<typeof startFakeMail>>;
  let auth: AuthUnderTest;

  beforeAll(async () => {
    mail = await startFakeMail();
    auth = await startAuth({
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://journal.example.org/',
    });
  });

  afterAll(async () => {
    await auth.stop();
    await mail.close();
  });

  const ask = (email: string) => auth.call('auth.request-reset', { email, client });
  const reset = (token: string, password = NEW_PASSWORD, passwordVal = password) =>
    auth.call('auth.reset-password', { reset: { token, password, passwordVal }, client });
  /** Signs up a person with a proved address, whose link to prove it has been made and mailed. */
  const signUp = async () => {
    const grant = await auth.signUp(aPerson());
    const { id, email } = grant.user;
    await eventually(() => expect(mail.mails.filter(({ to }) => to.includes(email))).toHaveLength(1));
    await auth.users.updateOne({ _id: new Types.ObjectId(id) }, { $set: { provedEmail: email } });
    return grant;
  };
  const mailsTo = (email: string) =>
    mail.mails.filter(({ to, text }) => to.includes(email) && text.includes('Subject: A new password'));
  const tokenFor = async (email: string): Promise<string> => {
    const before = mailsTo(email).length;
    await ask(email);
    await eventually(() => expect(mailsTo(email)).toHaveLength(before + 1));
    const link = /https:\/\/journal\.example\.org\/reset-password#([\w-]{43})\r/.exec(
      mailsTo(email).at(-1)?.text ?? '',
    );
    return link?.[1] ?? '';
  };
  const noLink = { code: 'not_found', errors: [{ msg: expect.stringMatching(/^This link has expired/) }] };

  it('is replaced by a link in a mail, and every session of the account ends', async () => {
    expect(await auth.call('auth.get-registration', {})).toMatchObject({ mail: true });
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    const [sent] = mailsTo(ana.user.email);
    expect(sent).toMatchObject({ from: 'journal@example.org', to: [ana.user.email] });
    expect(sent?.text).toMatch(/^Subject: A new password for your journal\r$/m);
    expect(sent?.text).toMatch(/^Content-Language: en\r$/m);
    expect(sent?.text).not.toContain('Ana');
    await expect(reset(token)).resolves.toBeNull();
    await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(auth.logIn({ email: ana.user.email, password: NEW_PASSWORD })).resolves.toBeDefined();
    await expect(auth.restore(ana.cookie)).rejects.toMatchObject({ code: 'unauthenticated' });
    await eventually(() =>
      expect(auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(ana) })).toHaveLength(1),
    );
    const changes = () => auth.seen('auth.password.changed.v1', { userId: ana.user.id });
    await eventually(() => expect(changes()).toHaveLength(1));
    const grant = await auth.logIn({ email: ana.user.email, password: NEW_PASSWORD });
    await auth.update(grant, { lastName: 'Sousa' });
    await auth.update(grant, { password: PASSWORD, currentPassword: NEW_PASSWORD });
    await eventually(() => expect(changes()).toHaveLength(2));
  });

  it('has links that are good once, of which only a hash is stored', async () => {
    const ana = await signUp();
    const [first, second] = [await tokenFor(ana.user.email), await tokenFor(ana.user.email)];
    expect(JSON.stringify(await auth.links.find().toArray())).not.toContain(first);
    meetAt(auth.app.get(OneTimeLinksRepository, { strict: false }), 'use', 3);
    const outcomes = await Promise.allSettled([reset(first), reset(first), reset(first)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(reset(first)).rejects.toMatchObject(noLink);
    await expect(reset(second)).rejects.toMatchObject(noLink);
    expect(await auth.links.countDocuments({ userId: ana.user.id, kind: 'reset' })).toBe(0);
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
    for (const [password, again, field] of [
      ['password1', 'password1', 'password'],
      [NEW_PASSWORD, PASSWORD, 'passwordVal'],
      ['short', 'short', 'password'],
    ] as const)
      await expect(reset(token, password, again)).rejects.toMatchObject({
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
    expect(await ask(user.email)).toBeNull();
    expect(await ask('nobody@example.org')).toBeNull();
    find();
    await eventually(() => expect(mailsTo(user.email)).toHaveLength(1));
    await eventually(() => expect(look).toHaveBeenCalledTimes(2));
    look.mockRestore();
    expect(mailsTo('nobody@example.org')).toEqual([]);
  });

  it('has links that open nothing after a change of the password', async () => {
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    await auth.update(ana, { password: NEW_PASSWORD, currentPassword: PASSWORD });
    await expect(reset(token, 'yet another evening')).rejects.toMatchObject(noLink);
  });

  it('goes with the account', async () => {
    const ana = await signUp();
    const token = await tokenFor(ana.user.email);
    await auth.remove(ana.user.id);
    expect(await auth.links.countDocuments({ userId: ana.user.id })).toBe(0);
    await expect(reset(token)).rejects.toMatchObject(noLink);
  });
});

describe('a journal without a mail server', () => {
  it('gives the same answer', async () => {
    const auth = await startAuth();
    const { user } = await auth.signUp(aPerson());
    for (const email of [user.email, 'nobody@example.org'])
      expect(await auth.call('auth.request-reset', { email, client })).toBeNull();
    expect(await auth.call('auth.get-registration', {})).toEqual({
      mode: 'open',
      mail: false,
      providers: [],
      passwordLogin: true,
      autoProvider: null,
      passkeyOrigin: null,
    });
    await auth.stop();
  });
});

describe('a link whose mail the server does not take', () => {
  let house: AuthWithMail;

  beforeAll(async () => {
    house = await startAuthWithMail();
  });

  afterAll(() => house.stop());
  afterEach(() => house.takeMail());

  const unsent = (userId: string) => house.auth.links.find({ userId, retryAt: { $exists: true } }).toArray();
  /** Two replicas look when it is time. */
  const retry = async (userId: string): Promise<void> => {
    const due = { $set: { retryAt: new Date() } };
    await house.auth.links.updateMany({ userId, retryAt: { $exists: true } }, due);
    const service = house.auth.app.get(LinkMailService);
    await Promise.all([service.retryDue(), service.retryDue()]);
  };
  /** Asks for something that the mail server refuses, and waits for its refusal. */
  const refused = async (ask: () => Promise<unknown>, code?: number): Promise<void> => {
    const before = house.refusals();
    house.refuseMail(code);
    await ask();
    await eventually(() => expect(house.refusals()).toBe(before + 1));
  };
  const provedUser = async () => {
    const { user } = await house.signUp();
    await house.setProved(user.id, user.email);
    return user;
  };

  it('at first comes later, once, and is then good for an hour', async () => {
    const { id, email } = await provedUser();
    await refused(async () => expect(await house.askForReset(email)).toBeNull());
    await refused(() => retry(id));
    expect(await unsent(id)).toMatchObject([{ kind: 'reset', attempts: 1 }]);
    // As if most of the hour had gone by.
    const soon = new Date(Date.now() + 60_000);
    await house.auth.links.updateMany({ userId: id }, { $set: { expiresAt: soon } });
    house.takeMail();
    await retry(id);
    const token = await house.tokenIn(email, 2, 'reset-password');
    const newest = await house.auth.links.find({ userId: id }).sort({ createdAt: -1 }).limit(1).next();
    expect(newest!.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
    expect(await unsent(id)).toEqual([]);
    await retry(id);
    expect(house.mailsTo(email)).toHaveLength(2);
    await expect(house.reset(token)).resolves.toBeNull();
  });

  it('at first comes later, if it proves the address of a sign-up', async () => {
    const person = aPerson();
    let id = '';
    await refused(async () => (id = (await house.auth.signUp(person)).user.id));
    house.takeMail();
    await retry(id);
    await expect(house.prove(await house.tokenIn(person.email), id)).resolves.toBeNull();
  });

  it('is tried again only until it expires, and only the newest', async () => {
    const person = aPerson();
    let id = '';
    await refused(async () => (id = (await house.auth.signUp(person)).user.id));
    const again = house.auth.call('auth.send-email-proof', { userId: id });
    await expect(again).rejects.toMatchObject({
      code: 'unavailable',
      errors: [{ msg: expect.stringMatching(/We keep trying/) }],
    });
    expect(await unsent(id)).toHaveLength(1);
    await house.auth.links.updateMany({ userId: id }, { $set: { expiresAt: new Date() } });
    house.takeMail();
    await retry(id);
    expect(house.mailsTo(person.email)).toEqual([]);
  });

  it('for good is not tried again', async () => {
    const { id, email } = await provedUser();
    await refused(() => house.askForReset(email), 550);
    await eventually(async () => expect(await unsent(id)).toEqual([]));
  });

  it('does not come once the password was changed', async () => {
    const { id, email } = await provedUser();
    await refused(() => house.askForReset(email));
    await house.auth.users.updateOne({ email }, { $inc: { credentialsVersion: 1 } });
    house.takeMail();
    await retry(id);
    expect(house.mailsTo(email)).toHaveLength(1);
    expect(await unsent(id)).toEqual([]);
  });
});
