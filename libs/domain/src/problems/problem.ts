import { inEnglish } from '@inner-weather/languages/english';
import type { Message, Params } from '@inner-weather/languages/messages';

/** What is wrong, in English, and as a code and parameters by which a client can word it in another language. */
export interface WordedProblem {
  msg: string;
  /** The key of the message: the id in the catalogues is `problem.<code>`. */
  code: string;
  params?: Params;
}

/** @param message one of the messages in this folder */
export function problem(message: Message, params?: Params): WordedProblem {
  return {
    msg: inEnglish(message, params),
    code: message.id.slice('problem.'.length),
    ...(params && { params }),
  };
}
