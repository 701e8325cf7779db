import { totpAt } from '@inner-weather/testing/totp';
import { aPerson, PASSWORD, sessionOf } from './harness.js';
import { type AuthWithMail, invalid, noLink, OTHER_PASSWORD, taken, startAuthWithMail } from './mailbox.js';

describe('an address that another person signed up with', () => {
  let { auth, tokenIn, signUp, prove, stateOf, begin, unsetProved, signUpUnasked, setProved, stop } =
    {} as AuthWithMail;

  beforeAll(async () => {
    ({ auth, tokenIn, signUp, prove, stateOf, begin, unsetProved, signUpUnasked, setProved, stop } =
      await startAuthWithMail());
  });

  afterAll(() => stop());

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
    await expect(auth.call('auth.send-email-proof', { userId: squatter.user.id })).rejects.toMatchObject({
      code: 'not_found',
    });
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
    await expect(auth.logIn({ email: owner.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'second_factor_required',
    });
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
