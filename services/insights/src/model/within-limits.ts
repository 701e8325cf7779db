import { Logger } from '@nestjs/common';
import {
  type InsightAnswer,
  type InsightQuestion,
  modelBlocked,
  ModelError,
  modelRefusedSetting,
  modelWindowTooSmall,
} from './insight-model.js';
import type { FinishedAnswer } from './finished-answer.js';
import type { ModelLimits } from './model-limits.js';
import { answerOf, type Prompt, promptOf } from './prompt.js';
import { retryWhileBusy } from './retry-while-busy.js';
import {
  isDeclined,
  isOverflow,
  readRefusal,
  refusedSetting,
  type RefusedSetting,
} from './server-refusal.js';
import { tokensAtLeast, windowOfCut } from './tokens.js';

/** The maximum number of requests per question. Each may omit one more setting or shorten the prompt one step. */
const REQUESTS_MAX = 16;

/** The maximum number of repeats after a cut prompt, because each answer takes the model's time. */
const CUT_ANSWERS_MAX = 3;

/** The share of a prompt to keep if it did not fit: with and without a context window from the server. */
const SHRINK = 0.7;
const SHRINK_BLINDLY = 0.5;

const logger = new Logger('Model');

/** The factor by which a prompt must shrink to count as shorter. */
const MARGIN = 1.05;

/** Thrown if the server refuses a setting. */
class SettingRefused extends Error {
  constructor(
    readonly setting: RefusedSetting,
    readonly detail: string,
  ) {
    super();
  }
}

/** Thrown if the prompt, or the prompt with the answer, exceeds the model's context window. */
class PromptTooLong extends Error {
  constructor(
    readonly detail: string,
    /** The tokens of the prompt and of the context window, if the server names them. */
    readonly promptTokens?: number,
    readonly windowTokens?: number,
  ) {
    super();
  }
}

/**
 * Returns the failure that an error body describes if the model declined or if a changed request may succeed.
 * @param sentSettings the names of the settings in the request
 */
export function failureOfBody(
  status: number,
  body: unknown,
  sentSettings: readonly string[],
  detail: string,
): Error | undefined {
  const refusal = readRefusal(body);
  if (isDeclined(refusal)) return modelBlocked(detail);
  if (isOverflow(status, refusal))
    return new PromptTooLong(detail, refusal.promptTokens, refusal.windowTokens);
  const setting = refusedSetting(status, refusal, sentSettings);
  return setting && new SettingRefused(setting, detail);
}

/** The response of a model's server. */
export interface ServerAnswer {
  /** The number of prompt tokens that the server read, if it reports them. */
  promptTokens: unknown;
  /** Throws a ModelError if there is no text. */
  words: () => FinishedAnswer;
}

interface Request {
  question: InsightQuestion;
  limits: ModelLimits;
  model: string;
  /** The configuration variable to check if neither settings nor a shorter prompt help. */
  variable: string;
  /** Until when a busy server is asked again, in milliseconds since the epoch. */
  deadline: number;
  signal: AbortSignal;
  /** Throws ServerBusy, SettingRefused or PromptTooLong, or an error that ends the question. */
  ask: (prompt: Prompt, settings: Record<string, number | string>) => Promise<ServerAnswer>;
}

/**
 * Asks a model without the settings that it refuses, and with as many of the newest entries as fit into its window. Stores
 * what it learns about the model in `limits`.
 */
