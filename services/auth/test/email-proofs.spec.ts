import { LIMITS } from '@inner-weather/domain/limits';
import { totpAt } from '@inner-weather/testing/totp';
import { aPerson, outcomeOf, PASSWORD, sessionOf } from './harness.js';
import { invalid, noLink, OTHER_PASSWORD, taken, startAuthWithMail } from './mailbox.js';

const DAY_MS = 24 * 60 * 60_000;

const {
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
} = await startAuthWithMail();

afterAll(() => stop());

// ASVS 1.3.11
describe('an address, where mail is sent', () => {
  it('is proved by a link that is mailed at the sign-up, by its owner alone, once', async () => {
    const [ana, eve] = [await signUp(), await signUp()];
    expect(await stateOf(ana.user.id)).toEqual({
      needed: true,
      email: ana.user.email,
      proved: false,
      lost: false,
      newEmail: null,
      sent: true,
    });
    await expect(prove(ana.token, eve.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    for (const guess of ['', 'x'.repeat(LIMITS.tokenMax)])
      await expect(prove(guess, ana.user.id)).rejects.toMatchObject(noLink);
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: false });
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

  it('is proved within a day', async () => {
    const ana = await signUp();
    const [link] = await auth.links.find({ userId: ana.user.id }).toArray();
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBe(DAY_MS);
    await auth.links.updateMany({ userId: ana.user.id }, { $set: { expiresAt: new Date() } });
    await expect(prove(ana.token, ana.user.id)).rejects.toMatchObject(noLink);
    await auth.call('auth.send-email-proof', { userId: ana.user.id });
    await expect(prove(await tokenIn(ana.user.email, 2), ana.user.id)).resolves.toBeNull();
    expect(await outcomeOf(auth.call('auth.send-email-proof', { userId: ana.user.id }))).toBe('not_found');
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

// ASVS 7.5.1
describe('an address that changes, where mail is sent', () => {
  it('stays what it was until the new one is proved', async () => {
    const ana = await signUp();
    await prove(ana.token, ana.user.id);
    const { email } = aPerson();
    await expect(auth.update(ana, { email, currentPassword: 'a guess' })).rejects.toMatchObject(invalid);
    await expect(auth.update(ana, { email })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(mailsTo(email)).toEqual([]);
    const answer = await auth.update(ana, { email, lastName: 'Sousa', currentPassword: PASSWORD });
    expect(answer.user).toMatchObject({ email: ana.user.email, newEmail: email, lastName: 'Sousa' });
    expect(await stateOf(ana.user.id)).toMatchObject({
      email: ana.user.email,
      proved: true,
      newEmail: email,
    });
    await expect(auth.logIn({ email, password: PASSWORD })).rejects.toMatchObject(invalid);
    await prove(await tokenIn(email), ana.user.id);
    expect(await stateOf(ana.user.id)).toMatchObject({ email, proved: true, newEmail: null });
    expect((await auth.restore(ana.cookie)).user.email).toBe(email);
    await expect(auth.logIn({ email, password: PASSWORD })).resolves.toBeDefined();
    await expect(auth.logIn({ email: ana.user.email, password: PASSWORD })).rejects.toMatchObject(invalid);
  });

  it('makes links to a new password worthless that went to the one from before', async () => {
    const ana = await signUp();
    await prove(ana.token, ana.user.id);
    await askForReset(ana.user.email);
    const token = await tokenIn(ana.user.email, 2, 'reset-password');
    const { email } = aPerson();
    await auth.update(ana, { email, currentPassword: PASSWORD });
    await prove(await tokenIn(email), ana.user.id);
    await expect(reset(token)).rejects.toMatchObject(noLink);
  });

  it('is taken back by the one of now, and by a new password from a link', async () => {
    const ana = await signUp();
    await prove(ana.token, ana.user.id);
    const [first, second] = [aPerson().email, aPerson().email];
    await auth.update(ana, { email: first, currentPassword: PASSWORD });
    const token = await tokenIn(first);
    await auth.update(ana, { email: ana.user.email });
    await expect(prove(token, ana.user.id)).rejects.toMatchObject(noLink);
    await auth.update(ana, { email: second, currentPassword: PASSWORD });
    await askForReset(ana.user.email);
    await reset(await tokenIn(ana.user.email, 2, 'reset-password'));
    await expect(proveBy(await tokenIn(second), OTHER_PASSWORD)).rejects.toMatchObject(noLink);
    expect(await stateOf(ana.user.id)).toMatchObject({ email: ana.user.email, newEmail: null });
  });

  it('is asked for in the language that the account has by then', async () => {
    const ana = await signUp(aPerson({ language: 'de' }));
    expect(mailsTo(ana.person.email)[0]?.text).toMatch(/^Content-Language: de\r$/m);
    const { email } = aPerson();
    await auth.update(ana, { email, language: 'ar', currentPassword: PASSWORD });
    await tokenIn(email);
    const [mail] = mailsTo(email);
    expect(mail?.text).toMatch(/^Content-Language: ar\r?$/m);
    expect(mail?.text).toMatch(/^https:\S+\r?$/m);
  });

  it('needs proof: a proved address is taken, and another one belongs to the first account that proves it', async () => {
    const [ana, bea, eve] = [await signUp(), await signUp(), await signUp()];
    await prove(bea.token, bea.user.id);
    await expect(
      auth.update(ana, { email: bea.user.email, currentPassword: PASSWORD }),
    ).rejects.toMatchObject(taken);
    await auth.update(ana, { email: eve.user.email, currentPassword: PASSWORD });
    const token = await tokenIn(eve.user.email, 2);
    await expect(prove(token, eve.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    await prove(token, ana.user.id);
    expect(await stateOf(ana.user.id)).toMatchObject({ email: eve.user.email, proved: true });
    expect(await stateOf(eve.user.id)).toMatchObject({ email: eve.user.email, lost: true });
  });
});

describe('an address that another person signed up with', () => {
  /** A person who signed up with another person's address, and its owner, who reads the mail. */
  const signUpSquatter = async () => {
    const squatter = await signUp(aPerson({ firstName: 'Eve' }));
    const owner = aPerson({ email: squatter.user.email, password: OTHER_PASSWORD });
    const refusal = await auth.signUp(owner).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      ...taken,
      errors: [{ msg: expect.stringMatching(/its owner sign up/) }],
    });
    return { squatter, owner: { ...owner, emailProof: await tokenIn(owner.email, 2) } };
  };

  it('is its owner’s, who begins an account of their own by the link in the mail', async () => {
    const { squatter, owner } = await signUpSquatter();
    const ana = await auth.signUp(owner);
    expect(ana.user).toMatchObject({ name: 'Ana', email: owner.email });
    expect(ana.user.id).not.toBe(squatter.user.id);
    expect(await stateOf(ana.user.id)).toMatchObject({ proved: true, lost: false });
    expect((await auth.logIn({ email: owner.email, password: OTHER_PASSWORD })).user.id).toBe(ana.user.id);
    await expect(prove(squatter.token, squatter.user.id)).rejects.toMatchObject(noLink);
    await expect(begin(squatter.user.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(auth.signUp(aPerson({ email: owner.email }))).rejects.toMatchObject(taken);
  });

  it('takes nothing that was written with it: that account stays, with its session and its login', async () => {
    const { squatter, owner } = await signUpSquatter();
    const ana = await auth.signUp(owner);
    expect((await auth.restore(squatter.cookie)).user).toEqual(squatter.user);
    const again = await auth.logIn({ email: owner.email, password: PASSWORD });
    expect(again.user).toEqual(squatter.user);
    expect(await stateOf(squatter.user.id)).toMatchObject({
      proved: false,
      lost: true,
      email: owner.email,
    });
    expect(await outcomeOf(auth.call('auth.send-email-proof', { userId: squatter.user.id }))).toBe(
      'not_found',
    );
    // Its person gives it another address, and has lost nothing.
    const { email } = aPerson();
    await auth.update(again, { email, currentPassword: PASSWORD });
    await prove(await tokenIn(email), squatter.user.id);
    expect(await stateOf(squatter.user.id)).toMatchObject({ proved: true, lost: false, email });
    expect((await auth.logIn({ email, password: PASSWORD })).user.id).toBe(squatter.user.id);
    await expect(auth.logIn({ email: owner.email, password: PASSWORD })).rejects.toMatchObject(invalid);
    expect((await auth.logIn({ email: owner.email, password: OTHER_PASSWORD })).user.id).toBe(ana.user.id);
  });

  it('asks the account that lost it for its code at the login, too', async () => {
    const eve = await signUpUnasked();
    await prove(eve.token, eve.user.id);
    const { secret } = await begin(eve.user.id);
    await auth.call('auth.confirm-second-factor', {
      userId: eve.user.id,
      sessionId: sessionOf(eve),
      proof: { code: totpAt(secret, Date.now()) },
    });
    await unsetProved(eve.user.id);
    const owner = aPerson({ email: eve.user.email, password: OTHER_PASSWORD });
    await expect(auth.signUp(owner)).rejects.toMatchObject(taken);
    await auth.signUp({ ...owner, emailProof: await tokenIn(owner.email, 2) });
    expect(await outcomeOf(auth.logIn({ email: owner.email, password: PASSWORD }))).toBe(
      'second_factor_required',
    );
  });

  it('is not taken by a link for another address, a used one, or one where it is proved', async () => {
    const [squatter, other] = [await signUp(), await signUp()];
    const owner = aPerson({ email: squatter.user.email });
    for (const emailProof of [other.token, 'x', '']) {
      await expect(auth.signUp({ ...owner, emailProof })).rejects.toMatchObject(noLink);
    }
    const before = await auth.call('auth.send-email-proof', { userId: squatter.user.id });
    expect(before).toBeNull();
    const emailProof = await tokenIn(owner.email, 2);
    await setProved(squatter.user.id, owner.email);
    await expect(auth.signUp({ ...owner, emailProof })).rejects.toMatchObject(taken);
    expect(await stateOf(squatter.user.id)).toMatchObject({ proved: true, lost: false });
  });

  it('is one person’s, however many begin with one link at the same time', async () => {
    const { owner } = await signUpSquatter();
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => auth.signUp(owner)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auth.users.countDocuments({ email: owner.email })).toBe(1);
    expect(await auth.users.countDocuments({ lostEmail: owner.email })).toBe(1);
  });
});
