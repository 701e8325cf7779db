import { IsOptional, IsString } from 'class-validator';
import { Length, MaxLength } from '../validation/validators.js';
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
  @IsString()
  @MaxLength(100)
  sessionId?: string;
}

export class MutationRequest extends UserRequest {
  /** The client's Idempotency-Key, if any. */
  @IsOptional()
  @IsString()
  @Length(1, LIMITS.idempotencyKeyMax)
  idempotencyKey?: string;
}
