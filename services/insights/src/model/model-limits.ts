import { Logger } from '@nestjs/common';

/** The maximum number of tokens in an answer, as specified. */
const ANSWER_TOKENS_MAX = 8192;

/** The share of the context window that is reserved for the answer, and its minimum in tokens. */
const ANSWER_SHARE = 0.25;
const ANSWER_TOKENS_MIN = 256;

/** Milliseconds after which a learned context window expires, because an administrator may enlarge it. */
const LEARNED_FOR_MS = 60 * 60_000;

/** A request setting with its possible names, which are tried in order. */
export interface Setting {
  names: readonly string[];
  /** If absent, the number of tokens that are available for the answer. */
  value?: number | string;
}

/**
 * The settings and the prompt length that the server of one model accepts. They are learned from its responses and kept
 * in memory.
 */
export class ModelLimits {
  private readonly logger = new Logger(ModelLimits.name);
  /** `names` has the remaining names of a setting, the current one first. `known` has all names so far. */
  private readonly settings: { names: string[]; known: Set<string>; value?: number | string }[];
  private readonly refusedNames = new Set<string>();
  private learnedWindow?: { tokens: number; until: number };

  /** @param windowTokens the context window for prompt and answer together, if it is configured */
  constructor(
    private readonly model: string,
    settings: readonly Setting[],
    private readonly windowTokens?: number,
  ) {
    this.settings = settings.map(({ names, value }) => ({ names: [...names], known: new Set(names), value }));
  }

  /** The settings to send with a prompt. */
  inUse(): Record<string, number | string> {
    const settingsInUse = this.settings.flatMap(({ names: [name], value = this.answerTokens }) =>
      name === undefined ? [] : [[name, value] as const],
    );
    return Object.fromEntries(settingsInUse);
  }

  /** The current name of a setting, found by any of its names. */
  nameInUse(name: string): string | undefined {
    return this.settings.find(({ known }) => known.has(name))?.names[0];
  }

  /** Switches a refused setting to its next name, or omits it if none is left. */
  refuse(name: string, newer?: string): void {
    const setting = this.settings.find(({ names }) => names[0] === name);
    // A concurrent question has already learned this.
    if (!setting || this.refusedNames.has(name)) return;
    this.refusedNames.add(name);
    const isNew = newer !== undefined && !this.refusedNames.has(newer);
    const otherNames = setting.names.filter((otherName) => otherName !== name && otherName !== newer);
    setting.names = isNew ? [newer, ...otherNames] : otherNames;
    if (isNew) setting.known.add(newer);
    const replacement = setting.names[0] === undefined ? 'without it' : `as ${setting.names[0]}`;
    this.logger.warn(`${this.model} refuses the setting ${name}; it is asked ${replacement} from now on`);
  }

  /** The context window in tokens. Undefined while it is neither configured nor learned. */
  get window(): number | undefined {
    const { tokens, until } = this.learnedWindow ?? { tokens: Infinity, until: 0 };
    const learnedTokens = Date.now() < until ? tokens : Infinity;
    const limit = Math.min(learnedTokens, this.windowTokens ?? Infinity);
    return Number.isFinite(limit) ? limit : undefined;
  }

  learnWindow(tokens: number): void {
    if (this.window !== undefined && tokens >= this.window) return;
    this.learnedWindow = { tokens, until: Date.now() + LEARNED_FOR_MS };
    this.logger.warn(
      `${this.model} takes ${tokens} tokens at most, so only the newest entries that fit are sent; see MODEL_CONTEXT_TOKENS`,
    );
  }

  get answerTokens(): number {
    if (this.window === undefined) return ANSWER_TOKENS_MAX;
    const share = Math.max(ANSWER_TOKENS_MIN, Math.floor(this.window * ANSWER_SHARE));
    return Math.min(ANSWER_TOKENS_MAX, share);
  }

  /** The maximum number of tokens in a prompt. */
  get promptTokens(): number {
    return this.window === undefined ? Infinity : Math.max(0, this.window - this.answerTokens);
  }
}
