import type { Reply } from './server.js';

/**
 * The response bodies with which model servers refuse a setting, collected from users' reports:
 * OpenAI (community.openai.com, "Unsupported parameter: 'max_tokens'"), Mistral (github.com/editor-code-assistant/eca
 * 231), vLLM (github.com/1Panel-dev/MaxKB 2912), LiteLLM (github.com/BerriAI/litellm 13327), Bedrock
 * (github.com/BerriAI/litellm 39829), Groq (github.com/RooCodeInc/Roo-Code 5729).
 */
export const REFUSALS = {
  openai: (name, instead) => ({
    status: 400,
    body: {
      error: {
        message: `Unsupported parameter: '${name}' is not supported with this model.${instead ? ` Use '${instead}' instead.` : ''}`,
        type: 'invalid_request_error',
        param: name,
        code: 'unsupported_parameter',
      },
    },
  }),
  'openai value': (name) => ({
    status: 400,
    body: {
      error: {
        message: `Unsupported value: '${name}' does not support this value with this model. Only the default (1) value is supported.`,
        type: 'invalid_request_error',
        param: name,
        code: 'unsupported_value',
      },
    },
  }),
  'param alone': (name) => ({
    status: 400,
    body: { error: { message: 'Bad request.', type: 'invalid_request_error', param: name, code: null } },
  }),
  'code alone': () => ({
    status: 400,
    body: { error: { message: 'Bad request.', param: null, code: 'unsupported_parameter' } },
  }),
  fastapi: (name) => ({
    status: 422,
    body: {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', name],
          msg: 'Extra inputs are not permitted',
          input: 0.95,
        },
      ],
    },
  }),
  mistral: (name) => ({
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [
          { type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 1 },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
  vllm: (name) => ({
    status: 400,
    body: {
      object: 'error',
      message: `[{'type': 'extra_forbidden', 'loc': ('body', '${name}'), 'msg': 'Extra inputs are not permitted', 'input': 800}]`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  }),
  litellm: (name) => ({
    status: 400,
    body: {
      error: {
        message: `litellm.UnsupportedParamsError: openai does not support parameters: ['${name}'], for model=o1. To drop these, set \`litellm.drop_params=True\``,
        type: 'None',
        param: null,
        code: '400',
      },
    },
  }),
  bedrock: (name) => ({
    status: 400,
    body: { message: `This model doesn't support the ${name} field. Remove ${name} and try again.` },
  }),
  groq: (name) => ({
    status: 400,
    body: {
      error: {
        message: `\`${name}\` must be less than or equal to \`4096\`, the maximum value for \`${name}\` is less than the \`context_window\` for this model`,
        type: 'invalid_request_error',
      },
    },
  }),
  text: (name) => ({ status: 400, body: `unknown field "${name}"` }),
} satisfies Record<string, (name: string, instead?: string) => Reply>;

/**
 * How model servers handle a prompt that does not fit. `cut`: they silently drop its beginning, which only
 * `usage.prompt_tokens` shows. Sources: platform.openai.com (context_length_exceeded), github.com/vllm-project/vllm
 * 20409 and 42474, github.com/ggml-org/llama.cpp 15780, github.com/lmstudio-ai/lmstudio-bug-tracker 546,
 * github.com/google-gemini/gemini-cli 4231, Groq: github.com/continuedev/continue 10218, SGLang:
 * github.com/sgl-project/sglang 8096, Ollama up to 0.29: github.com/ollama/ollama 3839 (to the window), from 0.30:
 * 17427 (to half of it).
 */
export const OVERFLOWS = {
  openai: ({ prompt, answer, window }) => ({
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),
  vllm: ({ prompt, answer, window }) => ({
    status: 400,
    body: {
      object: 'error',
      message:
        prompt < window
          ? `'max_tokens' or 'max_completion_tokens' is too large: ${answer}. This model's maximum context length is ${window} tokens and your request has ${prompt} input tokens (${answer} > ${window} - ${prompt}).`
          : `This model's maximum context length is ${window} tokens. However, you requested ${answer} output tokens and your prompt contains at least ${window + 1} input tokens, for a total of at least ${window + answer + 1} tokens.`,
      type: 'BadRequestError',
      param: 'max_tokens',
      code: 400,
    },
  }),
  'llama.cpp': ({ prompt, window }) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: prompt,
        n_ctx: window,
      },
    },
  }),
  'lm studio': ({ prompt, window }) => ({
    status: 400,
    body: {
      error: `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    },
  }),
  sglang: ({ prompt, window }) => ({
    status: 400,
    body: {
      object: 'error',
      message: `The input (${prompt} tokens) is longer than the model's context length (${window} tokens).`,
      type: 'BadRequestError',
      code: 400,
    },
  }),
  groq: ({ prompt, answer, window }) => ({
    status: 413,
    body: {
      error: {
        message: `Request too large for model \`llama-3.3-70b-versatile\` on tokens per minute (TPM): Limit ${window}, Requested ${prompt + answer}, please reduce your message size and try again.`,
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
  }),
  'a proxy': () => ({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' }),
  wordless: () => ({
    status: 400,
    body: { error: { message: 'The prompt is too long.', type: 'invalid_request_error' } },
  }),
  cut: ({ window }) => ({ read: window }),
  'cut to half': ({ window }) => ({ read: window / 2 + 2 }),
} satisfies Record<string, (tokens: Tokens) => Reply | { read: number }>;

interface Tokens {
  prompt: number;
  answer: number;
  window: number;
}

/** The edge cases of a model server. */
export interface ModelBehaviour {
  /** The maximum number of tokens of prompt and answer. If absent, everything fits. */
  window?: number;
  overflow?: keyof typeof OVERFLOWS;
  /** The refused settings, and the server whose wording is used. */
  refuses?: Partial<Record<string, keyof typeof REFUSALS>>;
  /** The newer names that `openai` refers to. */
  newer?: Partial<Record<string, string>>;
}

/**
 * Counts about 1.3 tokens per English word, and one per punctuation mark, three letters of other scripts or three
 * digits.
 */
export function tokensOf(text: string): number {
  const pieces = text.match(/[a-z]+|[^\P{L}a-z]{1,3}|\p{N}{1,3}|[^\s\p{L}\p{N}]/giu) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / 5), 0);
}

/** Returns the server's response in place of an insight, or the number of prompt tokens that it read. */
export function behave(
  { window, overflow = 'openai', refuses = {}, newer = {} }: ModelBehaviour,
  body: Record<string, unknown>,
): Reply | { read: number } {
  for (const [name, how] of Object.entries(refuses)) {
    if (how && name in body) return REFUSALS[how](name, newer[name]);
  }
  const messages = body.messages as { content: string }[];
  // Chat templates add about 4 tokens of marks around each message.
  const prompt = messages.reduce((sum, { content }) => sum + tokensOf(content) + 4, 3);
  const answer = Number(body.max_tokens ?? body.max_completion_tokens ?? 0);
  if (window === undefined) return { read: prompt };
  // Ollama, llama.cpp and LM Studio cut an answer at the end of the window; the others reserve room for it.
  const reservesAnswer = overflow === 'openai' || overflow === 'vllm' || overflow === 'groq';
  if (prompt + (reservesAnswer ? answer : 1) <= window) return { read: prompt };
  return OVERFLOWS[overflow]({ prompt, answer, window });
}
