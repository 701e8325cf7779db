import type { SignUpDto } from '@inner-weather/contracts/accounts/registration.dto';
import { type AuthUnderTest, aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';

// Contract: 3 fields of the signup form
// Contract: 5 signup: all fields are required, password of 8, type of email
describe('signing up', () => {
  let auth: AuthUnderTest;

  beforeAll(async () => {
    auth = await startAuth();
  });

  afterAll(() => auth.stop());

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

  it('stores the account with a hash in place of the password', async () => {
    const before = Date.now();
    const { user } = await auth.signUp(aPerson());
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
    expect(stored!.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(stored!.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  it('keeps the language, and has none without one', async () => {
    const { user } = await auth.signUp(aPerson({ language: 'ar' }));
    expect(user).toMatchObject({ language: 'ar' });
    expect(await auth.stored(user.id)).toMatchObject({ language: 'ar' });
    expect((await auth.signUp(aPerson())).user).not.toHaveProperty('language');
  });

  it('keeps the email in lower case and everything without the blanks around it', async () => {
    const { user } = await auth.signUp(
      aPerson({ firstName: ' Ana ', location: ' Porto\n', email: '  ANA.Silva@Example.ORG ' }),
    );
    expect(user).toMatchObject({ name: 'Ana', location: 'Porto', email: 'ana.silva@example.org' });
    expect(await auth.stored(user.id)).toMatchObject({ email: 'ana.silva@example.org' });
  });

  it('keeps the password with its blanks', async () => {
    const person = aPerson({ password: '  spaced out  ' });
    await auth.signUp(person);
    await expect(auth.logIn({ email: person.email, password: 'spaced out' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(auth.logIn(person)).resolves.toMatchObject({ user: { email: person.email } });
  });

  it.each([
    ['in the same case', (email: string) => email],
    ['in another case', (email: string) => email.toUpperCase()],
  ])('refuses an email that is there already, %s', async (_what, change) => {
    const first = await auth.signUp(aPerson());
    const second = auth.signUp(aPerson({ firstName: 'Bea', email: change(first.user.email) }));
    await expect(second).rejects.toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] });
    expect(await auth.users.countDocuments({ email: first.user.email })).toBe(1);
    expect(await auth.stored(first.user.id)).toMatchObject({ firstName: 'Ana' });
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

  it.each<[keyof SignUpDto, unknown]>([
    ['firstName', ''],
    ['firstName', '   '],
    ['firstName', 'x'.repeat(101)],
    ['lastName', undefined],
    ['location', 'x'.repeat(101)],
    ['location', ['Porto']],
    ['email', 'ana'],
    ['email', `${'x'.repeat(250)}@example.org`],
    ['email', { $ne: null }],
    ['password', 'seven c'],
    ['password', 'x'.repeat(129)],
    ['password', 12_345_678],
    ['passwordVal', undefined],
  ])('refuses a bad %s: %j', async (field, value) => {
    const before = await auth.users.countDocuments();
    const request = { user: { ...aPerson(), [field]: value }, client: { address: '::1', userAgent: '' } };
    await expect(auth.callWith('auth.sign-up', request)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field, msg: expect.stringMatching(/^[A-Z].*(must|valid)/) }],
    });
    expect(await auth.users.countDocuments()).toBe(before);
  });

  it('takes everything at its longest, and eight characters for a password', async () => {
    const long = 'x'.repeat(100);
    const person = aPerson({ firstName: long, lastName: long, location: long, password: 'eight ch' });
    await expect(auth.signUp(person)).resolves.toMatchObject({ user: { name: long, location: long } });
  });

  it('takes nothing that was not asked for', async () => {
    const person = { ...aPerson(), _id: 'mine', removeAt: new Date(), isAdmin: true };
    const { user } = await auth.signUp(person);
    expect(Object.keys((await auth.stored(user.id))!).sort()).toEqual([
      '_id',
      'createdAt',
      'credentialsVersion',
      'email',
      'firstName',
      'lastName',
      'location',
      'passwordHash',
    ]);
  });
});
