import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type {
  InsightMentionDto,
  InsightProvider,
  JobErrorCode,
} from '@inner-weather/contracts/insights/insights.dto';
import type { Statistics } from '../local/statistics.js';

/** The input of an insight. */
export interface InsightQuestion {
  /** The first name, by which the answer greets. */
  userName: string;
  /** Newest first, at least one. */
  entries: EntryDto[];
  /** What was counted from these entries. */
  statistics: Statistics;
  /** How many older entries of the range are missing, because there were too many to read. */
  unread: number;
  /** Whether words of the range suggest self-harm. */
  selfHarm: boolean;
}

export interface InsightAnswer {
  /** Markdown. */
  text: string;
  /** The name of the model that wrote it. */
  model: string;
  /** The entries that a language model named, in the order of their numbers in the text. */
  cited: InsightMentionDto[];
  /** How many entries it named that it was not given. */
  dropped: number;
}

/** Writes insights: a language model behind an API, or the built-in one. */
export interface InsightModel {
  readonly provider: InsightProvider;
  /** The name of the model; of several, the first one that is tried. */
  readonly model: string;
  /** The external recipient of entries, as consents name it; undefined if entries stay inside. */
  readonly recipient?: string;
  /** Milliseconds that an answer may take. */
  readonly timeoutMs: number;
  /** Throws ModelError, also when the signal is aborted. */
  write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer>;
}

/** The Nest token of the configured InsightModel. */
export const INSIGHT_MODEL = Symbol('InsightModel');

/** Why there is no insight, in words for the person who waits. */
export class ModelError extends Error {
  constructor(
    readonly code: JobErrorCode,
    message: string,
    /** Whether another attempt a little later could succeed. */
    readonly mayPass: boolean,
    /** What the model's server answered, for the log: statuses and names, never texts. */
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
 * The model took longer than it may. There is no automatic retry, because the user would not wait that long, and an
 * unread answer costs money, too.
 */
export function modelTooSlow(): ModelError {
  const msg =
    'The language model took too long to answer. Please ask again in a few minutes, or for a shorter range.';
  return new ModelError('model_unavailable', msg, false, 'no answer in time');
}

/** The model's server refuses our requests until an administrator acts. `what` names the variable to check. */
export function modelRefused(variable: string, detail: string): ModelError {
  const msg = `The language model does not accept this server. The person who runs this journal needs to check ${variable}.`;
  return new ModelError('model_refused', msg, false, detail);
}

/** The answer ended at its limit with nothing in it, which models do that think at length. */
export function modelOutOfRoom(detail: string): ModelError {
  const msg = 'It used all its room before it wrote anything; choose a shorter range.';
  return new ModelError('model_wrote_nothing', msg, false, detail);
}

/** The answer ended by itself with nothing in it. */
export function modelWroteNothing(detail: string): ModelError {
  const msg = 'The language model wrote nothing. Please ask again, or choose another range.';
  return new ModelError('model_wrote_nothing', msg, false, detail);
}

/** The model declined to write. */
export function modelBlocked(detail: string): ModelError {
  const msg = 'The language model declined to write about these entries. Another range may work.';
  return new ModelError('model_blocked', msg, false, detail);
}
