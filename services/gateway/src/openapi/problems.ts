import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { ProblemDto, StaleProblemDto } from './problem.dto.js';

/** The errors of every route: for pages of other sites, and when a part of the system is unavailable. */
const ALWAYS = [403, 500, 503, 504];

const MEANING: Record<number, string> = {
  400: 'The request is malformed or fails validation. `errors` names the fields.',
  401: 'The token is missing, expired or revoked; the credentials are wrong; or a second-factor code is required.',
  403: "The request is not allowed: for example, it uses another person's email, comes from a page of another site, lacks a required consent, or is sent with an access token that may not do this.",
  404: 'The resource does not exist or belongs to another person.',
  409: 'The email belongs to another account, a second factor is already active, there are too many access tokens or passkeys, what is replaced has been changed since the client read it (`changed_meanwhile`), or the import was undone (`import_undone`).',
  412: 'The entry has been changed since the client read it (`entry_changed`). `current` is the entry as it is now.',
  413: 'The body is too large, or the journal would exceed its storage quota (`quota_exceeded`).',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key has already been used with a different body.',
  429: 'There were too many requests. `Retry-After` says when to try again.',
  500: 'Internal error.',
  503: 'A part of the service is unavailable. `Retry-After` says when to try again.',
  504: 'The request timed out. The change may have been made nevertheless.',
};

const header = (description: string) => ({ description, schema: { type: 'string' as const } });

/** As in draft-ietf-httpapi-ratelimit-headers-10. Counted answers that are not refused also have the last two. */
const LIMIT_HEADERS = {
  'Retry-After': header('Seconds to wait before the next attempt.'),
  RateLimit: header(
    'The remaining quota (`r`) and the seconds until it is reset (`t`), for example `"writes";r=0;t=42`.',
  ),
  'RateLimit-Policy': header(
    'The policy, with its quota (`q`) and its window in seconds (`w`), for example `"writes";q=120;w=60`.',
  ),
};

/** The errors of every route to which a body can be sent, whether or not it expects one. */
const WITH_BODY = [400, 413, 415, 429];

type Problem = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string];

const nameOf = (status: number | string) => `Problem${status}`;

function problemOf(status: number): Problem {
  return {
    description: MEANING[status] ?? '',
    ...(status === 429 && { headers: LIMIT_HEADERS }),
    content: {
      'application/problem+json': {
        schema: { $ref: getSchemaPath(status === 412 ? StaleProblemDto : ProblemDto) },
      },
    },
  };
}

/** Adds the errors that follow from the kind of a route, and writes each error once, with its routes referring to it. */
export function addProblems({ paths, components }: OpenAPIObject): void {
  for (const { get, post, put, patch, delete: remove } of Object.values(paths)) {
    for (const operation of [get, post, put, patch, remove]) {
      if (!operation) continue;
      const documented = Object.keys(operation.responses).map(Number);
      const needsToken = operation.security?.some((way) => 'token' in way) ?? false;
      const statuses = [
        ...documented.filter((status) => status >= 400),
        ...ALWAYS,
        ...(operation === get ? [] : WITH_BODY),
        // All reads with a token are rate limited.
        ...(needsToken ? [401, 429] : []),
      ];
      for (const status of statuses) {
        operation.responses[status] = { $ref: `#/components/responses/${nameOf(status)}` };
      }
    }
  }
  if (components) {
    components.responses = Object.fromEntries(
      Object.keys(MEANING).map((status) => [nameOf(status), problemOf(Number(status))]),
    );
  }
}
