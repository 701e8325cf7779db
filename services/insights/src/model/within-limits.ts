import { Logger } from '@nestjs/common';
import {
  type InsightAnswer,
  type InsightQuestion,
  modelBlocked,
  ModelError,
  modelRefused,
} from './insight-model.js';
import type { ModelLimits } from './model-limits.js';
import { answerOf, type Prompt, promptOf } from './prompt.js';
import {
  isDeclined,
  isOverflow,
  readRefusal,
  refusedSetting,
  type RefusedSetting,
} from './server-refusal.js';
import { tokensAtLeast, windowOfCut } from './tokens.js';

/** Requests for one question at most: every setting once or twice, and a prompt that is made shorter step by step. */
const REQUESTS_MAX = 16;

/** Requests after an answer to a prompt that was cut. Each of them has taken the model its time. */
const CUT_ANSWERS_MAX = 3;

/** The share of a prompt that is kept when it did not fit and the server does not say how much does. */
const SHRINK = 0.7;
const SHRINK_BLINDLY = 0.5;

const logger = new Logger('Model');

/** The factor by which a prompt must shrink to count as shorter. */
const MARGIN = 1.05;

/** The server refuses a setting. */
class SettingRefused extends Error {
  constructor(
    readonly setting: RefusedSetting,
    readonly detail: string,
  ) {
    super();
  }
}

/** The prompt, or the prompt with the answer, is longer than the model's window. */
class PromptTooLong extends Error {
  constructor(
    readonly detail: string,
    /** Tokens of the prompt, and of the window, if the server names them. */
    readonly promptTokens?: number,
    readonly windowTokens?: number,
  ) {
    super();
  }
}

/**
 * The failure that an error's body tells, if it is one that another request can avoid, or one that is the model's.
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

/** What a model's server answered. */
export interface ServerAnswer {
  /** Tokens of the prompt that it read, if it counts them. */
  promptTokens: unknown;
  /** Throws ModelError where nothing was written. */
  words: () => string;
}

interface Request {
  question: InsightQuestion;
  limits: ModelLimits;
  model: string;
  /** The variable to check where a setting or the window is no use. */
  variable: string;
  /** Throws SettingRefused and PromptTooLong besides what ends the question. */
  ask: (prompt: Prompt, settings: Record<string, number | string>) => Promise<ServerAnswer>;
}

/**
 * Asks a model without the settings that it refuses, and with as many of the newest entries as fit into its window. Stores
 * what it learns about the model in `limits`.
 */
export async function writeWithinLimits(request: Request): Promise<InsightAnswer> {
  const { question, limits, model, variable } = request;
  const length = new PromptLength(question, limits);
  for (let requests = 1, answers = 1; ; requests++) {
    const prompt = promptOf(question, length.max);
    const settings = limits.inUse();
    const { answerTokens } = limits;
    try {
      const answer = await request.ask(prompt, settings);
      if (answers++ <= CUT_ANSWERS_MAX && length.wasCut(prompt, answer.promptTokens)) continue;
      return answerOf(answer.words(), model, prompt, question);
    } catch (error) {
      if (error instanceof ModelError && error.code === 'model_refused') throw logRefusal(error, model);
      if (error instanceof SettingRefused) {
        const { newer } = error.setting;
        // A gateway may know a setting by another name than the one that it was sent.
        const name = [error.setting.name, limits.nameInUse(error.setting.name)].find(
          (one) => one !== undefined && Object.hasOwn(settings, one),
        );
        if (name === undefined || requests >= REQUESTS_MAX) {
          const detail = `${variable}: its server refuses the setting ${error.setting.name}`;
          throw logRefusal(modelRefused(detail, error.detail), model);
        }
        limits.refuse(name, newer);
      } else if (error instanceof PromptTooLong) {
        if (!length.shorten(prompt, answerTokens, error) || requests >= REQUESTS_MAX)
          throw logRefusal(modelRefused(`${variable}: its context window is too small`, error.detail), model);
      } else throw error;
    }
  }
}

/** A refusal lasts until an administrator acts, so it is an error in the log. It holds nothing that a server wrote. */
function logRefusal(refusal: ModelError, model: string): ModelError {
  logger.error(`${model}: ${refusal.message} (${refusal.detail})`);
  return refusal;
}

/** How long the prompt of one question may be. */
class PromptLength {
  /** How many tokens of the server's are one of our estimate, in the script of this person. */
  private ratio = 1;
  /** In tokens of our estimate: what is left after a prompt turned out to be too long. */
  private reducedMax = Infinity;

  constructor(
    private readonly question: InsightQuestion,
    private readonly limits: ModelLimits,
  ) {}

  /** In tokens of our estimate. */
  get max(): number {
    return Math.min(this.reducedMax, this.limits.promptTokens / this.ratio);
  }

  /**
   * False when the prompt cannot become shorter.
   * @param answerTokens that were asked for beside it
   */
  shorten(prompt: Prompt, answerTokens: number, { promptTokens, windowTokens }: PromptTooLong): boolean {
    if (promptTokens) this.ratio = (MARGIN * promptTokens) / prompt.tokens;
    const window = windowTokens && windowTokens > this.shortest ? windowTokens : undefined;
    if (window) this.limits.learnWindow(window);
    // A shorter answer may be enough. The estimate is rather high, so that is tried before entries are left out.
    if (this.limits.answerTokens < answerTokens) return true;
    // Else two guesses beside the limit could take turns.
    if (this.max > prompt.tokens / MARGIN)
      this.reducedMax = prompt.tokens * (window ? SHRINK : SHRINK_BLINDLY);
    return !prompt.isShortest;
  }

  /** Whether the server read less than it was sent, and said nothing. */
  wasCut(prompt: Prompt, counted: unknown): boolean {
    if (typeof counted !== 'number' || !(counted > 0) || prompt.isShortest) return false;
    if (counted >= prompt.tokens || counted >= tokensAtLeast(prompt.systemInstruction + prompt.message))
      return false;
    // It counts only what it had not cached.
    if (counted < this.shortest) return false;
    this.limits.learnWindow(windowOfCut(counted));
    if (this.max >= prompt.tokens) this.reducedMax = prompt.tokens * SHRINK;
    return true;
  }

  /** Tokens of the shortest prompt, at least: a number below is no window. */
  private get shortest(): number {
    const { systemInstruction, message } = promptOf(this.question, 0);
    return tokensAtLeast(systemInstruction + message);
  }
}
