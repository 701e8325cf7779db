import { errorOfAnswer } from '../lib/api-error';

/** An answer, and the tag under which the server says that it has not changed. */
export interface Tagged<T> {
  data: T;
  etag: string | null;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The new answer, or the one that was known if the server says 304. Throws an ApiError with a text for people. */
export function expectTagged<T>(answer: Answer<T>, known: Tagged<T> | undefined): Tagged<T> {
  const { response, data, error } = answer;
  if (response.status === 304 && known) return known;
  if (response.ok && data !== undefined) return { data, etag: response.headers.get('ETag') };
  throw errorOfAnswer(response.status, error);
}

/** The request's header for an answer that is known. */
export const ifChanged = (known: Tagged<unknown> | undefined) =>
  known?.etag ? { 'If-None-Match': known.etag } : {};
