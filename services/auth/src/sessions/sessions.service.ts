import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OpenSessionDto, SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { RevokedSession, SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { LIMITS } from '@inner-weather/domain/limits';
import { Injectable } from '@nestjs/common';
import { toSessionUser } from '../accounts/shown-user.js';
import { deviceOf } from '@inner-weather/platform/device';
import { hashOf } from '../hash-of.js';
import type { Session } from './session.schema.js';
import { SessionsRepository } from './sessions.repository.js';
import { TokensService } from './tokens.service.js';
import { UsersRepository } from '../accounts/users.repository.js';
import type { User } from '../accounts/user.schema.js';

const DAY_MS = 24 * 60 * 60_000;

/** For how long a browser that is not used stays signed in. */
export const SESSION_TTL_MS = LIMITS.sessionDays * DAY_MS;
const SESSION_MAX_MS = LIMITS.sessionDaysMax * DAY_MS;
/** A session that would gain less than this by a restore keeps its end, so a cookie is renewed once a day at most. */
const RENEWED_BY_MS = DAY_MS;

/** Milliseconds after a session was last seen in which a further restore writes nothing. */
const SEEN_FRESH_MS = 60_000;

/** Opens, restores and ends sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: TokensService,
  ) {}

  /**
   * Opens a session for an account whose credentials were verified, and ends its oldest sessions if there are too many.
   * Null when the account was deleted, is being erased, or its credentials have changed since; then the new session is ended.
   * @param isRenewable whether using the session moves its end
   */
  async open(user: User, client: ClientInfo, isRenewable: boolean): Promise<SessionGrant | null> {
    const id = randomUUID();
    const secret = randomBytes(32).toString('base64url');
    const now = new Date();
    await this.sessions.insert({
      _id: id,
      userId: String(user._id),
      secretHash: hashOf(secret),
      credentialsVersion: user.credentialsVersion,
      userAgent: client.userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_TTL_MS),
      ...(isRenewable && { renewableUntil: new Date(now.getTime() + SESSION_MAX_MS) }),
    });
    await this.sessions.revokeExcess(String(user._id));
    const grant = this.sign(user, id);
    // The session was stored before the account is read again. A change of credentials that this read does not see
    // happens after it, and finds the session.
    const current = await this.users.find(String(user._id));
    const isUnchanged = current?.credentialsVersion === user.credentialsVersion;
    if (isUnchanged && (!current.deletingSince || (await this.users.abandonDeletion(current))))
      return { ...grant, cookie: `${id}.${secret}` };
    await this.sessions.revoke([id]);
    return null;
  }

  /** Throws `unauthenticated` for a cookie that is unknown, expired or revoked. */
  async restore(cookie: string): Promise<SessionGrant> {
    const session = await this.findByCookie(cookie);
    const user = session && (await this.users.find(session.userId));
    if (!user) throw ended();
    const expiresAt = renewedEnd(session);
    if (expiresAt || Date.now() - session.lastSeenAt.getTime() > SEEN_FRESH_MS)
      await this.sessions.touch(session._id, expiresAt);
    return { ...(await this.grant(user, session._id)), cookie, ...(expiresAt && { isRenewed: true }) };
  }

  /** Ends the session of this cookie, and answers its id. Null for a cookie that names no session. */
  async close(cookie: string): Promise<string | null> {
    const session = await this.findByCookie(cookie);
    if (session) await this.sessions.revoke([session._id]);
    return session?._id ?? null;
  }

  /** `currentId`: the caller's session. */
  async list(userId: string, currentId: string): Promise<OpenSessionDto[]> {
    const open = await this.sessions.listOpen(userId);
    return open.map(({ _id, userAgent, createdAt, lastSeenAt }) => ({
      id: _id,
      ...deviceOf(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: _id === currentId,
    }));
  }

  /** Throws `not_found` for a session that is unknown, has ended or belongs to another user. */
  async closeOne(userId: string, id: string): Promise<void> {
    const session = await this.sessions.find(id);
    if (session?.userId !== userId)
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_session));
    await this.sessions.revoke([id]);
  }

  closeOthers(userId: string, currentId: string): Promise<void> {
    return this.sessions.revokeAll(userId, currentId);
  }

  listRevoked(after?: string): Promise<RevokedSession[]> {
    return this.sessions.listRevoked(after);
  }

  /**
   * A fresh token for an open session. It is signed before the session is checked: gateways remember the end of a
   * session for as long as a token lasts, so no token may be signed after that end. Throws `unauthenticated` for a
   * session that has ended.
   */
  async grant(user: User, sessionId: string): Promise<{ token: string; user: SessionUserDto }> {
    const grant = this.sign(user, sessionId);
    const session = await this.sessions.find(sessionId);
    const current = session && (await this.users.find(session.userId));
    if (!current || !isCurrent(session, current)) throw ended();
    return grant;
  }

  private sign(user: User, sessionId: string): { token: string; user: SessionUserDto } {
    const sessionUser = toSessionUser(user);
    return { token: this.tokens.sign(sessionUser, sessionId), user: sessionUser };
  }

  /** The session whose secret the cookie holds, or undefined. */
  private async findByCookie(cookie: string): Promise<Session | undefined> {
    const [id = '', secret = ''] = cookie.split('.');
    const session = await this.sessions.find(id);
    const matches = session && timingSafeEqual(Buffer.from(session.secretHash), Buffer.from(hashOf(secret)));
    return matches ? session : undefined;
  }
}

/** When a session that is used now ends; undefined if that is not worth a renewal. */
function renewedEnd({ expiresAt, renewableUntil }: Session): Date | undefined {
  const end = Math.min(Date.now() + SESSION_TTL_MS, renewableUntil?.getTime() ?? 0);
  return end - expiresAt.getTime() >= RENEWED_BY_MS ? new Date(end) : undefined;
}

/** Whether the session has the current version of the credentials, or a change in progress is about to move it there. */
function isCurrent(session: Session, user: User): boolean {
  const versionsBehind = user.credentialsVersion - session.credentialsVersion;
  const isKept = user.sessionsToKeep === 'all' || user.sessionsToKeep === session._id;
  return versionsBehind === 0 || (versionsBehind === 1 && isKept);
}

const ended = () => new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.session_ended));
