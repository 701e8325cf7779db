/**
 * Characters that a text of several lines does not have: control characters other than tabs and line breaks, unpaired
 * surrogates, which UTF-8 cannot express, and noncharacters such as U+FFFE.
 */
const NOT_IN_TEXT = /(?![\t\n])\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Line breaks of other systems, and of word processors. */
const LINE_BREAK = /\r\n?|[\v\f\u0085]/g;

/** What both of them are among. Nearly all texts have none of these, which this finds out much more quickly. */
const MAYBE_EITHER = /[^\t\n -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;

/**
 * The text as it may be stored. The replacement character U+FFFD stands in place of each character that does not belong in a
 * text, always in the same way, so that the same text is equal when it comes again. Line breaks become `\n`.
 */
export const wellFormed = (text: string): string =>
  MAYBE_EITHER.test(text) ? text.replace(LINE_BREAK, '\n').replaceAll(NOT_IN_TEXT, '\ufffd') : text;
