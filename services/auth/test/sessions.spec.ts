import { createHash, randomUUID } from 'node:crypto';
import { LIMITS } from '@inner-weather/domain/limits';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Session } from '../src/sessions/session.schema.js';
import { OPEN_SESSIONS_MAX, SessionsRepository } from '../src/sessions/sessions.repository.js';
import { aPerson, outcomeOf, PASSWORD, sessionOf, startAuth } from './harness.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const auth = await startAuth();

afterAll(() => auth.stop());

// ASVS 6.5.2, 6.5.3, 6.5.4, 7.1.1, 7.1.2, 7.2.1, 7.2.2, 7.2.3, 7.3.1, 7.3.2, 11.5.1
describe('sessions', () => {
  let ana: SessionGrant;

  beforeEach(async () => {
    ana = await auth.signUp(aPerson());
  });

  const ended = { code: 'unauthenticated' };
  const stored = (grant: SessionGrant) => auth.sessions.findOne({ _id: sessionOf(grant) });
  const change = (grant: SessionGrant, $set: object) =>
    auth.sessions.updateOne({ _id: sessionOf(grant) }, { $set });
  const logInAgain = (grant: SessionGrant) => auth.logIn({ email: grant.user.email, password: PASSWORD });

  describe('the cookie', () => {
    it('restores its session, as often as it is shown, with a token of that session', async () => {
      for (let time = 1; time <= 2; time += 1) {
        const restored = await auth.restore(ana.cookie);
        expect(restored).toEqual({ token: expect.any(String), cookie: ana.cookie, user: ana.user });
        expect(await auth.claims(restored.token)).toMatchObject({ user: ana.user, sid: sessionOf(ana) });
      }
    });

    it('is good for thirty days, and is stored as a hash of its secret alone', async () => {
      const [id, secret = ''] = ana.cookie.split('.');
      const session = await stored(ana);
      expect(session).toEqual({
        _id: id,
        userId: ana.user.id,
        secretHash: createHash('sha256').update(secret).digest('hex'),
        credentialsVersion: 0,
        userAgent: 'a browser',
        createdAt: expect.any(Date),
        lastSeenAt: expect.any(Date),
        expiresAt: new Date(session!.createdAt.getTime() + 30 * DAY_MS),
        renewableUntil: new Date(session!.createdAt.getTime() + 365 * DAY_MS),
      });
      expect(JSON.stringify(session)).not.toContain(secret);
    });

    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
    const endOf = async (grant: SessionGrant) => (await stored(grant))!.expiresAt.getTime();

    it('lasts for thirty days after its last use, and is renewed once a day', async () => {
      await change(ana, { expiresAt: inDays(28.9) });
      const from = Date.now();
      expect(await auth.restore(ana.cookie)).toMatchObject({ cookie: ana.cookie, isRenewed: true });
      const end = await endOf(ana);
      expect(end).toBeGreaterThanOrEqual(from + 30 * DAY_MS);
      expect(end).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS);
      // Another tab, minutes later.
      await change(ana, { lastSeenAt: new Date(Date.now() - HOUR_MS) });
      expect(await auth.restore(ana.cookie)).not.toHaveProperty('isRenewed');
      expect(await endOf(ana)).toBe(end);
    });

    it('ends a year after the login, however much it is used', async () => {
      const [expiresAt, renewableUntil] = [inDays(5), inDays(10)];
      await change(ana, { expiresAt, renewableUntil });
      expect(await auth.restore(ana.cookie)).toMatchObject({ isRenewed: true });
      expect(await endOf(ana)).toBe(renewableUntil.getTime());
      expect(await auth.restore(ana.cookie)).not.toHaveProperty('isRenewed');
      expect(await endOf(ana)).toBe(renewableUntil.getTime());
    });

    it('is not renewed where its session has no right to it', async () => {
      const expiresAt = inDays(1);
      await auth.sessions.updateOne(
        { _id: sessionOf(ana) },
        { $set: { expiresAt }, $unset: { renewableUntil: 1 } },
      );
      expect(await auth.restore(ana.cookie)).not.toHaveProperty('isRenewed');
      expect(await endOf(ana)).toBe(expiresAt.getTime());
    });

    it('that was shown seconds ago writes nothing, and is written of after a minute', async () => {
      const seen = new Date(Date.now() - 30_000);
      await change(ana, { lastSeenAt: seen });
      for (let time = 1; time <= 3; time += 1) await auth.restore(ana.cookie);
      expect((await stored(ana))!.lastSeenAt).toEqual(seen);
      await change(ana, { lastSeenAt: new Date(Date.now() - 61_000) });
      await auth.restore(ana.cookie);
      expect((await stored(ana))!.lastSeenAt.getTime()).toBeGreaterThan(seen.getTime());
      // The one that was seen last comes first.
      const other = await logInAgain(ana);
      await change(other, { lastSeenAt: seen });
      const request = { userId: ana.user.id, sessionId: sessionOf(ana) };
      const listed = await auth.call('auth.list-sessions', request);
      expect(listed.map(({ id }) => id)).toEqual([sessionOf(ana), sessionOf(other)]);
    });

    it('is no good any more when it has run out', async () => {
      await change(ana, { expiresAt: new Date(Date.now() - 1) });
      await expect(auth.restore(ana.cookie)).rejects.toMatchObject(ended);
    });

    it.each<[string, (cookie: string) => string]>([
      ['with another secret', (cookie) => `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`],
      ['without a secret', (cookie) => cookie.split('.')[0]!],
      ['of an unknown session', () => '00000000-0000-4000-8000-000000000000.secret'],
      ['that is something else', () => '%00.{"$ne":1}.x'],
    ])('%s restores nothing and ends nothing', async (_what, forge) => {
      const forged = forge(ana.cookie);
      await expect(auth.restore(forged)).rejects.toMatchObject(ended);
      await expect(auth.call('auth.log-out', { cookie: forged })).resolves.toEqual({ sessionId: null });
      await expect(auth.restore(ana.cookie)).resolves.toBeDefined();
    });

    it.each([[{ $ne: null }], ['x'.repeat(301)]])('is not looked for when it is %j', async (cookie) => {
      expect(await outcomeOf(auth.callWith('auth.restore-session', { cookie }))).toBe('validation_failed');
    });

    it('restores nothing when the account of its session is gone', async () => {
      await auth.users.deleteOne({ email: ana.user.email });
      await expect(auth.restore(ana.cookie)).rejects.toMatchObject(ended);
    });
  });

  describe('logging out', () => {
    it('ends this session and no other, and tells every gateway until its last token has run out', async () => {
      const other = await logInAgain(ana);
      const { iat, exp } = await auth.claims((await auth.restore(ana.cookie)).token);
      const answer = { sessionId: sessionOf(ana) };
      await expect(auth.call('auth.log-out', { cookie: ana.cookie })).resolves.toEqual(answer);
      const endedBy = Math.ceil(Date.now() / 1_000);
      await expect(auth.restore(ana.cookie)).rejects.toMatchObject(ended);
      await expect(auth.restore(other.cookie)).resolves.toBeDefined();
      const [revoked] = await eventually(() => {
        const seen = auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(ana) });
        expect(seen).toHaveLength(1);
        return seen;
      });
      expect(revoked).toEqual({ sessionId: sessionOf(ana), until: expect.any(Number) });
      expect(revoked!.until).toBeGreaterThanOrEqual(exp);
      expect(revoked!.until).toBeLessThanOrEqual(endedBy + exp - iat);
      expect(auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(other) })).toEqual([]);
    });

    it('twice, or twice at once, is said once', async () => {
      const logOut = () => auth.call('auth.log-out', { cookie: ana.cookie });
      await Promise.all([logOut(), logOut()]);
      await logOut();
      const other = await logInAgain(ana);
      await auth.call('auth.log-out', { cookie: other.cookie });
      // Each event leaves by itself, so that of the other session may come first.
      await eventually(() => {
        for (const grant of [other, ana])
          expect(auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(grant) })).toHaveLength(1);
      });
    });
  });

  describe('the list of revoked sessions', () => {
    const revoked = async (): Promise<Map<string, number>> => {
      const list = await auth.call('auth.list-revoked-sessions', {});
      return new Map(list.map(({ sessionId, until }) => [sessionId, until]));
    };

    it('has what a gateway would have heard, until the last token of it has run out, and none that is open', async () => {
      const other = await logInAgain(ana);
      await auth.call('auth.log-out', { cookie: ana.cookie });
      const [heard] = await eventually(() => {
        const seen = auth.seen('auth.session.revoked.v1', { sessionId: sessionOf(ana) });
        expect(seen).toHaveLength(1);
        return seen;
      });
      const list = await revoked();
      expect(list.get(sessionOf(ana))).toBe(heard!.until);
      expect(list.has(sessionOf(other))).toBe(false);
      await change(ana, { revokedAt: new Date(Date.now() - 12 * HOUR_MS + 60_000) });
      expect((await revoked()).has(sessionOf(ana))).toBe(true);
      await change(ana, { revokedAt: new Date(Date.now() - 12 * HOUR_MS - 60_000) });
      expect((await revoked()).has(sessionOf(ana))).toBe(false);
    });

    it('comes in pages, each session once, in the order in which they ended', async () => {
      await auth.sessions.updateMany({ revokedAt: { $exists: true } }, { $set: { revokedAt: new Date(0) } });
      const session = await stored(ana);
      const [count, at] = [LIMITS.revokedSessionsPage + 50, Date.now() - HOUR_MS];
      const ids = Array.from({ length: count }, () => randomUUID());
      // Hundreds end at the same moment: those of a page that ends in the middle of them too.
      const many = ids.map((_id, n) => ({ ...session!, _id, revokedAt: new Date(at + Math.floor(n / 300)) }));
      // In parts, since the embedded database answers nothing else during one write.
      for (let n = 0; n < count; n += 250) await auth.sessions.insertMany(many.slice(n, n + 250));
      const pages: string[][] = [];
      for (let after: string | undefined; pages.at(-1)?.length !== 50; after = pages.at(-1)!.at(-1)) {
        const page = await auth.call('auth.list-revoked-sessions', { after });
        pages.push(page.map(({ sessionId }) => sessionId));
        expect(pages.length).toBeLessThanOrEqual(2);
      }
      expect(pages.map(({ length }) => length)).toEqual([1_000, 50]);
      expect(new Set(pages.flat())).toEqual(new Set(ids));
    });
  });

  describe('many sessions of one account', () => {
    /** Sessions of Ana that are open, as if she had logged in so often, the oldest first. */
    const openMore = async (count: number, at = Date.now() - HOUR_MS): Promise<string[]> => {
      const session = await stored(ana);
      const ids = Array.from({ length: count }, () => randomUUID());
      await auth.sessions.insertMany(
        ids.map((_id, n) => ({ ...session!, _id, lastSeenAt: new Date(at + n) })),
      );
      return ids;
    };
    const open = () => auth.sessions.countDocuments({ userId: ana.user.id, revokedAt: { $exists: false } });
    /** How many sessions each write of several ended. */
    const bulkWrites = () => {
      const model = auth.app.get<Model<Session>>(getModelToken(Session.name));
      const bulk = jest.spyOn(model, 'bulkWrite');
      return () => bulk.mock.calls.map(([changes]) => changes.length);
    };
    afterEach(() => jest.restoreAllMocks());

    it('are bounded: a login ends the one that was used longest ago, and gateways hear of it', async () => {
      const ids = await openMore(OPEN_SESSIONS_MAX - 1);
      expect(await open()).toBe(OPEN_SESSIONS_MAX);
      const newest = await logInAgain(ana);
      expect(await open()).toBe(OPEN_SESSIONS_MAX);
      expect((await auth.sessions.findOne({ _id: ids[0]! }))!.revokedAt).toBeDefined();
      for (const grant of [ana, newest]) await expect(auth.restore(grant.cookie)).resolves.toBeDefined();
      await eventually(() =>
        expect(auth.seen('auth.session.revoked.v1', { sessionId: ids[0]! })).toHaveLength(1),
      );
      // Many at once leave no more than that either.
      await Promise.all(Array.from({ length: 5 }, () => logInAgain(ana)));
      expect(await open()).toBe(OPEN_SESSIONS_MAX);
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'the password is new',
        () => auth.update(ana, { password: 'a better evening', currentPassword: PASSWORD }),
      ],
      [
        'she signs out everywhere else',
        () => auth.call('auth.end-other-sessions', { userId: ana.user.id, sessionId: sessionOf(ana) }),
      ],
    ])('end by one write when %s, with one event each, and those of no one else', async (_what, end) => {
      const bea = await auth.signUp(aPerson());
      const ids = await openMore(90);
      const written = bulkWrites();
      await end();
      expect(written()).toEqual([90]);
      for (const { cookie } of [ana, bea]) await expect(auth.restore(cookie)).resolves.toBeDefined();
      const told = (sessionId: string) => auth.seen('auth.session.revoked.v1', { sessionId }).length;
      await eventually(() => expect(ids.map(told)).toEqual(ids.map(() => 1)));
      expect([ana, bea].map((grant) => told(sessionOf(grant)))).toEqual([0, 0]);
    });
  });

  describe('cleaning up', () => {
    const clean = () => auth.app.get(SessionsRepository).deleteEnded();
    const long = () => new Date(Date.now() - 13 * HOUR_MS);
    const brief = () => new Date(Date.now() - 11 * HOUR_MS);

    it('removes sessions once the last token of theirs has run out and their end was told, and none before', async () => {
      const [ranOut, justRanOut, revoked, justRevoked, untold] = await Promise.all([
        logInAgain(ana),
        logInAgain(ana),
        logInAgain(ana),
        logInAgain(ana),
        logInAgain(ana),
      ]);
      await change(ranOut, { expiresAt: long() });
      await change(justRanOut, { expiresAt: brief() });
      await change(revoked, { revokedAt: long() });
      await change(justRevoked, { revokedAt: brief() });
      await change(untold, { revokedAt: long(), outboxNextAt: new Date(Date.now() + DAY_MS) });
      await clean();
      const grants = [ana, ranOut, justRanOut, revoked, justRevoked, untold];
      const remaining = await Promise.all(grants.map(stored));
      expect(remaining.map((session) => session !== null)).toEqual([true, false, true, false, true, true]);
    });
  });
});
