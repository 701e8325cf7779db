/** One thing that is wrong, in words; `field` names the input that it is about. */
export interface FieldError {
  msg: string;
  field?: string;
}

/** A call that did not succeed. `status` is 0 when the server was not reached or did not answer in time. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errors: FieldError[],
    /** The server's name for the reason; undefined where it gave none. */
    readonly code?: string,
  ) {
    super(errors.map((error) => error.msg).join(' '));
    this.name = 'ApiError';
  }
}

const NO_ANSWER = 'The server cannot be reached. Check your connection, then try again.';

const WORDS: Record<number, string> = {
  401: 'Your session has ended. Please log in again.',
  403: 'That belongs to somebody else.',
  404: 'That is not there any more.',
  413: 'That is too long to be sent.',
  429: 'That was a lot at once. Wait a moment, then try again.',
  502: NO_ANSWER,
  503: 'The server is not ready just now. Try again in a moment.',
  504: 'The server took too long to answer. Try again in a moment.',
};

/** Reads problem+json; whatever else an answer holds (a proxy's page, nothing) gets words by its status. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const errors = errorsOf(body);
  if (errors.length > 0) return new ApiError(status, errors, codeOf(body));
  return new ApiError(status, [
    { msg: WORDS[status] ?? 'Something went wrong on the server. Try again in a moment.' },
  ]);
}

/** What a person is told about anything that was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isTimeout(error))
    return new ApiError(0, [{ msg: 'The server took too long to answer. Try again in a moment.' }]);
  return new ApiError(0, [{ msg: NO_ANSWER }]);
}

export function messageOf(error: unknown): string {
  return toApiError(error).message;
}

/** Worth asking again without a person's doing: no answer, or a server that is busy or starting. */
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
