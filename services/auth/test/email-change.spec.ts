import { aPerson, PASSWORD } from './harness.js';
import { type AuthWithMail, invalid, noLink, OTHER_PASSWORD, taken, startAuthWithMail } from './mailbox.js';

// ASVS 7.5.1
describe('an address that changes, where mail is sent', () => {
  let { auth, mailsTo, tokenIn, signUp, prove, proveBy, stateOf, askForReset, reset, stop } =
    {} as AuthWithMail;

  beforeAll(async () => {
    ({ auth, mailsTo, tokenIn, signUp, prove, proveBy, stateOf, askForReset, reset, stop } =
      await startAuthWithMail());
  });

  afterAll(() => stop());

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
