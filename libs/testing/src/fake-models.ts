import { type Address, FakeServer, type Reply } from './fake-server.js';

/** The only models of the fake Gemini. Others are answered with 404, as retired models are. */
const GEMINI_NAMES = ['gemini-3.5-flash-lite', 'gemini-flash-latest'];

/** The text that both fakes answer. */
export const INSIGHT_TEXT = `## Your week, Ada

You sounded **brightest on sunny days** and quieter in the rain.

- Walks by the river came up with *Happy*
- Late evenings came up with *Tired*

> Be kind to yourself on grey mornings.`;

/** Gemini's error body: google.rpc.Status with details (https://ai.google.dev/gemini-api/docs/troubleshooting). */
export function geminiError(code: number, status: string, details: object[] = []): Reply {
  return { status: code, body: { error: { code, message: `${status}.`, status, details } } };
}

/** google.rpc.RetryInfo, which Gemini sends with 429. `delay` is a duration such as `1.5s`. */
export function retryInfo(delay: string): object {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay };
}

/** google.rpc.ErrorInfo. */
export function errorInfo(reason: string): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' };
}

/** An answer of Gemini with one candidate. */
export function geminiReply(text: string | undefined, finishReason = 'STOP'): Reply {
  const content = text === undefined ? {} : { content: { parts: [{ text }], role: 'model' } };
  return {
    body: {
      candidates: [{ ...content, finishReason, index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 },
      modelVersion: 'gemini-3.5-flash-lite',
    },
  };
}

/** Answers Gemini's `POST /v1beta/models/{name}:generateContent`. */
export function startFakeGemini(at?: Address): Promise<FakeServer> {
  return FakeServer.start(({ path, headers }) => {
    const name = /^\/v1beta\/models\/([^:/]+):generateContent$/.exec(path)?.[1] ?? '';
    if (!headers['x-goog-api-key']) return geminiError(403, 'PERMISSION_DENIED');
    if (!GEMINI_NAMES.includes(name)) return geminiError(404, 'NOT_FOUND');
    return geminiReply(INSIGHT_TEXT);
  }, at);
}

/** A chat completion of OpenAI. */
export function openAiReply(text: string | null, finishReason = 'stop'): Reply {
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_763_000_000,
      model: 'test',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason }],
      usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
    },
  };
}

/** OpenAI's error body. */
export function openAiError(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message: `${code}.`, type: 'error', param: null, code } } };
}

/** Answers `POST /v1/chat/completions`. */
export function startFakeOpenAi(): Promise<FakeServer> {
  return FakeServer.start(({ method, path }) =>
    method === 'POST' && path === '/v1/chat/completions'
      ? openAiReply(INSIGHT_TEXT)
      : openAiError(404, 'not_found'),
  );
}
