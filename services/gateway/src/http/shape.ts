import { DomainError } from '@inner-weather/contracts/errors';
import { LIMITS } from '@inner-weather/contracts/limits';
import type { FastifyRequest } from 'fastify';

const { bodyDepthMax, bodyListMax, bodyKeysMax, bodyValuesMax } = LIMITS;

/**
 * The error for a request whose body or query is too large or too deeply nested. All later steps walk them recursively,
 * some of them once for each pair of keys or items.
 */
export function shapeProblem({
  body,
  query,
}: Pick<FastifyRequest, 'body' | 'query'>): DomainError | undefined {
  const excess = excessOf(query);
  if (excess) return malformed(`The address of the request ${excess}.`);
  if (body === undefined) return undefined;
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return malformed('The body must be a JSON object.');
  const bodyExcess = excessOf(body);
  return bodyExcess ? malformed(`The body ${bodyExcess}.`) : undefined;
}

const malformed = (words: string): DomainError => new DomainError('malformed_request', words);

/** The first limit that a value exceeds, in words. */
function excessOf(value: unknown): string | undefined {
  let values = 0;
  const look = (inner: unknown, levels: number): string | undefined => {
    values += 1;
    if (values > bodyValuesMax) return 'has too many values';
    if (inner === null || typeof inner !== 'object') return undefined;
    if (levels === 0) return 'is nested too deeply';
    if (Array.isArray(inner) && inner.length > bodyListMax) return 'has a list that is too long';
    const parts = Object.values(inner);
    if (!Array.isArray(inner) && parts.length > bodyKeysMax) return 'has too many fields';
    for (const part of parts) {
      const excess = look(part, levels - 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return look(value, bodyDepthMax);
}
