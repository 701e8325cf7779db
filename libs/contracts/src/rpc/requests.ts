import { IsOptional, IsString } from 'class-validator';
import { Length, MaxLength } from '../validation/validators.js';
import { IsId, Nested } from '../validation/fields.js';
import { LIMITS } from '@inner-weather/domain/limits';

export class NoRequest {}

export class UserRequest {
  @IsString()
  userId: string;
}

/** A change that needs a proof of the sender. */
export class OwnerRequest extends UserRequest {
  /** The session of the request, in which the user may have confirmed at a provider. Older gateways send none. */
  @IsOptional()
  @IsId()
  sessionId?: string;
}

export class MutationRequest extends UserRequest {
  /** The client's Idempotency-Key, if any. */
  @IsOptional()
  @IsString()
  @Length(1, LIMITS.idempotencyKeyMax)
  idempotencyKey?: string;
}

/** The client of a request, for rate limits and the list of sessions. */
export class ClientInfo {
  @IsString()
  @MaxLength(64)
  address: string;

  @IsString()
  @MaxLength(300)
  userAgent: string;

  /** The value of the browser's cookie `device`, if any. */
  @IsOptional()
  @IsString()
  @MaxLength(300)
  device?: string;
}

export class ClientRequest {
  @Nested(ClientInfo)
  client: ClientInfo;
}

export class SessionRequest extends UserRequest {
  /** The session that sends the request. */
  @IsId()
  sessionId: string;
}
