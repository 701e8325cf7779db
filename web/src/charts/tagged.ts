import { expectData } from '../lib/api/api-client';

/** An answer and its ETag, with which the server can say that it has not changed. */
export interface Tagged<T> {
  data: T;
  etag: string | null;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The new answer, or the cached one if the server responds with 304. Throws an ApiError with a text to show. */
export function expectTagged<T>(answer: Answer<T>, cached: Tagged<T> | undefined): Tagged<T> {
  const { response } = answer;
  if (response.status === 304 && cached) return cached;
  return { data: expectData(answer), etag: response.headers.get('ETag') };
}

/** The request header for an answer that is cached. */
export const ifChanged = (cached: Tagged<unknown> | undefined) =>
  cached?.etag ? { 'If-None-Match': cached.etag } : {};
