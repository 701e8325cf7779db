import { problem } from '@inner-weather/domain/problems/problem';
import type { Message, Params } from '@inner-weather/languages/messages';
import type { ValidationOptions } from 'class-validator';

/** What a failed validation answers: a text in English, and the code and parameters by which a client words it. */
export interface ProblemContext {
  code: string;
  params?: Params;
}

/** The options of a validation decorator that reports this problem. */
export function says(message: Message, params?: Params): ValidationOptions {
  const { msg, ...context } = problem(message, params);
  return { message: msg, context: context satisfies ProblemContext };
}
