import { IsOptional, IsString, Length } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';

export class NoRequest {}

export class UserRequest {
  @IsString()
  userId: string;
}

export class MutationRequest extends UserRequest {
  /** The client's Idempotency-Key, if any. */
  @IsOptional()
  @IsString()
  @Length(1, LIMITS.idempotencyKeyMax)
  idempotencyKey?: string;
}
