/**
 * Characters that do not belong in a single line: control characters including tabs and line breaks, Unicode line
 * breaks, characters that change the text direction (embeddings, overrides, isolates), unpaired surrogates and
 * noncharacters.
 */
export const NOT_IN_A_LINE =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with a blank in place of each character that does not belong in a line. */
export const oneLine = (text: string): string => text.replaceAll(NOT_IN_A_LINE, ' ');
