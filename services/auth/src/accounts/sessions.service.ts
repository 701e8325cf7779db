import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { OpenSessionDto, SessionUserDto } from '@inner-weather/contracts/auth.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import type { ClientInfo, RevokedSession, SessionGrant } from '@inner-weather/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { deviceOf } from './device.js';
import { hashOf } from './hash-of.js';
import { SessionsRepository } from './sessions.repository.js';
import { TokensService } from './tokens.service.js';
import { UsersRepository } from './users.repository.js';
import type { User } from './user.schema.js';

/** For how long a browser stays signed in. */
const SESSION_TTL_MS = 30 * 24 * 60 * 60_000;

/** Opens, restores and ends sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: TokensService,
  ) {}

  async open(user: User, client: ClientInfo): Promise<SessionGrant> {
    const id = randomUUID();
    const secret = randomBytes(32).toString('base64url');
    const now = new Date();
    await this.sessions.insert({
      _id: id,
      userId: String(user._id),
      secretHash: hashOf(secret),
      userAgent: client.userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_TTL_MS),
    });
    return { ...(await this.grant(user, id)), cookie: `${id}.${secret}` };
  }

  /** Throws `unauthenticated` for a cookie that is unknown, expired or revoked. */
  async restore(cookie: string): Promise<SessionGrant> {
    const id = await this.check(cookie);
    const session = id ? await this.sessions.find(id) : null;
    const user = session && (await this.users.find(session.userId));
    if (!session || !user)
      throw new DomainError('unauthenticated', 'Your session has ended. Please log in again.');
    await this.sessions.touch(session._id);
    return { ...(await this.grant(user, session._id)), cookie };
  }

  /** Ends the session of this cookie; one that is none of ours ends nothing. */
  async close(cookie: string): Promise<void> {
    const id = await this.check(cookie);
    if (id) await this.sessions.revoke(id);
  }

  /** `currentId`: the session that asks. */
  async list(userId: string, currentId: string): Promise<OpenSessionDto[]> {
    const open = await this.sessions.listOpen(userId);
    return open.map(({ _id, userAgent, createdAt, lastSeenAt }) => ({
      id: _id,
      device: deviceOf(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: _id === currentId,
    }));
  }

  /** Throws `not_found` for a session that is another's, unknown or over. */
  async closeOne(userId: string, id: string): Promise<void> {
    const session = await this.sessions.find(id);
    if (session?.userId !== userId) throw new DomainError('not_found', 'There is no such session.');
    await this.sessions.revoke(id);
  }

  closeAll(userId: string, keepId?: string): Promise<void> {
    return this.sessions.revokeAll(userId, keepId);
  }

  /** For an account that goes: ends every session, and leaves nothing of them but what gateways have to know. */
  async forgetUser(userId: string): Promise<void> {
    await this.sessions.revokeAll(userId);
    await this.sessions.forgetUser(userId);
  }

  listRevoked(): Promise<RevokedSession[]> {
    return this.sessions.listRevoked();
  }

  /** A fresh token for a session that is open. */
  async grant(user: User, sessionId: string): Promise<{ token: string; user: SessionUserDto }> {
    const shown = toSessionUser(user);
    return { token: await this.tokens.sign(shown, sessionId), user: shown };
  }

  /** The id of the session that the cookie proves, or undefined. */
  private async check(cookie: string): Promise<string | undefined> {
    const [id = '', secret = ''] = cookie.split('.');
    const session = await this.sessions.find(id);
    const matches = session && timingSafeEqual(Buffer.from(session.secretHash), Buffer.from(hashOf(secret)));
    return matches ? id : undefined;
  }
}

export function toSessionUser({ _id, firstName, email, location }: User): SessionUserDto {
  return { id: String(_id), name: firstName, email, location };
}
