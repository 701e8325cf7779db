import { Readable } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import type { Message } from '@inner-weather/languages/messages';
import type { FastifyRequest } from 'fastify';
import { JUDGED_LIST } from './bodies.js';

const { bodyDepthMax, bodyListMax, bodyKeysMax, bodyValuesMax } = LIMITS;

/**
 * The error for a request whose body or query is too large or too deeply nested. All later steps walk them recursively,
 * some of them once for each pair of keys or items.
 */
export function shapeProblem({
  body,
  query,
  routeOptions,
}: Pick<FastifyRequest, 'body' | 'query' | 'routeOptions'>): DomainError | undefined {
  const excess = excessOf(query);
  if (excess) return malformed(REQUEST_PROBLEMS[`address_${excess}`]);
  // A photo is a stream.
  if (body === undefined || body instanceof Readable) return undefined;
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return malformed(REQUEST_PROBLEMS.body_not_object);
  const { [JUDGED_LIST]: list } = (routeOptions.config ?? {}) as { [JUDGED_LIST]?: string };
  if (list !== undefined) emptyUnreadable(body as Record<string, unknown>, list);
  const bodyExcess = excessOf(body);
  return bodyExcess ? malformed(REQUEST_PROBLEMS[`body_${bodyExcess}`]) : undefined;
}

const malformed = (message: Message): DomainError => new DomainError('malformed_request', problem(message));

/** Empties items that are too complex, so that only they are refused and not the whole list. */
function emptyUnreadable(body: Record<string, unknown>, list: string): void {
  const items = body[list];
  if (!Array.isArray(items) || items.length > bodyListMax) return;
  body[list] = items.map((item: unknown) => (excessOf(item, bodyDepthMax - 2) ? {} : item));
}

type Excess = 'too_many_values' | 'too_deep' | 'long_list' | 'too_many_fields';

/** The first limit that a value exceeds. */
function excessOf(value: unknown, depthMax: number = bodyDepthMax): Excess | undefined {
  let values = 0;
  const look = (inner: unknown, levels: number): Excess | undefined => {
    values += 1;
    if (values > bodyValuesMax) return 'too_many_values';
    if (inner === null || typeof inner !== 'object') return undefined;
    if (levels === 0) return 'too_deep';
    if (Array.isArray(inner) && inner.length > bodyListMax) return 'long_list';
    const parts = Object.values(inner);
    if (!Array.isArray(inner) && parts.length > bodyKeysMax) return 'too_many_fields';
    for (const part of parts) {
      const excess = look(part, levels - 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return look(value, depthMax);
}
