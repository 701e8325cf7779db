import { LIMITS } from '@inner-weather/domain/limits';
import { newEvent, outboxOnUpdate } from '@inner-weather/platform/outbox/outbox';
import { InjectOutboxRelay, type OutboxRelay } from '@inner-weather/platform/outbox/outbox-relay';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Session } from './session.schema.js';
import { TOKEN_TTL_S } from './tokens.service.js';
import type { KeptSessions } from '../accounts/user.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Open sessions of one account. With one more, the one that was used longest ago ends. */
export const OPEN_SESSIONS_MAX = 100;

const TOKEN_TTL_MS = TOKEN_TTL_S * 1_000;

/** Sessions as they are stored. A revoked session holds the event that tells every gateway. */
@Injectable()
export class SessionsRepository implements AccountEraser {
  readonly endsAccess = true;

  constructor(
    @InjectModel(Session.name) private readonly sessions: Model<Session>,
    @InjectOutboxRelay(Session.name) private readonly outbox: Pick<OutboxRelay, 'publishSoon'>,
  ) {}

  async insert(session: Session): Promise<void> {
    await this.sessions.create(session);
  }

  /** A session that is open. */
  find(id: string): Promise<Session | null> {
    return this.sessions
      .findOne({ _id: id, revokedAt: null, expiresAt: { $gt: new Date() } })
      .lean<Session>()
      .exec();
  }

  /** Open sessions, the one seen last first. */
  listOpen(userId: string): Promise<Session[]> {
    return this.sessions
      .find({ userId, revokedAt: null, expiresAt: { $gt: new Date() } })
      .sort({ lastSeenAt: -1 })
      .limit(OPEN_SESSIONS_MAX)
      .lean<Session[]>()
      .exec();
  }

  /** When an open session of each of these accounts was last used. Accounts without one are left out. */
  async lastSeenOf(userIds: string[]): Promise<Map<string, Date>> {
    const sessions = await this.sessions
      .find(
        { userId: { $in: userIds }, revokedAt: null, expiresAt: { $gt: new Date() } },
        { userId: 1, lastSeenAt: 1 },
      )
      .lean<Pick<Session, 'userId' | 'lastSeenAt'>[]>();
    const newest = new Map<string, Date>();
    for (const { userId, lastSeenAt } of sessions) {
      if (lastSeenAt > (newest.get(userId) ?? 0)) newest.set(userId, lastSeenAt);
    }
    return newest;
  }

  /** `expiresAt`: its new end, if it was renewed. */
  async touch(id: string, expiresAt?: Date): Promise<void> {
    const seen = { lastSeenAt: new Date(), ...(expiresAt && { expiresAt }) };
    await this.sessions.updateOne({ _id: id }, { $set: seen });
  }

  /** Ends sessions by one write, each with its own event. Those that have ended already are left as they are. */
  async revoke(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const now = new Date();
    const changes = ids.map((id) => {
      const revoked = newEvent('auth.session.revoked.v1', { sessionId: id, until: untilOf(now) });
      return {
        updateOne: {
          filter: { _id: id, revokedAt: null },
          update: { $set: { revokedAt: now, ...outboxOnUpdate([revoked]) } },
        },
      };
    });
    const { modifiedCount } = await this.sessions.bulkWrite(changes, { ordered: false });
    if (modifiedCount > 0) for (const id of ids) this.outbox.publishSoon(id);
  }

  /** Ends the open sessions of a person beyond the bound, those that were used longest ago. */
  async revokeExcess(userId: string): Promise<void> {
    const excess = await this.sessions
      .find({ userId, revokedAt: null }, { _id: 1 })
      .sort({ lastSeenAt: -1, _id: 1 })
      .skip(OPEN_SESSIONS_MAX)
      .lean<Pick<Session, '_id'>[]>();
    await this.revoke(excess.map(({ _id }) => _id));
  }

  /** Moves the sessions to keep from the previous version of the credentials to this one. */
  async moveToVersion(userId: string, keep: KeptSessions, version: number): Promise<void> {
    if (keep === 'none') return;
    await this.sessions.updateMany(
      { userId, revokedAt: null, credentialsVersion: version - 1, ...(keep !== 'all' && { _id: keep }) },
      { $set: { credentialsVersion: version } },
    );
  }

  /** Ends every session that was opened under an older version of the credentials. */
  async revokeOlder(userId: string, version: number): Promise<void> {
    const open = await this.sessions
      .find({ userId, revokedAt: null }, { credentialsVersion: 1 })
      .lean<Pick<Session, '_id' | 'credentialsVersion'>[]>();
    await this.revoke(open.filter((session) => session.credentialsVersion < version).map(({ _id }) => _id));
  }

  /** Ends every session of a person, but the one to keep. */
  async revokeAll(userId: string, keepId?: string): Promise<void> {
    const open = await this.sessions
      .find({ userId, revokedAt: null }, { _id: 1 })
      .lean<Pick<Session, '_id'>[]>();
    await this.revoke(open.map(({ _id }) => _id).filter((id) => id !== keepId));
  }

  /** Ends every session, and leaves nothing of them but what gateways have to know. */
  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.revokeAll(userId);
    await this.sessions.updateMany(
      { userId, revokedAt: { $ne: null } },
      {
        $unset: {
          userId: 1,
          secretHash: 1,
          credentialsVersion: 1,
          userAgent: 1,
          createdAt: 1,
          lastSeenAt: 1,
          renewableUntil: 1,
        },
      },
    );
  }

  /**
   * A page of the sessions that have ended while tokens of them may still be valid, in the order in which they ended.
   * `after`: the last session of the page before.
   */
  async listRevoked(after?: string): Promise<{ sessionId: string; until: number }[]> {
    const last = after === undefined ? null : await this.sessions.findOne({ _id: after }).lean<Session>();
    const from = last?.revokedAt ?? new Date(Date.now() - TOKEN_TTL_MS);
    const lastId = last?._id ?? '';
    const revoked = await this.sessions
      .find(
        {
          revokedAt: { $gte: from },
          $or: [{ revokedAt: { $gt: from } }, { revokedAt: from, _id: { $gt: lastId } }],
        },
        { revokedAt: 1 },
      )
      .sort({ revokedAt: 1, _id: 1 })
      .limit(LIMITS.revokedSessionsPage)
      .lean<Required<Pick<Session, '_id' | 'revokedAt'>>[]>();
    return revoked.map(({ _id, revokedAt }) => ({ sessionId: _id, until: untilOf(revokedAt) }));
  }

  /** Removes expired sessions, and revoked ones whose last token has expired. One whose event is not published stays. */
  async deleteEnded(): Promise<void> {
    const lastTokenGone = new Date(Date.now() - TOKEN_TTL_MS);
    await this.sessions.deleteMany({ expiresAt: { $lt: lastTokenGone }, outboxNextAt: null });
    await this.sessions.deleteMany({ revokedAt: { $lt: lastTokenGone }, outboxNextAt: null });
  }
}

/** The second, since the epoch, after which no token of a session that ended at this moment is valid. */
function untilOf(revokedAt: Date): number {
  return Math.ceil((revokedAt.getTime() + TOKEN_TTL_MS) / 1_000);
}
