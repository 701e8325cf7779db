/** The content of an error body, which has a different shape on each server. */
export interface ServerRefusal {
  /** Parameters that the fields `param`, `loc` and `field` name. */
  names: string[];
  /** Codes and types. */
  codes: string[];
  /** The sentences, joined. They may quote entries, so they are matched but never logged. */
  words: string;
  /** The tokens of the prompt and of the context window, if the server names them. */
  promptTokens?: number;
  windowTokens?: number;
}

/** Limits on how much of an error body is read. */
const BOUNDS = { values: 200, depth: 8, chars: 10_000 };

/** Keys that hold sentences or nested objects. `input` is excluded, because FastAPI repeats the whole request there. */
const SENTENCES =
  /^(?:error|errors|message|msg|detail|details|description|cause|raw|metadata|reason|title|fieldViolations)$/;
const NAMES = /^(?:param|parameter|loc|field)$/;
const CODES = /^(?:code|type|status|reason)$/;

/** @param body parsed JSON or plain text */
export function readRefusal(body: unknown): ServerRefusal {
  const names: string[] = [];
  const codes: string[] = [];
  const sentences: string[] = [];
  const numbers = new Map<string, number>();
  let remainingValues = BOUNDS.values;
  const visit = (value: unknown, depth: number): void => {
    if (remainingValues-- <= 0 || depth > BOUNDS.depth) return;
    if (typeof value === 'string') sentences.push(value.slice(0, BOUNDS.chars));
    else if (Array.isArray(value)) for (const item of value.slice(0, remainingValues)) visit(item, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value).slice(0, 50)) {
        // In a list such as ["body", "max_tokens"] or a path such as `generation_config.top_k` the name comes last.
        const lastPart: unknown = Array.isArray(inner) ? inner.at(-1) : inner;
        if (NAMES.test(key) && typeof lastPart === 'string') names.push(lastPart.slice(0, 100));
        if (CODES.test(key) && typeof inner === 'string') codes.push(inner.slice(0, 100));
        if (typeof inner === 'number') numbers.set(key, inner);
        if (SENTENCES.test(key)) visit(inner, depth + 1);
      }
    }
  };
  visit(body, 0);
  const words = sentences.join('\n').slice(0, BOUNDS.chars);
  return {
    names,
    codes,
    words,
    promptTokens: numbers.get('n_prompt_tokens') ?? firstNumber(PROMPT_TOKENS, words),
    windowTokens: numbers.get('n_ctx') ?? firstNumber(WINDOW_TOKENS, words),
  };
}

