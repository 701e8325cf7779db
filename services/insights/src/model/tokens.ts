/*
 * The number of tokens in a text depends on the model, and a server behind OPENAI_BASE_URL may not report it in advance.
 * Prompts are therefore fitted with a high estimate, and a cut prompt is detected with a lower bound. The tokenizer of one
 * model is no better for other models, and takes seconds for a text without spaces.
 */

/** Returns a high estimate: a token per 3.5 letters, 1.5 digits or marks, or 2 bytes of text that is not ASCII. */
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
 * Pieces that no tokenizer merges with each other: words, groups of digits, runs of marks, and a few letters of a script
 * without spaces. The patterns of GPT, Llama, Qwen and others split there.
 */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}|[\p{L}\p{M}]{1,20}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]+/gu;

/** Returns a lower bound for the number of tokens that any model counts. */
export function tokensAtLeast(text: string): number {
  let pieces = 0;
  for (const _piece of text.matchAll(PIECE)) pieces++;
  return pieces;
}

/**
 * Returns the context window of a server that cut a prompt to this many tokens. Ollama cuts to the window, and since 0.30
 * to half of it plus two or three tokens (github.com/ollama/ollama 17427).
 */
export function windowOfCut(countedTokens: number): number {
  for (const extraTokens of [2, 3])
    if ((countedTokens - extraTokens) % 128 === 0) return 2 * (countedTokens - extraTokens);
  return countedTokens;
}
