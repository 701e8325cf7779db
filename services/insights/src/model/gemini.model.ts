import {
  FinishReason,
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
  type GenerateContentResult,
} from '@google/generative-ai';
import { Logger } from '@nestjs/common';
import {
  type InsightAnswer,
  type InsightModel,
  type InsightQuestion,
  modelBlocked,
  modelRefused,
  modelTooSlow,
  modelUnavailable,
} from './insight-model.js';
import { retryWhileBusy, ServerBusy } from './retry-while-busy.js';
import { answerOf, CUT_SHORT, type Prompt, promptOf } from './prompt.js';

const SETTINGS = {
  temperature: 0.95,
  topP: 0.95,
  topK: 64,
  maxOutputTokens: 8192,
  responseMimeType: 'text/plain',
};

/** Finish reasons with which a text is usable (https://ai.google.dev/api/generate-content, FinishReason). */
const USABLE = new Set([FinishReason.STOP, FinishReason.MAX_TOKENS, undefined]);

/** The API does not have this model, or no longer has it. */
class ModelRetired extends Error {}

/** Google's Gemini. The configured models are tried in order, since Google retires models. */
export class GeminiModel implements InsightModel {
  readonly provider = 'gemini';
  /** The same for any GEMINI_API_URL: a proxy there passes the entries on to Gemini. */
  readonly recipient = 'gemini';
  private readonly logger = new Logger(GeminiModel.name);
  readonly model: string;
  private readonly client: GoogleGenerativeAI;

  constructor(
    apiKey: string,
    private readonly baseUrl: string,
    private readonly names: readonly string[],
    private readonly timeoutMs: number,
  ) {
    this.client = new GoogleGenerativeAI(apiKey);
    this.model = names[0] ?? '';
  }

  async write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    const prompt = promptOf(question);
    const deadline = Date.now() + this.timeoutMs;
    for (const name of this.names) {
      try {
        const text = await retryWhileBusy(() => this.ask(name, prompt, signal), deadline, signal);
        return answerOf(text, name, prompt, question);
      } catch (error) {
        if (!(error instanceof ModelRetired)) throw error;
        this.logger.warn(
          `Gemini answers 404 for the model ${name}: it is retired or misspelt; see GEMINI_MODELS`,
        );
      }
    }
    throw modelRefused('GEMINI_MODELS', `no such model: ${this.names.join(', ')}`);
  }

  private async ask(
    name: string,
    { systemInstruction, message }: Prompt,
    signal: AbortSignal,
  ): Promise<string> {
    if (signal.aborted) throw modelTooSlow();
    const model = this.client.getGenerativeModel(
      { model: name, systemInstruction, generationConfig: SETTINGS },
      { baseUrl: this.baseUrl },
    );
    const answer = await model
      .startChat({ history: [] })
      .sendMessage(message, { signal })
      .catch((error: unknown) => {
        throw error instanceof GoogleGenerativeAIFetchError
          ? this.failureOf(error)
          : signal.aborted
            ? modelTooSlow()
            : modelUnavailable('no answer');
      });
    return textOf(answer);
  }

  /** By status (https://ai.google.dev/gemini-api/docs/troubleshooting). Its message is dropped: it may quote entries. */
  private failureOf({ status = 0, errorDetails = [] }: GoogleGenerativeAIFetchError): Error {
    const reason = errorDetails.find((detail) => detail.reason)?.reason;
    const what = `status ${status}${reason ? `, ${reason}` : ''}`;
    if (status === 404) return new ModelRetired(what);
    if (status === 429 || status >= 500) return new ServerBusy(what, retryDelayMs(errorDetails));
    const variable =
      status === 401 || status === 403 || reason === 'API_KEY_INVALID' ? 'GEMINI_API_KEY' : 'GEMINI_MODELS';
    this.logger.error(`Gemini refuses the request (${what}): insights fail until ${variable} is mended`);
    return modelRefused(variable, what);
  }
}

function textOf({ response }: GenerateContentResult): string {
  const candidate = response.candidates?.[0];
  if (!candidate)
    throw modelBlocked(`prompt blocked: ${response.promptFeedback?.blockReason ?? 'no reason'}`);
  const { finishReason } = candidate;
  if (!USABLE.has(finishReason)) throw modelBlocked(`finished: ${finishReason ?? ''}`);
  const text = response.text().trim();
  if (text === '') throw modelBlocked('empty answer');
  return finishReason === FinishReason.MAX_TOKENS ? text + CUT_SHORT : text;
}

/** google.rpc.RetryInfo: `retryDelay` is a duration such as `34s` or `1.5s`. */
function retryDelayMs(details: object[]): number | undefined {
  for (const detail of details) {
    const delay =
      'retryDelay' in detail ? /^(\d+(?:\.\d+)?)s$/.exec(String(detail.retryDelay))?.[1] : undefined;
    if (delay !== undefined) return Math.ceil(Number(delay) * 1_000);
  }
  return undefined;
}
