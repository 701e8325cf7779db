import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const VISIBLE_ASCII = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyMax}}$`);

/**
 * The request's Idempotency-Key. If the client sent none, a new one is made, because a call from the gateway to a
 * service can also be delivered twice. Throws `validation_failed` for an invalid key.
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const key = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
  if (key === undefined) return newUuid7();
  if (typeof key === 'string' && VISIBLE_ASCII.test(key)) return key;
  throw new DomainError('validation_failed', {
    ...problem(REQUEST_PROBLEMS.idempotency_key_invalid, { max: LIMITS.idempotencyKeyMax }),
    field: 'Idempotency-Key',
  });
});
