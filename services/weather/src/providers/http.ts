import { inSpan } from '@inner-weather/platform/telemetry/spans';
import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { LookUpError } from './look-up-error.js';

/** At most this many bytes of an answer are read; a hundred places with their postcodes take a tenth of a million. */
const MAX_ANSWER_BYTES = 512 * 1024;

/**
 * Requests JSON and returns it with the status, whatever that is. Without an answer it throws a temporary LookUpError.
 * The error does not contain the address, which can hold a key.
 */
export function getJson(
  baseUrl: string,
  path: string,
  params: Record<string, string | number>,
  signal: AbortSignal,
): Promise<{ status: number; data: unknown }> {
  // Neither the full address, which holds keys and cities, nor a traceparent, which is not for third parties.
  const attributes = {
    'http.request.method': 'GET',
    'server.address': new URL(baseUrl).hostname,
    'url.template': path,
  };
  return inSpan(`GET ${path}`, { kind: 'client', attributes }, async (span) => {
    const answer = await get(baseUrl, path, params, signal);
    span.set({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span.fail(String(answer.status));
    return answer;
  });
}

async function get(
  baseUrl: string,
  path: string,
  params: Record<string, string | number>,
  signal: AbortSignal,
): Promise<{ status: number; data: unknown }> {
  try {
    const answer: AxiosResponse<unknown> = await axios.get(path, {
      // axios joins the two and handles a slash at the end of the base.
      baseURL: baseUrl,
      params,
      signal,
      maxRedirects: 0,
      maxContentLength: MAX_ANSWER_BYTES,
      responseType: 'json',
      validateStatus: () => true,
    });
    return { status: answer.status, data: answer.data };
  } catch (error) {
    const reason = signal.aborted
      ? 'no answer in time'
      : isAxiosError(error)
        ? (error.code ?? 'no answer')
        : 'no answer';
    throw new LookUpError('provider_unavailable', reason);
  }
}

/** The text at a path of an answer; undefined if there is none. */
export function textAt(data: unknown, ...path: string[]): string | undefined {
  const value = valueAt(data, ...path);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function numberAt(data: unknown, ...path: string[]): number | undefined {
  const value = valueAt(data, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listAt(data: unknown, ...path: string[]): unknown[] {
  const value = valueAt(data, ...path);
  return Array.isArray(value) ? value : [];
}

export function valueAt(data: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined,
    data,
  );
}
