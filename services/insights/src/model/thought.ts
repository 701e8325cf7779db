/**
 * A tag around thoughts. A tag in backticks is only mentioned, so it does not match. Models: DeepSeek, Qwen, GLM, MiniMax
 * and most others (think), Gemini's compatible API (thought), Reflection (thinking, reflection), Seed-OSS (seed:think).
 * Common prompts ask for the other names.
 */
const TAG =
  /(?<!`)(?:<|&lt;)\s{0,3}(?<slash>\/?)\s{0,3}(?:(?:seed:|ant)?think(?:ing)?|thoughts?|reason(?:ing)?(?:_scratchpad)?|reflection|scratchpad|inner_(?:monologue|thoughts?)|chain_of_thought)(?:\s[^<>\n]{0,100})?(?:>|&gt;)/gi;

/**
 * The marks of Magistral, Kimi, Gemma 4, Command A, Sky and Apertus around thoughts. A server removes them only if it is
 * configured for the model's format (vLLM: `--reasoning-parser`; llama.cpp: `--reasoning-format`).
 */
const OPENING =
  /\[THINK(?:ING)?\]|◁think▷|<\|channel>(?:thought\b)?|<\|(?:START_THINKING|begin_of_thought|think(?:ing)?|inner_prefix)\|>/g;
const CLOSING =
  /\[\/THINK(?:ING)?\]|◁\/think▷|<\/?channel\|>|<\|(?:END_THINKING|end_of_thought|\/think(?:ing)?|inner_suffix)\|>/g;

/** A channel of gpt-oss: its name and its text up to the next mark (https://github.com/openai/harmony). */
const CHANNEL =
  /(?:<\|channel\|>|^)\s{0,3}(analysis|commentary|final)\b[^<\n]{0,200}(?:<\|constrain\|>[^<\n]{0,100})?<\|message\|>([^]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/g;

const CHANNEL_END = /<\|(?:end|return|call)\|>\s{0,9}$/;

/** Channels of gpt-oss after a server has removed the marks: `analysisThe user wants…assistantfinalHello`. */
const BARE_ANALYSIS = /^\s{0,9}(?:analysis|commentary)(?=[\p{Lu}"“'])/u;
const BARE_FINAL = 'assistantfinal';

/** Granite's phrases (github.com/ibm-granite: `thinking=True`). */
const GRANITE = /^\s{0,9}Here(?:'s| is) my thought process:/;
const GRANITE_ANSWER = /Here(?:'s| is) my (?:response|answer):/;

/** Open WebUI wraps reasoning in this element. */
const DETAILS = /<details\s[^<>]{0,40}type="reasoning"[^<>]{0,200}>(?:[^]*?<\/details>|[^]*$)/g;

/**
 * Marks that may remain around an answer. In Markdown, a line that starts with such a tag begins an HTML block, which
 * the page drops together with its text.
 */
const WRAPPERS = /<\/?(?:answer|response|output|final_answer)>|<\|\/?\w{1,40}\|>/gi;

/** The channel name that Gemma 4 writes after a limit on thinking closed the channel (github.com/ollama/ollama 17626). */
const ORPHAN = /^\s{0,9}thought\n/;

/** A text without its thoughts. */
export interface VisibleText {
  /** Trimmed; '' if the text has only thoughts. */
  words: string;
  hasThought: boolean;
  /** Whether the text ends within a thought. */
  isUnfinished: boolean;
}

/**
 * Removes thoughts from a text. Text before a closing mark without an opening one is also a thought, because a chat
 * template may contain the opening mark.
 */
export function withoutThoughts(text: string): VisibleText {
  const textWithoutChannels = withoutBareThoughts(withoutChannels(text.replaceAll(DETAILS, '')));
  const textWithTags = textWithoutChannels.replaceAll(OPENING, '<think>').replaceAll(CLOSING, '</think>');
  let words = '';
  let isOpen = false;
  let hasThought = textWithoutChannels.length < text.length;
  let tagEnd = 0;
  for (const tag of textWithTags.matchAll(TAG)) {
    const isClosing = tag.groups?.slash === '/';
    if (!isOpen) words = isClosing ? '' : words + textWithTags.slice(tagEnd, tag.index);
    hasThought = true;
    isOpen = !isClosing;
    tagEnd = tag.index + tag[0].length;
  }
  if (!isOpen) words += textWithTags.slice(tagEnd);
  words = words.replaceAll(WRAPPERS, '').replace(ORPHAN, '').trim();
  const isCut = textWithoutChannels === '' && hasThought && !CHANNEL_END.test(text);
  return { words, hasThought, isUnfinished: isOpen || isCut };
}

function withoutChannels(text: string): string {
  if (!text.includes('<|message|>') && !text.includes('<|channel|>')) return text;
  const finals = [...text.matchAll(CHANNEL)].flatMap(([, channel, words = '']) =>
    channel === 'final' ? [words] : [],
  );
  return finals.join('\n\n');
}

function withoutBareThoughts(text: string): string {
  if (BARE_ANALYSIS.test(text)) {
    const finalIndex = text.lastIndexOf(BARE_FINAL);
    return finalIndex < 0 ? '' : text.slice(finalIndex + BARE_FINAL.length);
  }
  if (!GRANITE.test(text)) return text;
  const answer = GRANITE_ANSWER.exec(text);
  return answer ? text.slice(answer.index + answer[0].length) : '';
}
