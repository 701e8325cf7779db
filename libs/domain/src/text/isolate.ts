/**
 * Characters that are written from right to left: the blocks that Unicode reserves for them
 * (https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedBidiClass.txt).
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name, mood, city or tag for use within a sentence, as `<bdi>` does in HTML. Without this, text of the other
 * direction would reorder the words and numbers next to it, and lose its own last sign: in Arabic, "C++" would end in "C".
 * @param sentence the direction of the sentence around it
 */
export const isolate = (name: string, sentence: 'ltr' | 'rtl'): string =>
  name !== '' && (sentence === 'rtl' || RIGHT_TO_LEFT.test(name)) ? `\u2068${name}\u2069` : name;
