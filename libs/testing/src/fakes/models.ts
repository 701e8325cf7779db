import { behave, type ModelBehaviour } from './model-server.js';
import { type Address, FakeServer, type Reply } from './server.js';

/** The only models of the fake Gemini. Others are answered with 404, as retired models are. */
const GEMINI_NAMES = ['gemini-3.5-flash-lite', 'gemini-flash-latest'];

/** The insight of both fakes. It has a table, since most models write one when they compare days. */
export const INSIGHT_TEXT = `## Your week, Ada

You sounded **brightest on sunny days** and quieter in the rain.

- Walks by the river came up with *Happy*
- Late evenings came up with *Tired*

| Day | Mood | Weather | Hours of sleep | What helped |
| :-- | :-- | :-- | --: | :-- |
| Monday | Happy | Sunny | 8 | A walk by the river before work |
| Thursday | Tired | Light rain | 5.5 | A long talk with a friend on the phone |

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

/**
 * Gemini's response with one candidate. Thoughts are parts with `thought: true`, and may use up all tokens
 * (https://ai.google.dev/gemini-api/docs/thinking; github.com/googleapis/python-genai 811).
 */
export function geminiReply(
  text: string | { text: string; thought?: boolean }[] | undefined,
  finishReason: string | null = 'STOP',
): Reply {
  const parts = typeof text === 'string' ? [{ text }] : text;
  const content = parts === undefined ? {} : { content: { parts, role: 'model' } };
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

/**
 * OpenAI's chat completion. `message` is its text, or the complete message of a server that sends more fields
 * (`reasoning_content`, `refusal`, content in parts). `usage` is the server's token count, absent by default.
 */
export function openAiReply(
  message: string | null | object,
  finishReason: string | null = 'stop',
  usage?: { prompt_tokens?: number; completion_tokens?: number },
): Reply {
  const fullMessage = typeof message === 'object' && message !== null ? message : { content: message };
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_763_000_000,
      model: 'test',
      choices: [{ index: 0, message: { role: 'assistant', ...fullMessage }, finish_reason: finishReason }],
      usage,
    },
  };
}

/** OpenAI's error body. */
export function openAiError(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message: `${code}.`, type: 'error', param: null, code } } };
}

/** Answers `POST /v1/chat/completions`. A test may change `behaviour` between two requests. */
export function startFakeOpenAi(behaviour: ModelBehaviour = {}): Promise<FakeServer> {
  return FakeServer.start(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v1/chat/completions') return openAiError(404, 'not_found');
    const outcome = behave(behaviour, body as Record<string, unknown>);
    return 'read' in outcome ? openAiReply(INSIGHT_TEXT, 'stop', { prompt_tokens: outcome.read }) : outcome;
  });
}
