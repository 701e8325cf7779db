import type { UpdateUserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { type AccountEraser, AccountErasersService } from '../src/accounts/account-erasers.service.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { SessionsRepository } from '../src/sessions/sessions.repository.js';
import { DeletionService } from '../src/users/deletion.service.js';
import { aPerson, PASSWORD, sessionOf, startAuth } from './harness.js';
import { atNext } from './meet-at.js';

const NEW_PASSWORD = 'a better evening';

const auth = await startAuth();
// The first account is the administrator's.
const admin = await auth.signUp(aPerson());

afterAll(() => auth.stop());

// Contract: 3 user: id, name, email, location
// ASVS 6.2.1, 6.2.2, 6.2.3, 6.2.5, 6.2.6, 6.2.7, 6.2.8, 6.2.9, 6.2.10, 7.5.1
describe('an account', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });

  const get = (userId: string) => auth.call('auth.get-user', { userId });
  const logIn = (password: string) => auth.logIn({ email: ana.user.email, password });
  const revocations = (grant: SessionGrant) =>
    auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(grant) });
  const keyOf = async ({ user }: SessionGrant) =>
    (await auth.call('auth.get-device-key', { userId: user.id })).secret;
  const unauthenticated = { code: 'unauthenticated' };
  /** What is shown of Ana's account, with these fields changed. */
  const shown = (changes: object = {}) => ({
    ...ana.user,
    lastName: 'Silva',
    aiConsent: [],
    measuresToAi: false,
    isAdmin: false,
    hasPassword: true,
    createdAt: expect.any(String),
    ...changes,
  });

  it('has a key for its locked devices, the same 32 bytes each time, which no other account has', async () => {
    const secret = await keyOf(ana);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(await keyOf(ana)).toBe(secret);
    expect(await keyOf(admin)).not.toBe(secret);
  });

  describe('asked for', () => {
    it('shows what its owner gave but the password, since when it is, and who administers', async () => {
      const { createdAt } = (await auth.stored(ana.user.id))!;
      expect(await get(ana.user.id)).toEqual(shown({ createdAt: createdAt.toISOString() }));
      expect(await get(admin.user.id)).toMatchObject({ isAdmin: true });
      expect((await auth.update(admin, { firstName: 'Eva' })).user).toMatchObject({ isAdmin: true });
    });

    it.each(['000000000000000000000000', 'no id'])('by an unknown id is refused: %j', async (id) => {
      await expect(get(id)).rejects.toMatchObject(unauthenticated);
    });
  });

  describe('changed', () => {
    it('in its name, city or language comes with a token that holds it, and ends no session', async () => {
      const other = await logIn(PASSWORD);
      const { user, token } = await auth.update(ana, {
        firstName: ' Bea ',
        location: 'Lisboa',
        language: 'pt-BR',
      });
      const held = { ...ana.user, name: 'Bea', location: 'Lisboa', language: 'pt-BR' };
      expect(user).toEqual(shown(held));
      const { user: ofToken, sid } = await auth.claims(token!);
      expect([ofToken, sid]).toEqual([held, sessionOf(ana)]);
      expect(await get(ana.user.id)).toEqual(user);
      expect((await auth.restore(other.cookie)).user).toEqual(held);
    });

    it('keeps the place that was chosen with its city, and only for as long as the city', async () => {
      const place = 'geo:41.15,-8.61';
      const ben = await auth.signUp(aPerson({ place }));
      expect(ben.user).toMatchObject({ location: 'Porto', place });
      expect((await auth.update(ben, { firstName: 'Ben', location: 'Porto' })).user).toMatchObject({ place });
      const oslo = { location: 'Oslo', place: 'geo:59.91,10.75' };
      expect((await auth.update(ben, oslo)).user).toMatchObject(oslo);
      const { user, token } = await auth.update(ben, { location: 'Porto' });
      expect(user).not.toHaveProperty('place');
      expect((await auth.claims(token!)).user).not.toHaveProperty('place');
    });

    it('in nothing that the token holds comes without a token', async () => {
      const answer = await auth.update(ana, { firstName: 'Ana', lastName: 'Souza' });
      expect(answer).toEqual({ user: shown({ lastName: 'Souza' }) });
    });

    it('in whether figures of measures may be sent has it until the models change', async () => {
      expect((await auth.update(ana, { aiConsent: ['gemini'] })).user.measuresToAi).toBe(false);
      await auth.update(ana, { measuresToAi: true });
      expect(await get(ana.user.id)).toMatchObject({ aiConsent: ['gemini'], measuresToAi: true });
      const others = await auth.update(ana, { aiConsent: ['api.example.org'] });
      expect(others.user.measuresToAi).toBe(false);
      await auth.update(ana, { aiConsent: [], measuresToAi: false });
    });

    it.each<[string, UpdateUserDto, UpdateUserDto]>([
      ['time zone', { timeZone: 'Europe/Lisbon' }, { timeZone: null }],
      ['end of days', { dayEndsAt: 4 }, { dayEndsAt: 0 }],
    ])('in its %s has it until it is taken back', async (_what, chosen, back) => {
      const { token } = await auth.update(ana, chosen);
      expect((await auth.claims(token!)).user).toEqual({ ...ana.user, ...chosen });
      await auth.update(ana, { lastName: 'Souza' });
      expect(await get(ana.user.id)).toMatchObject({ ...chosen, lastName: 'Souza' });
      const { token: later } = await auth.update(ana, back);
      expect((await auth.claims(later!)).user).toEqual(ana.user);
    });

    it('stores nothing that is not valid, or that it may not be asked for', async () => {
      const before = await auth.stored(ana.user.id);
      const changes = { _id: 'x', passwordHash: 'x', createdAt: 'x', removeAt: 'x', 'outbox.x': {} };
      await auth.update(ana, changes as UpdateUserDto);
      await expect(auth.update(ana, { location: ' ', lastName: 'Souza' })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'location', msg: expect.stringMatching(/^[A-Z].*must/) }],
      });
      expect(await auth.stored(ana.user.id)).toEqual(before);
    });
  });

  describe.each<[string, () => UpdateUserDto]>([
    ['to another email', () => ({ email: `new.${ana.user.email}` })],
    ['to another password', () => ({ password: NEW_PASSWORD })],
  ])('changed %s', (_what, changes) => {
    it.each([
      [undefined, 'validation_failed', 'Enter your current password to make this change'],
      ['not the password', 'invalid_credentials', 'Current password is wrong'],
    ])('needs the current password, which is not %j', async (currentPassword, code, msg) => {
      const before = await auth.stored(ana.user.id);
      await expect(auth.update(ana, { ...changes(), currentPassword })).rejects.toMatchObject({
        code,
        errors: [{ msg, field: 'currentPassword' }],
      });
      expect(await auth.stored(ana.user.id)).toEqual(before);
    });
  });

  describe('changed to another email', () => {
    it('is found by that one in lower case, and no more by the old one, which is free', async () => {
      const email = `new.${ana.user.email}`;
      const { user, token } = await auth.update(ana, {
        email: ` ${email.toUpperCase()}`,
        currentPassword: PASSWORD,
      });
      expect(user.email).toBe(email);
      expect((await auth.claims(token!)).user).toEqual({ ...ana.user, email });
      await expect(auth.logIn({ email, password: PASSWORD })).resolves.toMatchObject({
        user: { id: ana.user.id },
      });
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(auth.signUp(aPerson({ email: ana.user.email }))).resolves.toBeDefined();
    });

    it('that is its own in another case needs no password', async () => {
      const { user, token } = await auth.update(ana, { email: ana.user.email.toUpperCase() });
      expect(user.email).toBe(ana.user.email);
      expect(token).toBeUndefined();
    });

    it('that is another’s changes nothing, not even what else was asked for', async () => {
      const bea = await auth.signUp(aPerson({ firstName: 'Bea' }));
      const before = await auth.stored(ana.user.id);
      const update = auth.update(ana, {
        firstName: 'Cleo',
        email: bea.user.email.toUpperCase(),
        password: NEW_PASSWORD,
        currentPassword: PASSWORD,
      });
      await expect(update).rejects.toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] });
      expect(await auth.stored(ana.user.id)).toEqual(before);
      await expect(auth.logIn({ email: bea.user.email, password: PASSWORD })).resolves.toMatchObject({
        user: { name: 'Bea' },
      });
    });
  });

  describe('changed to another password', () => {
    it('opens by that one alone, which is stored as a hash', async () => {
      const answer = await auth.update(ana, { password: NEW_PASSWORD, currentPassword: PASSWORD });
      expect(answer).toEqual({ user: await get(ana.user.id) });
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(logIn(NEW_PASSWORD)).resolves.toBeDefined();
      const stored = await auth.stored(ana.user.id);
      expect(stored!.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
      expect(JSON.stringify(stored)).not.toContain(NEW_PASSWORD);
    });
  });

  describe('deleted', () => {
    const remove = (userId = ana.user.id) => auth.remove(userId);

    it('is gone: no login, no session, nothing stored, and no other account is', async () => {
      const other = await logIn(PASSWORD);
      const bea = await auth.signUp(aPerson());
      await expect(remove()).resolves.toBeNull();
      await expect(remove('000000000000000000000000')).resolves.toBeNull();
      await expect(logIn(PASSWORD)).rejects.toMatchObject({
        code: 'invalid_credentials',
        errors: [{ msg: 'Invalid login credentials' }],
      });
      for (const { cookie } of [ana, other])
        await expect(auth.restore(cookie)).rejects.toMatchObject(unauthenticated);
      await expect(get(ana.user.id)).rejects.toMatchObject(unauthenticated);
      await expect(keyOf(ana)).rejects.toMatchObject(unauthenticated);
      await eventually(async () => expect(await auth.stored(ana.user.id)).toBeNull());
      expect(await auth.knownAddresses.countDocuments({ userId: ana.user.id })).toBe(0);
      await expect(auth.restore(bea.cookie)).resolves.toBeDefined();
      await expect(get(bea.user.id)).resolves.toMatchObject({ email: bea.user.email });
    });

    it('is told once, by its id alone, and so is the end of every session of it', async () => {
      const other = await logIn(PASSWORD);
      await Promise.all([remove(), remove()]);
      await remove();
      await eventually(() =>
        expect([ana, other].map(revocations)).toEqual([[expect.anything()], [expect.anything()]]),
      );
      const deletionEvents = () => auth.seen('auth.user.deleted.v1', { userId: ana.user.id });
      await eventually(() => expect(deletionEvents()).toEqual([{ userId: ana.user.id }]));
      const last = await auth.signUp(aPerson());
      await remove(last.user.id);
      await eventually(() =>
        expect(auth.seen('auth.user.deleted.v1', { userId: last.user.id })).toHaveLength(1),
      );
      expect(deletionEvents()).toHaveLength(1);
    });

    it('is gone at once and holds nothing of its owner, though its end could not be told yet', async () => {
      const relays: OutboxRelay[] = [];
      const publishSoon = jest.spyOn(OutboxRelay.prototype, 'publishSoon').mockImplementation(function (
        this: OutboxRelay,
      ) {
        relays.push(this);
      });
      await remove();
      publishSoon.mockRestore();
      const tombstone = JSON.stringify(await auth.stored(ana.user.id));
      expect(tombstone).not.toMatch(new RegExp(`${ana.user.email}|Ana|Silva|Porto|argon2`));
      await expect(get(ana.user.id)).rejects.toMatchObject(unauthenticated);
      await expect(auth.update(ana, { firstName: 'Bea' })).rejects.toMatchObject(unauthenticated);
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
      // Its email is free for another account.
      const next = await auth.signUp(aPerson({ firstName: 'Bea', email: ana.user.email }));
      expect(next.user.id).not.toBe(ana.user.id);
      // The next sweep finds what was left.
      for (const relay of relays) await relay.sweep();
      await eventually(async () => {
        expect(auth.seen('auth.user.deleted.v1', { userId: ana.user.id })).toHaveLength(1);
        expect(await auth.stored(ana.user.id)).toBeNull();
      });
      await expect(get(next.user.id)).resolves.toMatchObject({ name: 'Bea' });
    });

    it('is gone for certain once that is stored, however slow the database is after it', async () => {
      const original = AccountErasersService.prototype.erase;
      let failNow: (reason: Error) => void = () => undefined;
      const erase = jest
        .spyOn(AccountErasersService.prototype, 'erase')
        .mockImplementationOnce(function (this: AccountErasersService, account) {
          return original.call(this, account);
        })
        .mockImplementationOnce(() => new Promise((_resolve, reject) => (failNow = reject)));
      await expect(remove()).resolves.toBeNull();
      await expect(get(ana.user.id)).rejects.toMatchObject(unauthenticated);
      failNow(new Error('The database did not answer in time.'));
      await eventually(() => expect(erase).toHaveBeenCalledTimes(3));
      erase.mockRestore();
    });

    it.each(['after it failed', 'while others are finished'])(
      'is not finished for a user who has signed in again before anything was erased, %s',
      async (when) => {
        const erase = jest
          .spyOn(SessionsRepository.prototype, 'eraseAccount')
          .mockRejectedValueOnce(new Error('a crash'));
        await expect(remove()).rejects.toMatchObject({ code: 'internal' });
        erase.mockRestore();
        const [unfinished] = await auth.app.get(UsersRepository).findDeleting();
        await logIn(PASSWORD);
        const found = jest.spyOn(UsersRepository.prototype, 'findDeleting');
        if (when !== 'after it failed') found.mockResolvedValueOnce([unfinished!]);
        await auth.app.get(DeletionService).finishAll();
        found.mockRestore();
        await expect(get(ana.user.id)).resolves.toBeDefined();
      },
    );

    it('ends every session before anything else can fail', async () => {
      const { erasers } = auth.app.get<unknown, { erasers: AccountEraser[] }>(AccountErasersService);
      const others = erasers.filter(({ endsAccess }) => !endsAccess);
      const failing = others.map((eraser) =>
        jest
          .spyOn(eraser, 'eraseAccount')
          .mockRejectedValue(new Error('The database did not answer in time.')),
      );
      await expect(remove()).rejects.toMatchObject({ code: 'internal' });
      for (const spy of failing) spy.mockRestore();
      await expect(auth.restore(ana.cookie)).rejects.toMatchObject(unauthenticated);
    });

    it('leaves nothing of a login that was under way', async () => {
      atNext(auth.app.get(SessionsRepository), 'insert', { before: remove });
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect(await auth.sessions.countDocuments({ userId: ana.user.id })).toBe(0);
      expect(await auth.knownAddresses.countDocuments({ userId: ana.user.id })).toBe(0);
    });
  });
});
