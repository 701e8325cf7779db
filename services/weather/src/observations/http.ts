import { inSpan } from '@inner-weather/platform/telemetry/spans';
import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { LookUpError } from './weather-provider.js';

/** Bytes of an answer that are read at the most; real ones have a few thousand. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * GETs JSON and answers whatever status came. Throws a passing LookUpError when no answer came, without the address:
 * it can hold a key.
 */
export function getJson(
  baseUrl: string,
  path: string,
  params: Record<string, string | number>,
  signal: AbortSignal,
): Promise<{ status: number; data: unknown }> {
  // Neither the whole address nor a traceparent: keys and cities are in the one, and the other is no stranger's business.
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
      // Joined by axios, which minds a slash at the base's end.
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

/** The text at a path of an answer; undefined where there is something else or nothing. */
export function textAt(data: unknown, ...path: string[]): string | undefined {
  const value = valueAt(data, ...path);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function numberAt(data: unknown, ...path: string[]): number | undefined {
  const value = valueAt(data, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function valueAt(data: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined,
    data,
  );
}
