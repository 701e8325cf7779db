import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type {
  InsightMentionDto,
  InsightProvider,
  JobErrorCode,
} from '@inner-weather/contracts/insights/insights.dto';
import { INSIGHT_FAILURES } from '@inner-weather/domain/insights/failures';
import type { Language } from '@inner-weather/languages/languages';
import type { Message, Params } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';
import type { Finding, MeasureFigures } from '../local/measured.js';
import type { Statistics } from '../local/statistics.js';

/** The input of an insight. */
export interface InsightQuestion {
  /** The first name, for the greeting. */
  userName: string;
  /** The language of the insight. */
  language: Language;
  /** Newest first, at least one. */
  entries: EntryDto[];
  /** Statistics computed from these entries. */
  statistics: Statistics;
  /** How many older entries of the range were left out because there were too many. */
  unread: number;
  /** Whether an entry of the range suggests self-harm. */
  selfHarm: boolean;
  /** What may be sent of the person's measures. */
  measures: MeasureFigures[];
  /** What goes together with the mood, for the built-in model. */
  finding?: Finding;
  /** Throws if this may not be sent any more. Models call it before each request but the first. */
  assertSendable: () => Promise<void>;
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

/** Why there is no insight: one of INSIGHT_FAILURES. */
export interface InsightFailure {
  message: Message;
  params?: Params;
}

/** The failure in English, for clients that do not word it themselves. */
export const inEnglish = ({ message, params }: InsightFailure): string => translatorOf('en')(message, params);

/** The reason why there is no insight. It is shown to the user. */
export class ModelError extends Error {
  constructor(
    readonly code: JobErrorCode,
    readonly failure: InsightFailure,
    /** Whether a retry may succeed. */
    readonly mayPass: boolean,
    /** The server's response for the log: statuses and names, never text. */
    readonly detail: string,
  ) {
    super(inEnglish(failure));
  }
}

/** The model's server is unreachable, overloaded, too slow or over its quota. */
export function modelUnavailable(detail: string): ModelError {
  return new ModelError('model_unavailable', { message: INSIGHT_FAILURES.modelUnavailable }, true, detail);
}

/**
 * The model exceeded its time limit. There is no automatic retry, because the user would not wait that long and each
 * answer costs money.
 */
export function modelTooSlow(): ModelError {
  const failure = { message: INSIGHT_FAILURES.modelTooSlow };
  return new ModelError('model_unavailable', failure, false, 'no answer in time');
}

/**
 * The model's server refuses our requests until an administrator acts.
 * @param variable the configuration variable to check
 * @param other a second one
 */
export function modelRefused(variable: string, detail: string, other?: string): ModelError {
  const failure: InsightFailure =
    other === undefined
      ? { message: INSIGHT_FAILURES.modelRefused, params: { variable } }
      : { message: INSIGHT_FAILURES.modelRefusedByTwo, params: { variable, other } };
  return new ModelError('model_refused', failure, false, detail);
}

/** The model's server refuses a setting that cannot be left out. */
export function modelRefusedSetting(variable: string, setting: string, detail: string): ModelError {
  const failure = { message: INSIGHT_FAILURES.modelRefusedSetting, params: { variable, setting } };
  return new ModelError('model_refused', failure, false, detail);
}

/** Not even the shortest prompt fits into the model's context window. */
export function modelWindowTooSmall(variable: string, detail: string): ModelError {
  const failure = { message: INSIGHT_FAILURES.modelWindowTooSmall, params: { variable } };
  return new ModelError('model_refused', failure, false, detail);
}

/** The answer reached its token limit without any text, because the model spent the tokens on thinking. */
export function modelOutOfRoom(detail: string): ModelError {
  return new ModelError('model_wrote_nothing', { message: INSIGHT_FAILURES.modelOutOfRoom }, false, detail);
}

/** The model finished its answer without any text. */
export function modelWroteNothing(detail: string): ModelError {
  return new ModelError(
    'model_wrote_nothing',
    { message: INSIGHT_FAILURES.modelWroteNothing },
    false,
    detail,
  );
}

/** The model declined to write. */
export function modelBlocked(detail: string): ModelError {
  return new ModelError('model_blocked', { message: INSIGHT_FAILURES.modelBlocked }, false, detail);
}
