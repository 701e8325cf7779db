import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type {
  InsightMentionDto,
  InsightProvider,
  JobErrorCode,
} from '@inner-weather/contracts/insights/insights.dto';
import type { Statistics } from '../local/statistics.js';

/** The input of an insight. */
export interface InsightQuestion {
  /** The first name, for the greeting. */
  userName: string;
  /** Newest first, at least one. */
  entries: EntryDto[];
  /** Statistics computed from these entries. */
  statistics: Statistics;
  /** How many older entries of the range were left out because there were too many. */
  unread: number;
  /** Whether an entry of the range suggests self-harm. */
  selfHarm: boolean;
}

export interface InsightAnswer {
  /** Markdown. */
  text: string;
  /** The name of the model that wrote it. */
  model: string;
  /** The cited entries, in the order of their numbers in the text. */
  cited: InsightMentionDto[];
  /** How many cited ids do not belong to an entry that the model received. */
  dropped: number;
}

/** Writes insights: a language model behind an API, or the built-in one. */
export interface InsightModel {
  readonly provider: InsightProvider;
  /** The name of the model. If several are configured, the first one. */
  readonly model: string;
  /** The external recipient of entries, as consents name it; undefined if entries stay inside. */
  readonly recipient?: string;
  /** The time limit for an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Throws a ModelError, also if the signal is aborted. */
  write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer>;
}

/** The Nest token of the configured InsightModel. */
export const INSIGHT_MODEL = Symbol('InsightModel');

/** The reason why there is no insight. Its message is shown to the user. */
export class ModelError extends Error {
  constructor(
    readonly code: JobErrorCode,
    message: string,
    /** Whether a retry may succeed. */
    readonly mayPass: boolean,
    /** The server's response for the log: statuses and names, never text. */
    readonly detail: string,
  ) {
    super(message);
  }
}

/** The model's server is unreachable, overloaded, too slow or over its quota. */
export function modelUnavailable(detail: string): ModelError {
  const msg = 'The language model could not be reached. Please ask again in a few minutes.';
  return new ModelError('model_unavailable', msg, true, detail);
}

/**
 * The model exceeded its time limit. There is no automatic retry, because the user would not wait that long and each
 * answer costs money.
 */
export function modelTooSlow(): ModelError {
  const msg =
    'The language model took too long to answer. Please ask again in a few minutes, or for a shorter range.';
  return new ModelError('model_unavailable', msg, false, 'no answer in time');
}

/** The model's server refuses our requests until an administrator acts. `variable` is the configuration variable to check. */
export function modelRefused(variable: string, detail: string): ModelError {
  const msg = `The language model does not accept this server. The person who runs this journal needs to check ${variable}.`;
  return new ModelError('model_refused', msg, false, detail);
}

/** The answer reached its token limit without any text, because the model spent the tokens on thinking. */
export function modelOutOfRoom(detail: string): ModelError {
  const msg = 'It used all its room before it wrote anything; choose a shorter range.';
  return new ModelError('model_wrote_nothing', msg, false, detail);
}

/** The model finished its answer without any text. */
export function modelWroteNothing(detail: string): ModelError {
  const msg = 'The language model wrote nothing. Please ask again, or choose another range.';
  return new ModelError('model_wrote_nothing', msg, false, detail);
}

/** The model declined to write. */
export function modelBlocked(detail: string): ModelError {
  const msg = 'The language model declined to write about these entries. Another range may work.';
  return new ModelError('model_blocked', msg, false, detail);
}
