import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { InsightProvider, JobErrorCode } from '@inner-weather/contracts/insights.dto';

/** What an insight is written from. */
export interface InsightQuestion {
  /** The first name, by which the answer greets. */
  userName: string;
  /** IANA name; days are the writer's days. */
  timeZone: string;
  /** Newest first, at least one. */
  entries: EntryDto[];
}

export interface InsightAnswer {
  /** Markdown. */
  text: string;
  /** The name of the model that wrote it. */
  model: string;
}

/** Whoever writes insights: a language model behind an API, or the one that is built in. */
export interface InsightModel {
  readonly provider: InsightProvider;
  /** The name of the model, the first that is tried where there are several. */
  readonly model: string;
  /** Who outside is sent entries, as a person's consent names them; undefined when nobody outside is. */
  readonly recipient?: string;
  /** Throws ModelError, also when the signal is aborted. */
  write(question: InsightQuestion, signal: AbortSignal): Promise<InsightAnswer>;
}

/** Nest token of the InsightModel that the configuration chose. */
export const INSIGHT_MODEL = Symbol('InsightModel');

/** Why a model wrote nothing, in words for the person who waits. */
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

/** The model's server is away, overloaded, too slow or over its quota. */
export function modelUnavailable(detail: string): ModelError {
  const msg = 'The language model could not be reached. Please ask again in a few minutes.';
  return new ModelError('model_unavailable', msg, true, detail);
}

/**
 * The model took longer than it may. Not asked again by itself: one that hangs would outlast the patience of whoever
 * waits, and an answer that nobody reads is paid for all the same.
 */
export function modelTooSlow(): ModelError {
  const msg =
    'The language model took too long to answer. Please ask again in a few minutes, or for a shorter range.';
  return new ModelError('model_unavailable', msg, false, 'no answer in time');
}

/** The model's server refuses us until an administrator acts. `what` names the variable to look at. */
export function modelRefused(what: string, detail: string): ModelError {
  const msg = `The language model refuses this server. Whoever runs this journal has to check ${what}.`;
  return new ModelError('model_refused', msg, false, detail);
}

/** The model answered, but not with an insight. */
export function modelBlocked(detail: string): ModelError {
  const msg = 'The language model declined to write about these entries. Another range may work.';
  return new ModelError('model_blocked', msg, false, detail);
}