export async function writeWithinLimits(request: Request): Promise<InsightAnswer> {
  const { question, limits, model, variable, deadline, signal } = request;
  const length = new PromptLength(question, limits);
  let isRepeated = false;
  for (let requests = 1, answers = 1; ; requests++) {
    const prompt = promptOf(question, length.max);
    const settings = limits.inUse();
    const { answerTokens } = limits;
    try {
      const ask = async (): Promise<ServerAnswer> => {
        // Minutes may have passed in which a consent was withdrawn, or an entry deleted.
        if (isRepeated) await question.assertSendable();
        isRepeated = true;
        return request.ask(prompt, settings);
      };
      const answer = await retryWhileBusy(ask, deadline, signal);
      if (answers++ <= CUT_ANSWERS_MAX && length.wasCut(prompt, answer.promptTokens)) continue;
      return answerOf(answer.words(), model, prompt, question);
    } catch (error) {
      if (error instanceof ModelError && error.code === 'model_refused') throw logRefusal(error, model);
      if (error instanceof SettingRefused) {
        const { newer } = error.setting;
        // A gateway may refuse a setting under another name than the one in the request.
        const name = [error.setting.name, limits.nameInUse(error.setting.name)].find(
          (candidate) => candidate !== undefined && Object.hasOwn(settings, candidate),
        );
        if (name === undefined || requests >= REQUESTS_MAX) {
          throw logRefusal(modelRefusedSetting(variable, error.setting.name, error.detail), model);
        }
        limits.refuse(name, newer);
      } else if (error instanceof PromptTooLong) {
        if (!length.shorten(prompt, answerTokens, error) || requests >= REQUESTS_MAX)
          throw logRefusal(modelWindowTooSmall(variable, error.detail), model);
      } else throw error;
    }
  }
}

/** Logs a refusal as an error, because it lasts until an administrator acts. The log has no text from the server. */
function logRefusal(refusal: ModelError, model: string): ModelError {
  logger.error(`${model}: ${refusal.message} (${refusal.detail})`);
  return refusal;
}

/** The maximum length of the prompt for one question. */
class PromptLength {
  /** The server's tokens per estimated token, which depends on the script of the entries. */
  private ratio = 1;
  /** The maximum in estimated tokens after a prompt was too long. */
  private reducedMax = Infinity;

  constructor(
    private readonly question: InsightQuestion,
    private readonly limits: ModelLimits,
  ) {}

  /** The maximum in estimated tokens. */
  get max(): number {
    return Math.min(this.reducedMax, this.limits.promptTokens / this.ratio);
  }

  /**
   * Returns false if the prompt cannot be made shorter.
   * @param answerTokens the tokens that the request reserved for the answer
   */
  shorten(prompt: Prompt, answerTokens: number, { promptTokens, windowTokens }: PromptTooLong): boolean {
    if (promptTokens) this.ratio = (MARGIN * promptTokens) / prompt.tokens;
    const window = windowTokens && windowTokens > this.shortest ? windowTokens : undefined;
    if (window) this.limits.learnWindow(window);
    // Reserving fewer tokens for the answer may be enough, so this is tried before entries are left out.
    if (this.limits.answerTokens < answerTokens) return true;
    // The prompt must shrink, or else two estimates near the limit could alternate.
    if (this.max > prompt.tokens / MARGIN)
      this.reducedMax = prompt.tokens * (window ? SHRINK : SHRINK_BLINDLY);
    return !prompt.isShortest;
  }

  /** Whether the server silently cut the prompt. */
  wasCut(prompt: Prompt, countedTokens: unknown): boolean {
    if (typeof countedTokens !== 'number' || !(countedTokens > 0) || prompt.isShortest) return false;
    if (
      countedTokens >= prompt.tokens ||
      countedTokens >= tokensAtLeast(prompt.systemInstruction + prompt.message)
    )
      return false;
    // The server counts only tokens that it had not cached.
    if (countedTokens < this.shortest) return false;
    this.limits.learnWindow(windowOfCut(countedTokens));
    if (this.max >= prompt.tokens) this.reducedMax = prompt.tokens * SHRINK;
    return true;
  }

  /** A lower bound for the tokens of the shortest prompt. A smaller number cannot be a context window. */
  private get shortest(): number {
    const { systemInstruction, message } = promptOf(this.question, 0);
    return tokensAtLeast(systemInstruction + message);
  }
}
