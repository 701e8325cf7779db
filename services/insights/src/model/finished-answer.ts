import { modelBlocked, modelOutOfRoom, modelUnavailable, modelWroteNothing } from './insight-model.js';
import { CUT_SHORT } from './prompt.js';
import { withoutThoughts } from './thought.js';

/**
 * Reasons for which an answer ends: of OpenAI (https://platform.openai.com/docs/api-reference/chat/object), Gemini
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
  /** All that is not marked as a thought, joined. */
  text: string;
  /** Whether the server marked some of it as a thought. */
  hasThought: boolean;
  /** Why it ended, in the server's word. */
  finish: string | null | undefined;
  /** Whether it has as many tokens as it may have. */
  isFull?: boolean;
}

/** The words to show. Throws ModelError where there are none, with the reason. */
export function finishedAnswer({ text, hasThought, finish, isFull = false }: RawAnswer): string {
  const reason = finish ?? '';
  if (DECLINED.test(reason)) throw modelBlocked(`finished: ${reason.slice(0, 40)}`);
  if (/^error$/i.test(reason)) throw modelUnavailable('finished: error');
  const spoken = withoutThoughts(text);
  const isAtLimit = AT_LIMIT.test(reason);
  if (spoken.words !== '') return isAtLimit ? spoken.words + CUT_SHORT : spoken.words;
  const onlyThought = hasThought || spoken.hasThought;
  if (isAtLimit || isFull || spoken.isUnfinished || (onlyThought && UNKNOWN.test(reason)))
    throw modelOutOfRoom(`finished: ${reason.slice(0, 40)}, no words`);
  throw modelWroteNothing(onlyThought ? 'only thoughts' : 'empty answer');
}
