import { ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { CurrentPasswordDto } from './current-password.dto.js';
import { HasNoRepeats, MayBeAbsent, says } from '../validation/validators.js';
import { IsCode, IsLine } from '../validation/fields.js';
import { Doc, TIME, TIME_OR_NULL } from '../validation/documented.js';

/** What an access token may do. Neither scope includes the other. */
export const ACCESS_TOKEN_SCOPES = ['entries:read', 'entries:write'] as const;

export type AccessTokenScope = (typeof ACCESS_TOKEN_SCOPES)[number];

/** The form of an access token: `iw_` and 32 random bytes in base64url. */
export const ACCESS_TOKEN_PATTERN = /^iw_[\w-]{43}$/;

const SCOPES = { scopes: ACCESS_TOKEN_SCOPES.join(', ') };
const DAYS = { max: LIMITS.accessTokenDaysMax };

/** POST /user/me/access-tokens. */
export class CreateAccessTokenDto extends CurrentPasswordDto {
  @Doc('What the token is for. Only its owner sees it.', { example: 'Backup on the NAS' })
  @IsLine('name', LIMITS.accessTokenNameMax)
  name: string;

  @Doc(
    'What the token may do. With `entries:write` alone it can add entries and cannot read, change or delete any, because the answers to changes contain the entry.',
    { example: ['entries:read'] },
  )
  @IsIn(ACCESS_TOKEN_SCOPES, { ...says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES), each: true })
  @HasNoRepeats(says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES))
  @ArrayMinSize(1, says(ACCOUNT_PROBLEMS.access_token_no_scope))
  @IsArray(says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES))
  scopes: AccessTokenScope[];

  @Doc('The number of days after which the token expires. Without it, it does not expire.', { example: 90 })
  @MayBeAbsent()
  @Max(LIMITS.accessTokenDaysMax, says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  @Min(1, says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  @IsInt(says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  expiresInDays?: number;

  @Doc(
    'A code of the second factor, or a recovery code. Required if the second factor is on and the account has a password.',
    { example: '123456' },
  )
  @MayBeAbsent()
  @IsCode()
  code?: string;
}

/** GET /user/me/access-tokens. */
export class AccessTokenDto {
  @Doc('An opaque, stable identifier. It cannot be used as a token.')
  id: string;

  @Doc({ example: 'Backup on the NAS' })
  name: string;

  @Doc({ enum: ACCESS_TOKEN_SCOPES, isArray: true })
  scopes: AccessTokenScope[];

  @Doc(TIME)
  createdAt: string;

  @Doc('When a request last used the token, exact to a minute. Null if it was never used.', TIME_OR_NULL)
  lastUsedAt: string | null;

  @Doc(
    `When the token expires. Null if it does not. Expired tokens are listed for ${LIMITS.accessTokenExpiredDays} days.`,
    TIME_OR_NULL,
  )
  expiresAt: string | null;
}

/** A new access token. */
export class NewAccessTokenDto extends AccessTokenDto {
  @Doc('The token, for the header `Authorization: Bearer <token>`. It is not shown again.', {
    pattern: ACCESS_TOKEN_PATTERN.source,
  })
  token: string;
}
