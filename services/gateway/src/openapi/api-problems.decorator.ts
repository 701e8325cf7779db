import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ProblemDto } from './problem.dto.js';

/** What any route can answer: to a page of another site, and when a part of the system is away. */
const ALWAYS = [403, 500, 503, 504];

const MEANING: Record<number, string> = {
  400: 'Malformed, or a rule is broken; `errors` names the fields.',
  401: 'No token, one that is no good any more, wrong credentials, or a code that is missing.',
  403: "Another person's email, a request by a page of another site, or a consent that is missing.",
  404: "No such thing, or another person's.",
  409: 'The email is taken, or there is a second factor already.',
  413: 'Too large.',
  415: 'Not JSON.',
  422: 'The Idempotency-Key was used with another body.',
  429: 'Too often; Retry-After says when to come back.',
  500: 'Our fault.',
  503: 'A part of the journal is not reachable; Retry-After says when to come back.',
  504: 'It took too long; it may have been done all the same.',
};

const header = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Of draft-ietf-httpapi-ratelimit-headers-10; an answer that is counted and not refused has the last two as well. */
const LIMIT_HEADERS = {
  'Retry-After': header('Seconds.'),
  RateLimit: header('What is left of the policy, and for how many seconds: `"writes";r=0;t=42`.'),
  'RateLimit-Policy': header('The policy, its quota and its window in seconds: `"writes";q=120;w=60`.'),
};

/** What any route that may be sent a body can answer to one that it cannot take, be it asked for or not. */
export const BODY_PROBLEMS = [400, 413, 415] as const;

export const problemOf = (status: number) => ({
  description: MEANING[status] ?? '',
  ...(status === 429 && { headers: LIMIT_HEADERS }),
  content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
});

/** Documents the errors that a route answers. */
export function ApiProblems(...statuses: number[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...[...new Set([...statuses, ...ALWAYS])].map((status) => ApiResponse({ status, ...problemOf(status) })),
  );
}