/** The first match counts. The sentences are in OVERFLOWS of libs/testing/src/fakes/model-server.ts. */
const WINDOW_TOKENS = [
  /n_ctx\D{1,5}(\d+)/,
  / > (\d+)/,
  /(\d+) maximum context/,
  /tokens allowed \((\d+)/,
  /(?:context (?:length|window|size|limit)|(?:prompt|input) length)\D{0,40}?(\d+)/i,
  /\[1, ?(\d+)\]/,
  /(?:\blimit|max size|must be <=|cannot exceed)\D{0,12}(\d+)/i,
];
const PROMPT_TOKENS = [
  /n_keep\D{1,5}(\d+)/,
  /(\d+) (?:tokens )?(?:in the (?:messages|prompt)|from the input|of text input)/,
  // vLLM stops counting at the limit, and then says "at least".
  /(?<!at least )\b(\d+) (?:`?inputs?`?|prompt) tokens/,
  /(?:request|input|prompt) \((\d+) tokens/i,
  /token count \((\d+)/,
  /keep the first (\d+)/,
  /too long: (\d+)/,
  /resulted in (\d+)/,
  /(?:request|prompt) contains (\d+)/i,
];

function firstNumber(patterns: RegExp[], words: string): number | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(words)?.[1];
    if (match !== undefined) return Number(match);
  }
  return undefined;
}

const OVERFLOW_CODES =
  /^(?:context_length_exceeded|exceed_context_size_error|(?:model_)?context_window_exceeded|tokens_limit_reached|string_above_max_length)$/i;
const OVERFLOW_WORDS =
  /context (?:length|window|size|limit)|ContextWindowExceeded|context_length_exceeded|exceed_context_size|token limit|too many (?:input |prompt )?tokens|inputs. tokens \+|(?:prompt|input|request|message)s?\b[^.\n]{0,80}(?:too (?:long|large|big)|exceeds?\b|longer than)|input length should|reduce (?:the length of|your) (?:the )?(?:messages?|prompt|input)|keep the first \d+ tokens/i;

/** A request may also exceed a limit of time or of requests. */
const OTHER_LIMITS = /\btime|took too long|\bseconds?\b|\brate\b|quota|number of requests|requests per/i;

/** Whether the prompt, or the prompt with the answer, exceeds the context window. */
export function isOverflow(status: number, { codes, words, promptTokens }: ServerRefusal): boolean {
  if ([401, 402, 403, 404].includes(status)) return false;
  if (status === 413) return true;
  // Waiting does not help if a single request exceeds the limit per minute.
  if (status === 429) return /request too large/i.test(words);
  if (codes.some((code) => OVERFLOW_CODES.test(code))) return true;
  const namesTokens = /context/i.test(words) || (promptTokens !== undefined && /tokens?\b/i.test(words));
  const mayBeAnother = status === 408 || status >= 500 || OTHER_LIMITS.test(words);
  return OVERFLOW_WORDS.test(words) && (namesTokens || !mayBeAnother);
}

/** The error codes with which OpenAI, Azure, Alibaba and GLM decline a prompt. */
const DECLINED_CODES =
  /^(?:content_filter|content_policy_violation|invalid_prompt|ResponsibleAIPolicyViolation|data_inspection_failed|1301)$/i;

export const isDeclined = ({ codes }: ServerRefusal): boolean =>
  codes.some((code) => DECLINED_CODES.test(code));

const UNSUPPORTED =
  /unsupported|not supported|not support|n't support|unrecognized|unknown (?:name|field|param|argument)|unknown_param|extra_forbidden|not permitted|not allowed/i;

/** A setting that the server refuses, by the name that was sent or by a name that the server uses. */
export interface RefusedSetting {
  name: string;
  /** The name that the server expects instead. */
  newer?: string;
}

/** @param sentNames the names of the settings in the request, the least important first */
export function refusedSetting(
  status: number,
  { names, codes, words }: ServerRefusal,
  sentNames: readonly string[],
): RefusedSetting | undefined {
  if (status < 400 || [401, 402, 403, 408, 429].includes(status)) return undefined;
  const isUnsupported = UNSUPPORTED.test(`${codes.join(' ')} ${words}`);
  const isAboutRequest = status < 500 && status !== 404;
  if (!isAboutRequest && !isUnsupported) return undefined;
  const name =
    sentNames.find((sentName) => names.some((named) => isNamed(sentName, named.split('.').at(-1) ?? ''))) ??
    sentNames.find((sentName) => isNamedIn(sentName, words));
  if (name !== undefined) return { name, newer: newerName(words, sentNames) };
  if (!isUnsupported) return undefined;
  const otherName = names.at(-1) ?? KNOWN_PARAMETERS.find((parameter) => isNamedIn(parameter, words));
  if (otherName !== undefined) return PLAIN_NAME.test(otherName) ? { name: otherName } : undefined;
  // The server names no setting, so the least important one is omitted first.
  const [firstName] = sentNames;
  const isNameless = codes.some((code) => UNSUPPORTED_CODES.test(code));
  return isNameless && firstName !== undefined ? { name: firstName } : undefined;
}

const UNSUPPORTED_CODES =
  /^(?:(?:unsupported|unknown|invalid)_param(?:eter)?|unsupported_value|extra_forbidden)$/i;

/** The name of a parameter may be shown, but never a sentence. */
const PLAIN_NAME = /^[a-z][\w.[\]]{0,39}$/i;

/** Parameters that are recognized in a sentence, because the sentence itself must not be shown or logged. */
const KNOWN_PARAMETERS = [
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'top_k'],
  ...['messages', 'system', 'role', 'stream', 'response_format', 'system_instruction'],
];

function newerName(words: string, sentNames: readonly string[]): string | undefined {
  const name = /\buse\W{1,3}([a-z_]{3,40})['"`]?\s+instead/i.exec(words)?.[1];
  return name === undefined || sentNames.includes(name) || RESERVED.test(name) ? undefined : name;
}

/** Parameters that cannot be the newer name of a setting. */
const RESERVED = /^(?:model|messages|stream|tools|n)$/;

/** Whether a word names this setting. `max_tokens`, `maxTokens` and `max tokens` are the same. */
const isNamed = (setting: string, word: string): boolean => inWords(setting) === inWords(word);

const isNamedIn = (setting: string, words: string): boolean => inWords(words).includes(inWords(setting));

/** Splits a name into lower-case words with single spaces between and around them. */
function inWords(text: string): string {
  const separated = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return ` ${separated} `.replaceAll(/[^a-z]+/g, ' ');
}
