import { randomBytes, randomUUID } from 'node:crypto';
import type {
  AccessTokenDto,
  CreateAccessTokenDto,
  NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { AccessTokenGrant } from '@inner-weather/contracts/rpc/access-tokens';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { toSessionUser } from '../accounts/shown-user.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { hashOf } from '../hash-of.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { changedMeanwhile } from '../sessions/credentials.service.js';
import type { AccessToken } from './access-token.schema.js';
import { AccessTokensRepository } from './access-tokens.repository.js';

const DAY_MS = 24 * 60 * 60_000;

/** Milliseconds after a noted use in which a further use writes nothing. */
const USE_FRESH_MS = 60_000;

/** Access tokens: keys with which scripts read and write entries, and do nothing else. */
@Injectable()
export class AccessTokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly users: UsersRepository,
    private readonly currentPassword: CurrentPasswordService,
    private readonly secondFactor: SecondFactorService,
  ) {}

  /** Newest first. Throws `unauthenticated` when the account was deleted. */
  async list(userId: string): Promise<AccessTokenDto[]> {
    return (await this.tokens.list(await this.users.get(userId))).map(toDto);
  }

  /**
   * A token outlives the session that creates it and is used without a second factor, so both proofs of a login are
   * asked for once more. The code belongs to the password: an account without one confirms at its provider, which has a
   * second factor of its own (decision 24). Throws `invalid_credentials`, `second_factor_required`, `access_token_limit`, `rate_limited`,
   * `unauthenticated`.
   */
  async create(
    userId: string,
    sessionId: string | undefined,
    request: CreateAccessTokenDto,
  ): Promise<NewAccessTokenDto> {
    const { name, scopes, expiresInDays, currentPassword, code } = request;
    const user = await this.users.get(userId);
    await this.currentPassword.check(user, currentPassword, sessionId);
    if (user.passwordHash) await this.secondFactor.checkLogin(user, code);
    await this.tokens.deleteEnded(user);
    const text = `iw_${randomBytes(32).toString('base64url')}`;
    const createdAt = new Date();
    const token: AccessToken = {
      _id: hashOf(text),
      publicId: randomUUID(),
      userId,
      name,
      scopes,
      credentialsVersion: user.credentialsVersion,
      createdAt,
      ...(expiresInDays && { expiresAt: new Date(createdAt.getTime() + expiresInDays * DAY_MS) }),
    };
    await this.tokens.insert(token);
    try {
      await this.assertMayStay(token);
    } catch (error) {
      await this.tokens.revoke(userId, token.publicId);
      throw error;
    }
    return { ...toDto(token), token: text };
  }

  /** Throws `not_found`. */
  async revoke(userId: string, id: string): Promise<void> {
    if (await this.tokens.revoke(userId, id)) return;
    throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_access_token));
  }

  /** What a token stands for, and notes its use. Throws `unauthenticated` for one that does not work. */
  async use(text: string): Promise<AccessTokenGrant> {
    const token = await this.tokens.find(hashOf(text));
    const user = token && (await this.users.find(token.userId));
    if (!user || token.credentialsVersion < (user.accessTokensFrom ?? 0)) {
      throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.access_token_invalid));
    }
    if (isExpired(token)) {
      throw new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.access_token_expired));
    }
    if (Date.now() - (token.lastUsedAt?.getTime() ?? 0) >= USE_FRESH_MS) await this.tokens.noteUse(token._id);
    return { accessTokenId: token.publicId, user: toSessionUser(user), scopes: token.scopes };
  }

  /**
   * The token was stored before this reads account and tokens. So simultaneous requests never leave more than are
   * allowed, and a change of credentials or a deletion that this does not see finds the token.
   */
  private async assertMayStay({ userId, credentialsVersion }: AccessToken): Promise<void> {
    const user = await this.users.get(userId);
    if (user.credentialsVersion !== credentialsVersion) throw changedMeanwhile();
    const max = LIMITS.accessTokensMax;
    if ((await this.tokens.list(user)).filter((token) => !isExpired(token)).length <= max) return;
    throw new DomainError('access_token_limit', problem(ACCOUNT_PROBLEMS.access_token_limit, { max }));
  }
}

const isExpired = ({ expiresAt }: AccessToken): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= Date.now();

function toDto({ publicId, name, scopes, createdAt, lastUsedAt, expiresAt }: AccessToken): AccessTokenDto {
  return {
    id: publicId,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
