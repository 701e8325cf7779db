import { createHash } from 'node:crypto';
import type { CreateAccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { LIMITS } from '@inner-weather/domain/limits';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import type { AccessToken } from '../src/access-tokens/access-token.schema.js';
import { AccessTokensRepository } from '../src/access-tokens/access-tokens.repository.js';
import { UsersRepository } from '../src/accounts/users.repository.js';
import { CredentialsService } from '../src/sessions/credentials.service.js';
import { authenticatorsOf, nextCode, stopClock } from './authenticator.js';
import { aPerson, outcomeOf, PASSWORD, sessionOf, startAuth, withoutPassword } from './harness.js';
import { atNext } from './meet-at.js';

const DAY_MS = 24 * 60 * 60_000;
const NEW_PASSWORD = 'a better evening';

const auth = await startAuth();

afterAll(() => auth.stop());

describe('access tokens', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const create = ({ user }: SessionGrant, over: Partial<CreateAccessTokenDto> = {}) =>
    auth.call('auth.create-access-token', {
      userId: user.id,
      token: { name: 'Backup', scopes: ['entries:read'], currentPassword: PASSWORD, ...over },
    });
  const list = ({ user }: SessionGrant) => auth.call('auth.list-access-tokens', { userId: user.id });
  const use = (token: string) => auth.call('auth.get-access-token-grant', { token });
  const stored = (token: string): Promise<AccessToken | null> =>
    auth.accessTokens.findOne({ _id: createHash('sha256').update(token).digest('hex') });
  const refused = (code = 'access_token_invalid'): unknown =>
    expect.objectContaining({ code: 'unauthenticated', errors: [expect.objectContaining({ code })] });

  it('stand for their owner and their scopes, and are stored as a hash', async () => {
    const { token, ...shown } = await create(ana, { scopes: ['entries:write', 'entries:read'] });
    expect(token).toMatch(/^iw_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Backup',
      scopes: ['entries:write', 'entries:read'],
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: null,
    });
    expect(await list(ana)).toEqual([shown]);
    const grant = { accessTokenId: shown.id, user: ana.user, scopes: shown.scopes };
    expect(await use(token)).toEqual(grant);
    expect(await stored(token)).toMatchObject({ publicId: shown.id, userId: ana.user.id });
    for (const text of [JSON.stringify(await stored(token)), JSON.stringify(shown)])
      expect(text).not.toContain(token.slice(3));
    // Neither the hash nor the identifier is a token.
    await expect(use((await stored(token))!._id)).rejects.toEqual(refused());
    await expect(use(shown.id)).rejects.toEqual(refused());
  });

  it('show the account as it is now', async () => {
    const { token } = await create(ana);
    await auth.update(ana, { location: 'Bergen' });
    expect((await use(token)).user).toMatchObject({ location: 'Bergen' });
  });

  it('note their use once a minute', async () => {
    const { token } = await create(ana);
    stopClock(Date.now());
    const noteUse = jest.spyOn(auth.app.get(AccessTokensRepository), 'noteUse');
    const first = new Date().toISOString();
    await use(token);
    jest.setSystemTime(Date.now() + 59_999);
    await use(token);
    expect(await list(ana)).toMatchObject([{ lastUsedAt: first }]);
    jest.setSystemTime(Date.now() + 1);
    const second = new Date().toISOString();
    await use(token);
    expect(await list(ana)).toMatchObject([{ lastUsedAt: second }]);
    expect(noteUse).toHaveBeenCalledTimes(2);
  });

  it('expire, are listed for thirty days more, and then go', async () => {
    const now = Date.now();
    stopClock(now);
    const { token, id, expiresAt } = await create(ana, { expiresInDays: 30 });
    const { id: other } = await create(ana);
    expect(expiresAt).toBe(new Date(now + 30 * DAY_MS).toISOString());
    jest.setSystemTime(now + 30 * DAY_MS - 1);
    expect(await use(token)).toMatchObject({ accessTokenId: id });
    jest.setSystemTime(now + 30 * DAY_MS);
    await expect(use(token)).rejects.toEqual(refused('access_token_expired'));
    const repository = auth.app.get(AccessTokensRepository);
    await repository.deleteExpired();
    expect((await list(ana)).map((listed) => listed.id).sort()).toEqual([id, other].sort());
    jest.setSystemTime(now + (30 + LIMITS.accessTokenExpiredDays) * DAY_MS + 1);
    await repository.deleteExpired();
    expect((await list(ana)).map((listed) => listed.id)).toEqual([other]);
  });

  it('stop working at once when they are revoked, by their owner only', async () => {
    const eve = await auth.signUp(aPerson());
    const { token, id } = await create(ana);
    const revoke = ({ user }: SessionGrant, accessTokenId: string) =>
      auth.call('auth.revoke-access-token', { userId: user.id, accessTokenId });
    for (const [who, what] of [
      [eve, id],
      [ana, 'none'],
      [ana, (await stored(token))!._id],
    ] as const)
      await expect(revoke(who, what)).rejects.toMatchObject({ code: 'not_found' });
    expect(await list(eve)).toEqual([]);
    expect(await use(token)).toMatchObject({ accessTokenId: id });
    await revoke(ana, id);
    await expect(use(token)).rejects.toEqual(refused());
    await expect(revoke(ana, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stored(token)).toBeNull();
  });

  it('need the current password, and a code where the second factor is on', async () => {
    expect(await outcomeOf(create(ana, { currentPassword: 'a guess' }))).toBe('invalid_credentials');
    stopClock(Date.now());
    const { secret } = await authenticatorsOf(auth).turnOn(ana);
    await expect(create(ana)).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(create(ana, { code: '000000' })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await list(ana)).toEqual([]);
    expect(await create(ana, { code: nextCode(secret) })).toMatchObject({ name: 'Backup' });
  });

  it('need a confirmation in the same session where there is no password, and no code', async () => {
    stopClock(Date.now());
    await authenticatorsOf(auth).turnOn(ana);
    await withoutPassword(auth, ana);
    const token = { name: 'Backup', scopes: ['entries:read' as const] };
    const createIn = (sessionId?: string) =>
      auth.call('auth.create-access-token', {
        userId: ana.user.id,
        token,
        ...(sessionId !== undefined && { sessionId }),
      });
    const unconfirmed = { code: 'invalid_credentials', errors: [{ code: 'confirm_first' }] };
    await expect(createIn(sessionOf(ana))).rejects.toMatchObject(unconfirmed);
    await expect(create(ana)).rejects.toMatchObject(unconfirmed);
    await auth.app.get(UsersRepository).noteConfirmed(ana.user.id, sessionOf(ana));
    await expect(createIn()).rejects.toMatchObject(unconfirmed);
    await expect(createIn('another')).rejects.toMatchObject(unconfirmed);
    expect(await list(ana)).toEqual([]);
    const { token: text } = await createIn(sessionOf(ana));
    expect(await use(text)).toMatchObject({ user: { id: ana.user.id } });
    jest.setSystemTime(Date.now() + 10 * 60_000);
    await expect(createIn(sessionOf(ana))).rejects.toMatchObject(unconfirmed);
  });

  it('cannot be created by a confirmation where there is a password', async () => {
    await auth.app.get(UsersRepository).noteConfirmed(ana.user.id, sessionOf(ana));
    const { id: userId } = ana.user;
    await expect(
      auth.call('auth.create-access-token', {
        userId,
        sessionId: sessionOf(ana),
        token: { name: 'Backup', scopes: ['entries:read'] },
      }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ code: 'current_password_wanted', field: 'currentPassword' }],
    });
  });

  it('are twenty at most, however many are asked for at once', async () => {
    for (let n = 1; n < LIMITS.accessTokensMax; n += 1) await create(ana, { name: `Key ${n}` });
    await Promise.allSettled([create(ana), create(ana), create(ana)]);
    const left = (await list(ana)).length;
    expect(left).toBeLessThanOrEqual(LIMITS.accessTokensMax);
    for (let n = left; n < LIMITS.accessTokensMax; n += 1) await create(ana);
    await expect(create(ana)).rejects.toMatchObject({
      code: 'access_token_limit',
      errors: [{ code: 'access_token_limit', params: { max: 20 } }],
    });
    const listed = await list(ana);
    expect(listed).toHaveLength(LIMITS.accessTokensMax);
    // One that has expired makes room.
    const expiresAt = new Date(Date.now() - 1);
    await auth.accessTokens.updateOne({ publicId: listed[0]!.id }, { $set: { expiresAt } });
    await create(ana);
    await expect(create(ana)).rejects.toMatchObject({ code: 'access_token_limit' });
  }, 60_000);

  describe('when credentials change', () => {
    const reset = async () => auth.resetPassword(await auth.resetLinkFor(ana), NEW_PASSWORD);

    it('stay through a new password that its owner sets', async () => {
      const { token } = await create(ana);
      await auth.update(ana, { password: NEW_PASSWORD, currentPassword: PASSWORD });
      expect(await use(token)).toMatchObject({ user: ana.user });
      expect(await list(ana)).toHaveLength(1);
    });

    it('end with every session: by a new password by link, and by the administrator', async () => {
      const before = await create(ana);
      await reset();
      await expect(use(before.token)).rejects.toEqual(refused());
      expect(await list(ana)).toEqual([]);
      expect(await stored(before.token)).toBeNull();
      const after = await create(ana, { currentPassword: NEW_PASSWORD });
      expect(await use(after.token)).toMatchObject({ user: ana.user });
      await auth.app.get(CredentialsService).endSessions(ana.user.id, 'none');
      await expect(use(after.token)).rejects.toEqual(refused());
      expect(await list(ana)).toEqual([]);
    });

    it('end although the reset crashes before it removes them', async () => {
      const { token } = await create(ana);
      const repository = auth.app.get(AccessTokensRepository);
      jest.spyOn(repository, 'deleteEnded').mockRejectedValueOnce(new Error('crashed'));
      await expect(reset()).rejects.toMatchObject({ code: 'internal' });
      await expect(use(token)).rejects.toEqual(refused());
      expect(await list(ana)).toEqual([]);
      await create(ana, { currentPassword: NEW_PASSWORD });
      expect(await stored(token)).toBeNull();
    });

    it('are not created under a password that changes at the same moment', async () => {
      atNext(auth.app.get(AccessTokensRepository), 'insert', { before: reset });
      await expect(create(ana)).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect(await auth.accessTokens.countDocuments({ userId: ana.user.id })).toBe(0);
    });

    it('go with the account, also one that is created at the same moment', async () => {
      const { token } = await create(ana);
      const remove = () => auth.remove(ana.user.id);
      atNext(auth.app.get(AccessTokensRepository), 'insert', { before: remove });
      await expect(create(ana)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(use(token)).rejects.toEqual(refused());
      await eventually(async () =>
        expect(await auth.accessTokens.countDocuments({ userId: ana.user.id })).toBe(0),
      );
    });
  });
});
