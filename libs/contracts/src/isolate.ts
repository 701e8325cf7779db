/**
 * Characters that are written from right to left: the blocks that Unicode keeps for them
 * (https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedBidiClass.txt).
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name, mood, city or tag for use within a sentence: one that is written from right to left would carry the words and
 * numbers beside it along. It does in plain text what `<bdi>` does in HTML.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
