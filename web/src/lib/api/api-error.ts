/** One error message. `field` is the name of the input that it is about. */
export interface FieldError {
  msg: string;
  field?: string;
}

/** A call that did not succeed. `status` is 0 when the server was not reached or did not answer in time. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errors: FieldError[],
    /** The server's code for the reason; undefined if it sent none. */
    readonly code?: string,
    /** With 412, the current version of the resource. */
    readonly current?: unknown,
  ) {
    super(errors.map((error) => error.msg).join(' '));
    this.name = 'ApiError';
  }
}

const NO_ANSWER = 'The server cannot be reached. Check your connection and try again.';

const WORDS: Record<number, string> = {
  401: 'Your session has ended. Please log in again.',
  403: 'That belongs to another user.',
  404: 'That no longer exists.',
  413: 'That is too long to send.',
  429: 'Too many requests. Please wait a moment and try again.',
  502: NO_ANSWER,
  503: 'The server is not ready right now. Please try again in a moment.',
  504: 'The server took too long to answer. Please try again in a moment.',
};

/** Reads problem+json. Any other answer, such as a proxy's page, gets a text by its status. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const errors = errorsOf(body);
  if (errors.length > 0) return new ApiError(status, errors, codeOf(body), currentOf(body));
  return new ApiError(status, [
    { msg: WORDS[status] ?? 'Something went wrong on the server. Please try again in a moment.' },
  ]);
}

/** The text to show for anything that was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isTimeout(error))
    return new ApiError(0, [{ msg: 'The server took too long to answer. Please try again in a moment.' }]);
  return new ApiError(0, [{ msg: NO_ANSWER }]);
}

export function messageOf(error: unknown): string {
  return toApiError(error).message;
}

/** Worth retrying automatically: no answer, or a server that is busy or starting. */
export function isTransient(error: unknown): boolean {
  const { status } = toApiError(error);
  return status === 0 || status >= 500;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body)) return undefined;
  return typeof body.code === 'string' ? body.code : undefined;
}

const currentOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'current' in body ? body.current : undefined;

function errorsOf(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors))
    return [];
  return body.errors.flatMap((item: unknown): FieldError[] => {
    if (typeof item !== 'object' || item === null || !('msg' in item) || typeof item.msg !== 'string')
      return [];
    const field = 'field' in item && typeof item.field === 'string' ? item.field : undefined;
    return [{ msg: item.msg, field }];
  });
}
