/*
 * How many tokens a text has differs from model to model, and no server that can be behind OPENAI_BASE_URL is sure to
 * tell before it is asked. So there is a guess that is rather too high, by which prompts are made to fit, and a bound
 * from below, by which a prompt is found out that was cut. A tokenizer of one model is no better for another, and takes
 * seconds for a text without blanks.
 */

/** Rather too many: 3.5 letters a token, 1.5 digits or marks, and 2 bytes of what is not ASCII. */
export function estimateTokens(text: string): number {
  let letters = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) continue;
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    if (isLetter || code === 0x20) letters++;
    else marks++;
  }
  const otherBytes = Buffer.byteLength(text) - letters - marks;
  return Math.ceil(letters / 3.5 + marks / 1.5 + otherBytes / 2);
}

/**
 * What no tokenizer merges into one token: words, groups of digits, runs of marks, and a few letters of a script without
 * blanks (the patterns of GPT, Llama, Qwen and others split there beforehand).
 */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}|[\p{L}\p{M}]{1,20}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]+/gu;

/** Fewer tokens than this no model has counted of the whole text. */
export function tokensAtLeast(text: string): number {
  let pieces = 0;
  for (const _piece of text.matchAll(PIECE)) pieces++;
  return pieces;
}

/**
 * The window of a server that cut a prompt and counted this many tokens of it. Ollama cuts to the window, and since 0.30
 * to half of it, with two or three tokens more (github.com/ollama/ollama 17427).
 */
export function windowOfCut(countedTokens: number): number {
  for (const extraTokens of [2, 3])
    if ((countedTokens - extraTokens) % 128 === 0) return 2 * (countedTokens - extraTokens);
  return countedTokens;
}
