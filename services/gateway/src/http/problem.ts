import { DomainError, type ErrorCode, type ErrorDetail } from '@inner-weather/contracts/messaging/errors';
import { asDomainError } from '@inner-weather/platform/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { HttpException } from '@nestjs/common';

/** The HTTP status of each error code. A missing code does not compile. */
const STATUS_OF = {
  malformed_request: 400,
  validation_failed: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  consent_required: 403,
  not_found: 404,
  email_taken: 409,
  second_factor_active: 409,
  access_token_limit: 409,
  passkey_limit: 409,
  changed_meanwhile: 409,
  import_undone: 409,
  entry_changed: 412,
  payload_too_large: 413,
  quota_exceeded: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  unavailable: 503,
  timeout: 504,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

const TITLE_OF: Record<ErrorCode, string> = {
  malformed_request: 'The request cannot be read',
  validation_failed: 'The request is not valid',
  unauthenticated: 'You are not signed in',
  invalid_credentials: 'Email, password or code is wrong',
  second_factor_required: 'A second-factor code is required',
  forbidden: 'This is not allowed',
  consent_required: 'You have not agreed to this',
  not_found: 'Not found',
  email_taken: 'The email is already in use',
  second_factor_active: 'A second factor is already on',
  access_token_limit: 'There are too many access tokens',
  passkey_limit: 'There are too many passkeys',
  changed_meanwhile: 'It has been changed since it was read',
  import_undone: 'The import was undone',
  entry_changed: 'The entry has been changed since it was read',
  payload_too_large: 'The request is too large',
  quota_exceeded: 'The journal is full',
  unsupported_media_type: 'The request is not JSON',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  rate_limited: 'Too many requests',
  unavailable: 'A part of the journal is not reachable',
  timeout: 'That took too long',
  internal: 'Something went wrong on our side',
};

/** A problem as in RFC 9457, with the additional field `errors`. */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  errors: ErrorDetail[];
  /** With 412: the current state of the resource. */
  current?: object;
}

/** A change that was refused because the client has an outdated version. */
export class StaleChange extends DomainError {
  constructor(
    { code, errors }: DomainError,
    readonly current: object,
  ) {
    super(code, errors);
  }
}

export function toProblem(error: DomainError): Problem {
  const { code, errors } = error;
  return {
    type: 'about:blank',
    title: TITLE_OF[code],
    status: STATUS_OF[code],
    code,
    detail: error.message,
    errors,
    ...(error instanceof StaleChange && { current: error.current }),
  };
}

/**
 * Maps every error to a DomainError: our own, those of the HTTP server and those of the framework. Nothing of an
 * unknown error is shown.
 */
export function toDomainError(error: unknown): DomainError {
  const domainError = asDomainError(error);
  if (domainError) return domainError;
  const status = statusOf(error);
  switch (status) {
    case 400:
      return new DomainError('malformed_request', problem(REQUEST_PROBLEMS.body_unreadable));
    case 401:
      return new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.sign_in_first));
    // The file server answers 403 for paths that lead outside its folder.
    case 403:
    case 404:
    case 405:
      return new DomainError('not_found', problem(REQUEST_PROBLEMS.not_found));
    case 413:
      return new DomainError('payload_too_large', problem(REQUEST_PROBLEMS.request_too_large));
    case 414:
    case 431:
      return new DomainError('malformed_request', problem(REQUEST_PROBLEMS.address_too_long));
    case 415:
      return new DomainError('unsupported_media_type', problem(REQUEST_PROBLEMS.body_not_json));
    case 429:
      return new DomainError('rate_limited', problem(REQUEST_PROBLEMS.too_many_requests), 60);
    default:
      return status >= 400 && status < 500
        ? new DomainError('malformed_request', problem(REQUEST_PROBLEMS.request_invalid))
        : new DomainError('internal', problem(REQUEST_PROBLEMS.internal_try_again));
  }
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status: unknown =
    error instanceof Error ? (error as Error & { statusCode?: unknown }).statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
