import { LIMITS } from '@inner-weather/domain/limits';
import { totpAt } from '@inner-weather/testing/totp';
import { aPerson, type AuthUnderTest, PASSWORD, sessionOf, startAuth } from './harness.js';
import { type AuthWithMail, invalid, noLink, OTHER_PASSWORD, taken, startAuthWithMail } from './mailbox.js';

const DAY_MS = 24 * 60 * 60_000;

// ASVS 1.3.11
describe('an address, where mail is sent', () => {
  let {
    auth,
    mailsTo,
    tokenIn,
    signUp,
    prove,
    proveBy,
    stateOf,
    askForReset,
    reset,
    begin,
    setProved,
    unsetProved,
    signUpUnasked,
    stop,
  } = {} as AuthWithMail;

  beforeAll(async () => {
    ({
      auth,
      mailsTo,
      tokenIn,
      signUp,
      prove,
      proveBy,
      stateOf,
      askForReset,
      reset,
      begin,
      setProved,
      unsetProved,
      signUpUnasked,
      stop,
    } = await startAuthWithMail());
  });

  afterAll(() => stop());

  it('is proved by a link that is mailed at the sign-up', async () => {
    const ana = await signUp();
    expect(await stateOf(ana.user.id)).toEqual({
      needed: true,
      email: ana.user.email,
      proved: false,
      lost: false,
      newEmail: null,
      sent: true,
    });
    await expect(prove(ana.token, ana.user.id)).resolves.toBeNull();
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: true, sent: false });
    await expect(prove(ana.token, ana.user.id)).rejects.toMatchObject(noLink);
    expect(await auth.links.countDocuments({ userId: ana.user.id })).toBe(0);
  });

  it('is proved in a browser that is not signed in by the password of the account', async () => {
    const ana = await signUp();
    await expect(proveBy(ana.token, 'a guess at it')).rejects.toMatchObject(invalid);
    await expect(proveBy(ana.token, '')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: false });
    await expect(proveBy(ana.token, PASSWORD)).resolves.toBeNull();
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: true });
  });

  it('is proved only by the owner of the account with the link from the mail', async () => {
    const [ana, eve] = [await signUp(), await signUp()];
    await expect(prove(ana.token, eve.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    for (const guess of ['', 'x', 'x'.repeat(LIMITS.tokenMax)]) {
      await expect(prove(guess, ana.user.id)).rejects.toMatchObject(noLink);
    }
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: false });
    await expect(prove(ana.token, ana.user.id)).resolves.toBeNull();
  });

  it('is proved within a day', async () => {
    const ana = await signUp();
    const [link] = await auth.links.find({ userId: ana.user.id }).toArray();
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(DAY_MS);
    await auth.links.updateMany({ userId: ana.user.id }, { $set: { expiresAt: new Date() } });
    await expect(prove(ana.token, ana.user.id)).rejects.toMatchObject(noLink);
    await auth.call('auth.send-email-proof', { userId: ana.user.id });
    await expect(prove(await tokenIn(ana.user.email, 2), ana.user.id)).resolves.toBeNull();
    await expect(auth.call('auth.send-email-proof', { userId: ana.user.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('gets mail without any text that a user typed, and only the link of the proof until it is proved', async () => {
    const person = aPerson({ firstName: 'Dear friend, go to evil.example' });
    const { user } = await auth.signUp(person);
    await tokenIn(person.email);
    await askForReset(person.email);
    await tokenIn(person.email, 2);
    await expect(auth.signUp(person)).rejects.toMatchObject(taken);
    await prove(await tokenIn(person.email, 3), user.id);
    await askForReset(person.email);
    await tokenIn(person.email, 4, 'reset-password');
    for (const { text } of mailsTo(person.email)) expect(text).not.toMatch(/friend|evil/);
    expect(mailsTo(person.email).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])).toEqual([
      'Is this your address?',
      'Is this your address?',
      'Is this your address?',
      'A new password for your journal',
    ]);
  });

  it('is proved before a second factor can be turned on, also one that was begun before', async () => {
    const ana = await signUp();
    await expect(begin(ana.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    await prove(ana.token, ana.user.id);
    const { secret } = await begin(ana.user.id);
    const confirm = () =>
      auth.call('auth.confirm-second-factor', {
        userId: ana.user.id,
        sessionId: sessionOf(ana),
        proof: { code: totpAt(secret, Date.now()) },
      });
    await unsetProved(ana.user.id);
    await expect(confirm()).rejects.toMatchObject({ code: 'forbidden' });
    await setProved(ana.user.id, ana.user.email);
    await expect(confirm()).resolves.toMatchObject({ recoveryCodes: expect.any(Array) });
  });

  describe('of an account whose password is forgotten', () => {
    it('gets the proof alone where its person was asked for it: it may be a slip, and a stranger’s', async () => {
      const ana = await signUp();
      await askForReset(ana.user.email);
      const token = await tokenIn(ana.user.email, 2);
      await expect(reset(token)).rejects.toMatchObject(noLink);
      await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).resolves.toBeDefined();
    });

    it('is proved by the link to a new password if no proof was requested before', async () => {
      const ana = await signUpUnasked();
      await askForReset(ana.user.email);
      await reset(await tokenIn(ana.user.email, 2, 'reset-password'));
      expect(mailsTo(ana.user.email).at(-1)?.text).toMatch(/^Subject: Is this your address\?\r$/m);
      expect(await stateOf(ana.user.id)).toMatchObject({ proved: true });
      const grant = await auth.logIn({ email: ana.user.email, password: OTHER_PASSWORD });
      expect(grant.user.id).toBe(ana.user.id);
    });
  });
});

describe('an address, where no mail is sent', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth();
  });

  afterAll(() => auth.stop());

  it('needs no proof for anything, and is whose came first', async () => {
    const ana = await auth.signUp(aPerson());
    const { email } = aPerson();
    expect((await auth.update(ana, { email, currentPassword: PASSWORD })).user.email).toBe(email);
    await expect(begin()).resolves.toMatchObject({ secret: expect.any(String) });
    await expect(auth.signUp(aPerson({ email, emailProof: 'x' }))).rejects.toMatchObject({
      ...taken,
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
});
