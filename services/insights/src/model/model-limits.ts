import { Logger } from '@nestjs/common';

/** Tokens that an answer may have, as the specification has it. */
const ANSWER_TOKENS_MAX = 8192;

/** The part of a window that is kept for the answer, and the tokens that it has at least. */
const ANSWER_SHARE = 0.25;
const ANSWER_TOKENS_MIN = 256;

/** Milliseconds for which a learned context window is trusted, since an administrator may enlarge it. */
const LEARNED_FOR_MS = 60 * 60_000;

/** A setting of a request, under the names that are tried in order. */
export interface Setting {
  names: readonly string[];
  /** Absent: as many tokens as the window leaves for the answer. */
  value?: number | string;
}

/**
 * What the server of one model accepts: which settings, under which names, and how long a prompt. It is learned from
 * answers and kept in memory.
 */
export class ModelLimits {
  private readonly logger = new Logger(ModelLimits.name);
  /** The remaining names of each setting, the one in use first, and all names that it has had. */
  private readonly settings: { names: string[]; known: Set<string>; value?: number | string }[];
  private readonly refusedNames = new Set<string>();
  private learnedWindow?: { tokens: number; until: number };

  /** @param windowTokens tokens that prompt and answer may have together, if it is configured */
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
    const instead = setting.names[0] === undefined ? 'without it' : `as ${setting.names[0]}`;
    this.logger.warn(`${this.model} refuses the setting ${name}; it is asked ${instead} from now on`);
  }

  /** Tokens that prompt and answer may have together; undefined while it is neither configured nor learned. */
  get window(): number | undefined {
    const { tokens, until } = this.learnedWindow ?? { tokens: Infinity, until: 0 };
    const learnedTokens = Date.now() < until ? tokens : Infinity;
    const smaller = Math.min(learnedTokens, this.windowTokens ?? Infinity);
    return Number.isFinite(smaller) ? smaller : undefined;
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

  /** Tokens that a prompt may have. */
  get promptTokens(): number {
    return this.window === undefined ? Infinity : Math.max(0, this.window - this.answerTokens);
  }
}
