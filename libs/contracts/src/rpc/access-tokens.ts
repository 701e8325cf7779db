import { LIMITS } from '@inner-weather/domain/limits';
import { IsString } from 'class-validator';
import {
  type AccessTokenDto,
  type AccessTokenScope,
  CreateAccessTokenDto,
  type NewAccessTokenDto,
} from '../accounts/access-tokens.dto.js';
import type { SessionUserDto } from '../accounts/sessions.dto.js';
import { IsId, Nested } from '../validation/fields.js';
import { MaxLength } from '../validation/validators.js';
import { OwnerRequest, UserRequest } from './requests.js';

export class CreateAccessTokenRequest extends OwnerRequest {
  @Nested(CreateAccessTokenDto)
  token: CreateAccessTokenDto;
}

export class RevokeAccessTokenRequest extends UserRequest {
  @IsId()
  accessTokenId: string;
}

/** A request to the API by an access token. */
export class AccessTokenRequest {
  @IsString()
  @MaxLength(LIMITS.tokenMax)
  token: string;
}

/** What an access token stands for. */
export interface AccessTokenGrant {
  accessTokenId: string;
  user: SessionUserDto;
  scopes: AccessTokenScope[];
}

/** The calls to auth about access tokens. */
export interface AccessTokenCalls {
  /** The newest first. */
  'auth.list-access-tokens': { request: UserRequest; answer: AccessTokenDto[] };
  /** `access_token_limit` if there are too many, `second_factor_required` if a code is needed as well. */
  'auth.create-access-token': { request: CreateAccessTokenRequest; answer: NewAccessTokenDto };
  /** `not_found` for a token that is unknown, was revoked, or belongs to another account. */
  'auth.revoke-access-token': { request: RevokeAccessTokenRequest; answer: null };
  /** Notes the use of the token. `unauthenticated` for one that is unknown, expired or revoked. */
  'auth.get-access-token-grant': { request: AccessTokenRequest; answer: AccessTokenGrant };
}
