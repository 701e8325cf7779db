/**
 * Any character but the invisible ones: white space, control and format characters (direction, zero-width), default
 * ignorable characters (Hangul fillers, variation selectors, joiners, tags, soft hyphen), unpaired surrogates and
 * noncharacters.
 * Characters that are invisible only because of an empty glyph are listed one by one: the braille blank, blanks of
 * Egyptian hieroglyphs, the Khitan filler and the musical null notehead. Some visible Arabic, Syriac and Kaithi signs
 * are format characters, too. They need no exception, since each precedes a digit or a letter.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Whether the text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
