/**
 * Converts text into the form in which texts are compared: without case, accents, points of Hebrew and Arabic,
 * invisible characters and typographic variants. Arabic letters that are often written without their hamza or dots, and
 * Arabic and Persian digits, become the plain ones. The form does not depend on a language.
 */
export function fold(text: string): string {
  // Most characters are ASCII, and folding other characters takes ten times as long.
  return text.toLowerCase().replace(OTHERS, foldOthers);
}

function foldOthers(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(CHANGED, (letter) => PLAIN[letter] ?? '');
}

const OTHERS = /[^\x00-\x7f]+/g;
/** Letters that Unicode normalization does not decompose. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  // Normalization has already taken the hamza and madda off أ إ آ ؤ ئ.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  ...digits('٠١٢٣٤٥٦٧٨٩'),
  ...digits('۰۱۲۳۴۵۶۷۸۹'),
};
/** Accents, points, the Arabic elongation (tatweel) and invisible characters. Vowel signs of other scripts are letters and are kept. */
const DROPPED =
  '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u00ad\\u200b-\\u200f\\ufe00-\\ufe0f';
const CHANGED = new RegExp(`[${Object.keys(PLAIN).join('')}${DROPPED}]`, 'g');

function digits(ofZeroToNine: string): Record<string, string> {
  return Object.fromEntries([...ofZeroToNine].map((digit, value) => [digit, String(value)]));
}
