/**
 * A tag around thoughts, unless it stands in backticks, where it is spoken of. Models: DeepSeek, Qwen, GLM, MiniMax and
 * most others (think), Gemini's compatible API (thought), Reflection (thinking, reflection), Seed-OSS (seed:think), and
 * what prompts of others ask for.
 */
const TAG =
  /(?<!`)(?:<|&lt;)\s{0,3}(?<slash>\/?)\s{0,3}(?:(?:seed:|ant)?think(?:ing)?|thoughts?|reason(?:ing)?(?:_scratchpad)?|reflection|scratchpad|inner_(?:monologue|thoughts?)|chain_of_thought)(?:\s[^<>\n]{0,100})?(?:>|&gt;)/gi;

/**
 * The same in other signs: Magistral's, Kimi's, Gemma 4's, Command A's, Sky's and Apertus'. A server removes them only if
 * it was told the model's format (vLLM: `--reasoning-parser`; llama.cpp: `--reasoning-format`).
 */
const OPENING =
  /\[THINK(?:ING)?\]|◁think▷|<\|channel>(?:thought\b)?|<\|(?:START_THINKING|begin_of_thought|think(?:ing)?|inner_prefix)\|>/g;
const CLOSING =
  /\[\/THINK(?:ING)?\]|◁\/think▷|<\/?channel\|>|<\|(?:END_THINKING|end_of_thought|\/think(?:ing)?|inner_suffix)\|>/g;

/** A channel of gpt-oss: its name, and its text up to the next mark (https://github.com/openai/harmony). */
const CHANNEL =
  /(?:<\|channel\|>|^)\s{0,3}(analysis|commentary|final)\b[^<\n]{0,200}(?:<\|constrain\|>[^<\n]{0,100})?<\|message\|>([^]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/g;

const CHANNEL_END = /<\|(?:end|return|call)\|>\s{0,9}$/;

/** The same where the server has dropped the marks: `analysisThe user wants…assistantfinalHello`. */
const BARE_ANALYSIS = /^\s{0,9}(?:analysis|commentary)(?=[\p{Lu}"“'])/u;
const BARE_FINAL = 'assistantfinal';

/** Granite's words (github.com/ibm-granite: `thinking=True`). */
const GRANITE = /^\s{0,9}Here(?:'s| is) my thought process:/;
const GRANITE_ANSWER = /Here(?:'s| is) my (?:response|answer):/;

/** Open WebUI hands reasoning on as this. */
const DETAILS = /<details\s[^<>]{0,40}type="reasoning"[^<>]{0,200}>(?:[^]*?<\/details>|[^]*$)/g;

/**
 * What is left around an answer. In Markdown a line with one of these tags would begin HTML, which the page drops with
 * the words behind it.
 */
const WRAPPERS = /<\/?(?:answer|response|output|final_answer)>|<\|\/?\w{1,40}\|>/gi;

/** Gemma 4's name of the channel, where a limit on thinking closed it before that (github.com/ollama/ollama 17626). */
const ORPHAN = /^\s{0,9}thought\n/;

/** What a model said, without what it thought. */
export interface Spoken {
  /** Trimmed; '' where it only thought. */
  words: string;
  hasThought: boolean;
  /** Whether the text ends within a thought. */
  isUnfinished: boolean;
}

/**
 * Removes thoughts from a text. Text before a closing mark without an opening one is also a thought, because a chat
 * template may contain the opening mark.
 */
export function withoutThoughts(text: string): Spoken {
  const textWithoutChannels = withoutBareThoughts(withoutChannels(text.replaceAll(DETAILS, '')));
  const textWithTags = textWithoutChannels.replaceAll(OPENING, '<think>').replaceAll(CLOSING, '</think>');
  let words = '';
  let isOpen = false;
  let hasThought = textWithoutChannels.length < text.length;
  let at = 0;
  for (const tag of textWithTags.matchAll(TAG)) {
    const isClosing = tag.groups?.slash === '/';
    if (!isOpen) words = isClosing ? '' : words + textWithTags.slice(at, tag.index);
    hasThought = true;
    isOpen = !isClosing;
    at = tag.index + tag[0].length;
  }
  if (!isOpen) words += textWithTags.slice(at);
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
    const at = text.lastIndexOf(BARE_FINAL);
    return at < 0 ? '' : text.slice(at + BARE_FINAL.length);
  }
  if (!GRANITE.test(text)) return text;
  const answer = GRANITE_ANSWER.exec(text);
  return answer ? text.slice(answer.index + answer[0].length) : '';
}
