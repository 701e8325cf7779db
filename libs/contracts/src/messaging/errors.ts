import type { Params } from '@inner-weather/languages/messages';

/** All error codes. The gateway maps each code to an HTTP status. */
export const ERROR_CODES = [
  'malformed_request',
  'validation_failed',
  'unauthenticated',
  'invalid_credentials',
  'second_factor_required',
  'forbidden',
  'consent_required',
  'not_found',
  'email_taken',
  'second_factor_active',
  'access_token_limit',
  'passkey_limit',
  'entry_changed',
  'changed_meanwhile',
  'import_undone',
  'idempotency_key_reused',
  'payload_too_large',
  'quota_exceeded',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
  'timeout',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A problem that the user can fix. */
export interface ErrorDetail {
  /** In English. */
  msg: string;
  /** Names the input. */
  field?: string;
  /** The message's key in `domain/problems`, by which a client words it in another language. */
  code?: string;
  /** What the placeholders of that message stand for. */
  params?: Params;
}

/** An error as it is sent to another process, which recognizes it by its code. */
export interface WireError {
  code: ErrorCode;
  errors: ErrorDetail[];
  /** Seconds after which the client may try again. */
  retryAfter?: number;
}

/**
 * The error that use cases throw. Its message is sent to the client, so it must not reveal internals. Details come from
 * `problem()`; plain text is for what only other services see.
 */
export class DomainError extends Error {
  readonly errors: ErrorDetail[];

  constructor(
    readonly code: ErrorCode,
    details: string | ErrorDetail | ErrorDetail[],
    readonly retryAfter?: number,
  ) {
    const errors = typeof details === 'string' ? [{ msg: details }] : [details].flat();
    super(errors.map((error) => error.msg).join('; '));
    this.name = 'DomainError';
    this.errors = errors;
  }

  toWire(): WireError {
    return { code: this.code, errors: this.errors, ...(this.retryAfter && { retryAfter: this.retryAfter }) };
  }
}
