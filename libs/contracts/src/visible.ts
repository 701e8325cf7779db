/**
 * Characters of which nothing is seen: white space, controls and formats (of direction, zero-width), what Unicode says to
 * ignore where a font lacks it (Hangul fillers, variation selectors, joiners, tags, soft hyphen), unpaired surrogates and
 * noncharacters. Named one by one are those that only their glyph leaves empty: the braille blank, blanks of Egyptian
 * hieroglyphs, the Khitan filler and the musical null notehead. Some Arabic, Syriac and Kaithi signs are formats too, and
 * are seen: they are no exception, since each stands before a digit or a letter.
 */
const INVISIBLE =
  /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;

/** Whether a reader would see anything of the text. */
export const isVisible = (text: string): boolean => text.replace(INVISIBLE, '') !== '';
