/**
 * Characters that are written from right to left: the blocks that Unicode reserves for them
 * (https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedBidiClass.txt).
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name, mood, city or tag for use within a sentence, as `<bdi>` does in HTML. Without this, text that is
 * written from right to left would reorder the words and numbers next to it.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
