import { retryAfterMs } from '@inner-weather/platform/retry-after';
import { Logger } from '@nestjs/common';
import axios, { type AxiosResponse } from 'axios';
import {
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  modelBlocked,
  modelRefused,
  modelTooSlow,
  modelUnavailable,
} from './insight-model.js';
import { type FinishedAnswer, finishedAnswer } from './finished-answer.js';
import { ModelLimits, type Setting } from './model-limits.js';
import type { Prompt } from './prompt.js';
import { recipientOf } from '@inner-weather/platform/recipient';
import { ServerBusy } from './retry-while-busy.js';
import { failureOfBody, type ServerAnswer, writeWithinLimits } from './within-limits.js';

/** The maximum size of a response in bytes. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Newer OpenAI models require `max_completion_tokens` and accept only their default temperature. */
const SETTINGS = [
  { names: ['max_tokens', 'max_completion_tokens'] },
  { names: ['top_p'], value: 0.95 },
  { names: ['temperature'], value: 0.95 },
] satisfies Setting[];

/** The fields of a chat completion or an error that are read (https://platform.openai.com/docs/api-reference/chat). */
interface Completion {
  choices?: ({ finish_reason?: unknown; message?: Message | null } | null)[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: { code?: unknown } | string | null;
}

/** vLLM, DeepSeek, OpenRouter, Ollama and LM Studio return thoughts in separate fields. */
interface Message {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  thinking?: unknown;
}

/** Any server that implements OpenAI's chat completions: OpenAI, Ollama, llama.cpp and many others. */
export class OpenAiModel implements InsightModel {
  readonly provider = 'openai';
  readonly recipient?: string;
  private readonly logger = new Logger(OpenAiModel.name);
  private readonly limits: ModelLimits;

  /** @param windowTokens the context window for prompt and answer together, if it is known */
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string | undefined,
    readonly model: string,
    readonly timeoutMs: number,
    windowTokens?: number,
  ) {
    this.recipient = recipientOf(baseUrl);
    this.limits = new ModelLimits(model, SETTINGS, windowTokens);
  }

  async write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    return writeWithinLimits({
      question,
      limits: this.limits,
      model: this.model,
      variable: 'OPENAI_MODEL',
      deadline: Date.now() + this.timeoutMs,
      signal,
      ask: (prompt, settings) => this.ask(prompt, settings, signal),
    });
  }

  private async ask(
    { systemInstruction, message }: Prompt,
    settings: Record<string, number | string>,
    signal: AbortSignal,
  ): Promise<ServerAnswer> {
    const messages = [
      { role: 'system', content: systemInstruction },
      { role: 'user', content: message },
    ];
    const answer = await axios
      .post<Completion | null>(
        `${this.baseUrl.replace(/\/+$/, '')}/chat/completions`,
        { model: this.model, messages, ...settings },
        {
          headers: this.apiKey ? { Authorization: `Bearer ${this.apiKey}` } : {},
          signal,
          maxRedirects: 0,
          maxContentLength: MAX_ANSWER_BYTES,
          responseType: 'json',
          validateStatus: () => true,
        },
      )
      // The cause is dropped because it contains the API key and the entries.
      .catch(() => {
        throw signal.aborted ? modelTooSlow() : modelUnavailable('no answer');
      });
    const { status, data } = answer;
    const errorStatus = status === 200 ? failureIn(data) : status;
    if (errorStatus !== undefined) throw this.failureOf(errorStatus, answer, Object.keys(settings));
    const { choices, usage } = data ?? {};
    const choice = Array.isArray(choices) ? choices[0] : undefined;
    // The address belongs to another kind of server.
    if (!choice) throw modelRefused('OPENAI_BASE_URL', 'status 200 without a chat completion');
    const isFull = Number(usage?.completion_tokens) >= this.limits.answerTokens;
    return { promptTokens: usage?.prompt_tokens, words: () => wordsOf(choice, isFull) };
  }

  private failureOf(status: number, answer: AxiosResponse<Completion | null>, sentSettings: string[]): Error {
    const error = answer.data?.error;
    const code =
      typeof error === 'object' && typeof error?.code === 'string' ? error.code.slice(0, 60) : 'none';
    const detail = `status ${status}, code ${code}`;
    const failure = failureOfBody(status, answer.data, sentSettings, detail);
    if (failure) return failure;
    // OpenAI also answers 429 for an unpaid account, where waiting does not help.
    if ((status === 429 || status >= 500) && code !== 'insufficient_quota') {
      return new ServerBusy(detail, retryAfterMs(answer.headers['retry-after']));
    }
    return status === 404 || status < 400
      ? modelRefused('OPENAI_MODEL', detail, 'OPENAI_BASE_URL')
      : modelRefused('OPENAI_API_KEY', detail, 'OPENAI_MODEL');
  }
}

/** OpenRouter reports some failures with status 200 and puts the actual status into the body. */
function failureIn(data: Completion | null): number | undefined {
  if (!data?.error || data.choices) return undefined;
  const code = typeof data.error === 'object' ? Number(data.error.code) : Number.NaN;
  return code >= 400 && code < 600 ? code : 400;
}

function wordsOf(
  { finish_reason, message }: NonNullable<NonNullable<Completion['choices']>[number]>,
  isFull: boolean,
): FinishedAnswer {
  const finish = typeof finish_reason === 'string' ? finish_reason : undefined;
  const { content, refusal, reasoning_content, reasoning, thinking } = message ?? {};
  const { text, hasThought, hasRefused } = partsOf(content);
  if (text.trim() === '' && (hasRefused || (typeof refusal === 'string' && refusal !== '')))
    throw modelBlocked('refusal');
  const thoughts = [reasoning_content, reasoning, thinking];
  return finishedAnswer({ text, hasThought: hasThought || thoughts.some(Boolean), finish, isFull });
}

/**
 * Reads content that is text or a list of parts. Mistral's Magistral, Claude and gateways in front of them put thoughts
 * into separate parts (https://docs.mistral.ai/capabilities/reasoning). Other parts that are not text are ignored.
 */
function partsOf(content: unknown): { text: string; hasThought: boolean; hasRefused: boolean } {
  if (!Array.isArray(content)) {
    return { text: typeof content === 'string' ? content : '', hasThought: false, hasRefused: false };
  }
  const parts = content.map((part: unknown) =>
    typeof part === 'string' ? { text: part } : { ...(part as Record<string, unknown> | null) },
  );
  const isThought = ({ type, thought }: Record<string, unknown>): boolean =>
    thought === true || (typeof type === 'string' && /think|reason/.test(type));
  const texts = parts.flatMap((part: Record<string, unknown>) => {
    const isText = part.type === undefined || part.type === 'text' || part.type === 'output_text';
    return isText && !isThought(part) && typeof part.text === 'string' ? [part.text] : [];
  });
  return {
    text: texts.join(''),
    hasThought: parts.some(isThought),
    hasRefused: parts.some((part: Record<string, unknown>) => part.type === 'refusal'),
  };
}
