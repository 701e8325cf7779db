import {
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
  type GenerateContentResult,
  type GenerationConfig,
} from '@google/generative-ai';
import { Logger } from '@nestjs/common';
import { type FinishedAnswer, finishedAnswer } from './finished-answer.js';
import {
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  modelBlocked,
  modelRefused,
  modelTooSlow,
  modelUnavailable,
} from './insight-model.js';
import { ModelLimits, type Setting } from './model-limits.js';
import type { Prompt } from './prompt.js';
import { ServerBusy } from './retry-while-busy.js';
import { failureOfBody, type ServerAnswer, writeWithinLimits } from './within-limits.js';

const SETTINGS = [
  { names: ['topK'], value: 64 },
  { names: ['topP'], value: 0.95 },
  { names: ['temperature'], value: 0.95 },
  { names: ['maxOutputTokens'] },
  { names: ['responseMimeType'], value: 'text/plain' },
] satisfies Setting[];

/** Thrown if the API does not serve a model, or no longer serves it. */
class ModelRetired extends Error {}

/** Google's Gemini. The configured models are tried in order, since Google retires models. */
export class GeminiModel implements InsightModel {
  readonly provider = 'gemini';
  /** The same for any GEMINI_API_URL: a proxy there passes the entries on to Gemini. */
  readonly recipient = 'gemini';
  private readonly logger = new Logger(GeminiModel.name);
  readonly model: string;
  private readonly client: GoogleGenerativeAI;
  /** The limits of each model, by its name. */
  private readonly limits: Map<string, ModelLimits>;

  /** @param windowTokens the context window for prompt and answer together, if it is known */
  constructor(
    apiKey: string,
    private readonly baseUrl: string,
    names: readonly string[],
    readonly timeoutMs: number,
    windowTokens?: number,
  ) {
    this.client = new GoogleGenerativeAI(apiKey);
    this.model = names[0] ?? '';
    this.limits = new Map(names.map((name) => [name, new ModelLimits(name, SETTINGS, windowTokens)]));
  }

  async write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    const deadline = Date.now() + this.timeoutMs;
    for (const [name, limits] of this.limits) {
      try {
        return await writeWithinLimits({
          question,
          limits,
          model: name,
          variable: 'GEMINI_MODELS',
          deadline,
          signal,
          ask: (prompt, settings) => this.ask(name, prompt, settings, signal),
        });
      } catch (error) {
        if (!(error instanceof ModelRetired)) throw error;
        this.logger.warn(
          `Gemini answers 404 for the model ${name}: it is retired or misspelt; see GEMINI_MODELS`,
        );
      }
    }
    throw modelRefused('GEMINI_MODELS', `no such model: ${[...this.limits.keys()].join(', ')}`);
  }

  private async ask(
    name: string,
    { systemInstruction, message }: Prompt,
    settings: GenerationConfig,
    signal: AbortSignal,
  ): Promise<ServerAnswer> {
    if (signal.aborted) throw modelTooSlow();
    const model = this.client.getGenerativeModel(
      { model: name, systemInstruction, generationConfig: settings },
      { baseUrl: this.baseUrl },
    );
    const answer = await model
      .startChat({ history: [] })
      .sendMessage(message, { signal })
      .catch((error: unknown) => {
        throw error instanceof GoogleGenerativeAIFetchError
          ? failureOf(error, Object.keys(settings))
          : signal.aborted
            ? modelTooSlow()
            : modelUnavailable('no answer');
      });
    return {
      promptTokens: answer.response.usageMetadata?.promptTokenCount,
      words: () => wordsOf(answer),
    };
  }
}

/**
 * Maps an error by its status (https://ai.google.dev/gemini-api/docs/troubleshooting). The message is matched but never
 * logged, because it may quote entries.
 */
function failureOf(
  { status = 0, errorDetails = [], message }: GoogleGenerativeAIFetchError,
  sentSettings: string[],
): Error {
  const reason = errorDetails.find((detail) => detail.reason)?.reason;
  const summary = `status ${status}${reason ? `, ${reason}` : ''}`;
  if (status === 404) return new ModelRetired(summary);
  // The library puts the address and the status line before the server's message.
  const body = { message: message.slice(message.indexOf('] ', 30) + 1), details: errorDetails };
  const failure = failureOfBody(status, body, sentSettings, summary);
  if (failure) return failure;
  if (status === 429 || status >= 500) return new ServerBusy(summary, retryDelayMs(errorDetails));
  const variable =
    status === 401 || status === 403 || reason === 'API_KEY_INVALID' ? 'GEMINI_API_KEY' : 'GEMINI_MODELS';
  return modelRefused(variable, summary);
}

/** Omits parts marked `thought`, which summarize the reasoning (https://ai.google.dev/gemini-api/docs/thinking). */
function wordsOf({ response }: GenerateContentResult): FinishedAnswer {
  const { candidates: [candidate] = [], promptFeedback } = response;
  if (promptFeedback?.blockReason) throw modelBlocked(`prompt blocked: ${promptFeedback.blockReason}`);
  const parts = candidate?.content?.parts ?? [];
  const isThought = (part: object): boolean => 'thought' in part && part.thought === true;
  const text = parts.flatMap((part) => (isThought(part) ? [] : [part.text ?? ''])).join('');
  return finishedAnswer({ text, hasThought: parts.some(isThought), finish: candidate?.finishReason });
}

/** Reads google.rpc.RetryInfo, whose `retryDelay` is a duration such as `34s` or `1.5s`. */
function retryDelayMs(details: object[]): number | undefined {
  for (const detail of details) {
    const delay =
      'retryDelay' in detail ? /^(\d+(?:\.\d+)?)s$/.exec(String(detail.retryDelay))?.[1] : undefined;
    if (delay !== undefined) return Math.ceil(Number(delay) * 1_000);
  }
  return undefined;
}
