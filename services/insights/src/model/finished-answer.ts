import { modelBlocked, modelOutOfRoom, modelUnavailable, modelWroteNothing } from './insight-model.js';
import { withoutThoughts } from './thought.js';

/**
 * Finish reasons of OpenAI (https://platform.openai.com/docs/api-reference/chat/object), Gemini
 * (https://ai.google.dev/api/generate-content#FinishReason), Mistral (model_length), Claude (max_tokens, refusal),
 * Bedrock (guardrail_intervened), GLM (sensitive), OpenRouter (error).
 */
const AT_LIMIT =
  /^(?:length|max_?tokens|max_output_tokens|max_length|model_length|model_context_window_exceeded)$/i;
const DECLINED =
  /filter|safety|recitation|prohibited|blocklist|spii|language|refus|sensitive|guardrail|moderat/i;
const UNKNOWN = /^(?:|null|none|unknown|FINISH_REASON_UNSPECIFIED)$/i;

/** An answer as a server sent it. */
export interface RawAnswer {
  /** The text that is not marked as a thought. */
  text: string;
  /** Whether the server marked part of the answer as a thought. */
  hasThought: boolean;
  /** The server's finish reason. */
  finish: string | null | undefined;
  /** Whether the answer used all the tokens that it may have. */
  isFull?: boolean;
}

/** An answer with text. */
export interface FinishedAnswer {
  words: string;
  /** Whether it ended at the token limit. */
  isCutShort: boolean;
}

/** Returns the text to show. Throws a ModelError with the reason if there is none. */
export function finishedAnswer({ text, hasThought, finish, isFull = false }: RawAnswer): FinishedAnswer {
  const reason = finish ?? '';
  if (DECLINED.test(reason)) throw modelBlocked(`finished: ${reason.slice(0, 40)}`);
  if (/^error$/i.test(reason)) throw modelUnavailable('finished: error');
  const answer = withoutThoughts(text);
  const isAtLimit = AT_LIMIT.test(reason);
  if (answer.words !== '') return { words: answer.words, isCutShort: isAtLimit };
  const onlyThought = hasThought || answer.hasThought;
  if (isAtLimit || isFull || answer.isUnfinished || (onlyThought && UNKNOWN.test(reason)))
    throw modelOutOfRoom(`finished: ${reason.slice(0, 40)}, no words`);
  throw modelWroteNothing(onlyThought ? 'only thoughts' : 'empty answer');
}
