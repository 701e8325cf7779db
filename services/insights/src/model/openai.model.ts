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
import { retryWhileBusy, ServerBusy } from './retry-while-busy.js';
import { recipientOf } from './recipient.js';
import { answerOf, CUT_SHORT, type Prompt, promptOf } from './prompt.js';

/** At most this many bytes of an answer are read. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const SETTINGS = { temperature: 0.95, top_p: 0.95, max_tokens: 8192 };

/** The parts of a chat completion or an error that are used (https://platform.openai.com/docs/api-reference/chat). */
interface Completion {
  choices?: { finish_reason?: string; message?: { content?: unknown } }[];
  error?: { code?: unknown };
}

/** Any server with OpenAI's chat completions: OpenAI, Ollama, llama.cpp and many others. */
export class OpenAiModel implements InsightModel {
  readonly provider = 'openai';
  readonly recipient?: string;
  private readonly logger = new Logger(OpenAiModel.name);

  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string | undefined,
    readonly model: string,
    private readonly timeoutMs: number,
  ) {
    this.recipient = recipientOf(baseUrl);
  }

  async write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer> {
    const prompt = promptOf(question);
    const text = await retryWhileBusy(() => this.ask(prompt, signal), Date.now() + this.timeoutMs, signal);
    return answerOf(text, this.model, prompt, question);
  }

  private async ask({ systemInstruction, message }: Prompt, signal: AbortSignal): Promise<string> {
    const messages = [
      { role: 'system', content: systemInstruction },
      { role: 'user', content: message },
    ];
    const answer = await axios
      .post<Completion | null>(
        `${this.baseUrl.replace(/\/+$/, '')}/chat/completions`,
        { model: this.model, messages, ...SETTINGS },
        {
          headers: this.apiKey ? { Authorization: `Bearer ${this.apiKey}` } : {},
          signal,
          maxRedirects: 0,
          maxContentLength: MAX_ANSWER_BYTES,
          responseType: 'json',
          validateStatus: () => true,
        },
      )
      // Without the cause: it holds the key and the entries.
      .catch(() => {
        throw signal.aborted ? modelTooSlow() : modelUnavailable('no answer');
      });
    if (answer.status === 200) return textOf(answer.data);
    throw this.failureOf(answer);
  }

  private failureOf({ status, data, headers }: AxiosResponse<Completion | null>): Error {
    const code = typeof data?.error?.code === 'string' ? data.error.code : 'none';
    const what = `status ${status}, code ${code}`;
    // OpenAI also answers 429 for an unpaid account, where waiting does not help.
    if ((status === 429 || status >= 500) && code !== 'insufficient_quota') {
      return new ServerBusy(what, retryAfterMs(headers['retry-after']));
    }
    const variable =
      status === 404 || status < 400 ? 'OPENAI_MODEL and OPENAI_BASE_URL' : 'OPENAI_API_KEY and OPENAI_MODEL';
    this.logger.error(
      `The OpenAI-compatible server refuses (${what}): insights fail until ${variable} are mended`,
    );
    return modelRefused(variable, what);
  }
}

function textOf(completion: Completion | null): string {
  const choice = completion?.choices?.[0];
  // A page of another kind of server.
  if (!choice) throw modelRefused('OPENAI_BASE_URL', 'status 200 without a chat completion');
  const text = choice?.message?.content;
  if (choice?.finish_reason === 'content_filter') throw modelBlocked('content_filter');
  if (typeof text !== 'string' || text.trim() === '') throw modelBlocked('empty answer');
  return choice.finish_reason === 'length' ? text.trim() + CUT_SHORT : text.trim();
}

/** RFC 9110, Retry-After: seconds or a date. */
function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
