import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Params } from '@inner-weather/languages/messages';
import { words } from '../language/words';
import { ForeignAnswer } from './own-answer';

/** One error message, in the reader's language. `field` is the name of the input that it is about. */
export interface FieldError {
  msg: string;
  field?: string;
  /** The key of the server's message. */
  code?: string;
}

/** A call that did not succeed. `status` is 0 when the server was not reached or did not answer in time. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errors: FieldError[],
    /** The server's code for the reason; undefined if it sent none. */
    readonly code?: string,
    /** With 412, the current version of the resource. */
    readonly current?: unknown,
  ) {
    super(errors.map((error) => error.msg).join(' '));
    this.name = 'ApiError';
  }
}

/** Reads problem+json. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  return new ApiError(status, errorsOf(body), codeOf(body), currentOf(body));
}

/** The text to show for anything that was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ForeignAnswer && error.problem) return new ApiError(0, errorsOf(error.problem));
  return new ApiError(0, [{ msg: isTimeout(error) ? noAnswerInTime() : noAnswer() }]);
}

export function messageOf(error: unknown): string {
  return toApiError(error).message;
}

interface Action {
  error: Error | null;
  /** When it was last begun; 0: never. */
  submittedAt: number;
}

/** The error of the action that was begun last. Those before it are over. */
export const latestError = (...actions: [Action, ...Action[]]): Error | null =>
  actions.reduce((last, one) => (one.submittedAt > last.submittedAt ? one : last)).error;

/** Worth retrying automatically: no answer, or a server that is busy or starting. */
export function isTransient(error: unknown): boolean {
  const { status } = toApiError(error);
  return status === 0 || status >= 500;
}

/** An error as the server answers it: in English, and by the key and the parameters of its message. */
export interface ServerError {
  msg: string;
  code?: string;
  params?: Params;
}

/** The text in the reader's language; in the server's words if this page does not know the message. */
export const textOfError = ({ msg, code, params }: ServerError): string =>
  textOfMessage(`problem.${code}`, msg, params);

/** A message that the server names, in the reader's language. @param text in English, for a page that does not know it */
export function textOfMessage(id: string, text: string, params?: Params): string {
  return Object.hasOwn(i18n.messages, id) ? words({ id, message: text }, params) : text;
}

const noAnswer = () => t`The server cannot be reached. Check your connection and try again.`;

const noAnswerInTime = () => t`The server took too long to answer. Please try again in a moment.`;

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function codeOf(body: unknown): string | undefined {
  return isObject(body) && typeof body.code === 'string' ? body.code : undefined;
}

const currentOf = (body: unknown): unknown => (isObject(body) ? body.current : undefined);

function errorsOf(body: unknown): FieldError[] {
  if (!isObject(body) || !Array.isArray(body.errors)) return [];
  return body.errors.flatMap((item: unknown): FieldError[] => {
    if (!isObject(item) || typeof item.msg !== 'string') return [];
    const code = typeof item.code === 'string' ? item.code : undefined;
    const params = isObject(item.params) ? (item.params as Params) : undefined;
    return [
      {
        msg: textOfError({ msg: item.msg, code, params }),
        code,
        field: typeof item.field === 'string' ? item.field : undefined,
      },
    ];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
