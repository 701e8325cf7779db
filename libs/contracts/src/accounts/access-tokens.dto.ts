import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMinSize, IsArray, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { CurrentPasswordDto } from './current-password.dto.js';
import { says } from '../validation/says.js';
import {
  HasNoRepeats,
  IsNotBlank,
  IsOneLine,
  IsVisible,
  Length,
  MaxLength,
  MayBeAbsent,
  Trim,
} from '../validation/validators.js';

/** What an access token may do. Neither scope includes the other. */
export const ACCESS_TOKEN_SCOPES = ['entries:read', 'entries:write'] as const;

export type AccessTokenScope = (typeof ACCESS_TOKEN_SCOPES)[number];

/** The form of an access token: `iw_` and 32 random bytes in base64url. */
export const ACCESS_TOKEN_PATTERN = /^iw_[\w-]{43}$/;

const SCOPES = { scopes: ACCESS_TOKEN_SCOPES.join(', ') };
const DAYS = { max: LIMITS.accessTokenDaysMax };

/** POST /user/me/access-tokens. */
export class CreateAccessTokenDto extends CurrentPasswordDto {
  @ApiProperty({
    minLength: 1,
    maxLength: LIMITS.accessTokenNameMax,
    example: 'Backup on the NAS',
    description: 'What the token is for. Only its owner sees it.',
  })
  @Trim()
  @IsVisible(says(ACCOUNT_PROBLEMS.name_empty))
  @Length(
    1,
    LIMITS.accessTokenNameMax,
    says(ACCOUNT_PROBLEMS.name_length, { max: LIMITS.accessTokenNameMax }),
  )
  @IsOneLine(says(ACCOUNT_PROBLEMS.name_one_line))
  @IsString(says(ACCOUNT_PROBLEMS.name_text))
  name: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...ACCESS_TOKEN_SCOPES] },
    minItems: 1,
    uniqueItems: true,
    example: ['entries:read'],
    description:
      'What the token may do. With `entries:write` alone it can add entries and cannot read, change or delete any, because the answers to changes contain the entry.',
  })
  @IsIn(ACCESS_TOKEN_SCOPES, { ...says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES), each: true })
  @HasNoRepeats(says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES))
  @ArrayMinSize(1, says(ACCOUNT_PROBLEMS.access_token_no_scope))
  @IsArray(says(ACCOUNT_PROBLEMS.access_token_scopes, SCOPES))
  scopes: AccessTokenScope[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.accessTokenDaysMax,
    example: 90,
    description: 'The number of days after which the token expires. Without it, it does not expire.',
  })
  @MayBeAbsent()
  @Max(LIMITS.accessTokenDaysMax, says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  @Min(1, says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  @IsInt(says(ACCOUNT_PROBLEMS.access_token_days, DAYS))
  expiresInDays?: number;

  @ApiPropertyOptional({
    maxLength: LIMITS.codeMax,
    example: '123456',
    description:
      'A code of the second factor, or a recovery code. Required if the second factor is on and the account has a password.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.codeMax, says(ACCOUNT_PROBLEMS.code_invalid))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.code_empty))
  @IsString(says(ACCOUNT_PROBLEMS.code_text))
  code?: string;
}

/** GET /user/me/access-tokens. */
export class AccessTokenDto {
  @ApiProperty({ description: 'An opaque, stable identifier. It cannot be used as a token.' })
  id: string;

  @ApiProperty({ example: 'Backup on the NAS' })
  name: string;

  @ApiProperty({ enum: ACCESS_TOKEN_SCOPES, isArray: true })
  scopes: AccessTokenScope[];

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a request last used the token, exact to a minute. Null if it was never used.',
  })
  lastUsedAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `When the token expires. Null if it does not. Expired tokens are listed for ${LIMITS.accessTokenExpiredDays} days.`,
  })
  expiresAt: string | null;
}

/** A new access token. */
export class NewAccessTokenDto extends AccessTokenDto {
  @ApiProperty({
    pattern: ACCESS_TOKEN_PATTERN.source,
    description: 'The token, for the header `Authorization: Bearer <token>`. It is not shown again.',
  })
  token: string;
}
