/*
 * The possible languages and spellings of a name. Open-Meteo finds names only in the requested language, and ignores only
 * accents that Unicode decomposes.
 */

/** The languages (ISO 639-1) of each script. */
const SCRIPTS: readonly [RegExp, readonly string[]][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/[іїєґ]/iu, ['uk', 'be']],
  [/[ђјљњћџ]/iu, ['sr', 'mk']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'bg', 'sr']],
  [/\p{Script=Arabic}/u, ['ar', 'fa', 'ur']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Thai}/u, ['th']],
  [/\p{Script=Devanagari}/u, ['hi', 'mr', 'ne']],
  [/\p{Script=Bengali}/u, ['bn']],
  [/\p{Script=Tamil}/u, ['ta']],
  [/\p{Script=Telugu}/u, ['te']],
  [/\p{Script=Gujarati}/u, ['gu']],
  [/\p{Script=Gurmukhi}/u, ['pa']],
  [/\p{Script=Kannada}/u, ['kn']],
  [/\p{Script=Malayalam}/u, ['ml']],
  [/\p{Script=Sinhala}/u, ['si']],
  [/\p{Script=Georgian}/u, ['ka']],
  [/\p{Script=Armenian}/u, ['hy']],
  [/\p{Script=Ethiopic}/u, ['am']],
  [/\p{Script=Khmer}/u, ['km']],
  [/\p{Script=Lao}/u, ['lo']],
  [/\p{Script=Myanmar}/u, ['my']],
];

/**
 * Returns the languages to ask in first: that of the reader, in which the region and the country are named then. The main
 * name of a place is found in any language.
 */
export function firstLanguages(name: string, preferred: readonly string[] = []): readonly string[] {
  const languages = languagesOf(name);
  return languages.includes('en') ? [preferred[0] ?? 'en'] : languages;
}

/** Returns the languages of the script of a name; English for Latin letters. */
export function languagesOf(name: string): readonly string[] {
  return SCRIPTS.find(([letters]) => letters.test(name))?.[1] ?? ['en'];
}

/** Languages by the letters that only they use, without the languages in LATIN. */
const LETTERS: readonly [RegExp, readonly string[]][] = [
  [/[åæø]/i, ['no', 'da', 'sv']],
  [/[äö]/i, ['sv', 'fi']],
  [/[ğış]/i, ['tr']],
  [/[őű]/i, ['hu']],
  [/[ăâîșțşţ]/i, ['ro']],
  [/[čďěňřšťůž]/i, ['cs', 'hr']],
  [/[ćđ]/i, ['hr']],
  [/[āēīūģķļņ]/i, ['lv']],
  [/[ąęėįų]/i, ['lt']],
  [/[ðþ]/i, ['is']],
  [/[ơưạảấầẩẫậắằẳẵặ]/i, ['vi']],
];
/** Languages in which people often write cities that GeoNames lists under an English name. */
const LATIN = ['de', 'fr', 'es', 'it', 'pt', 'pl'];
const LANGUAGES_MAX = 6;

/** Returns the languages to ask in if the first ones did not identify a city. */
export function moreLanguages(name: string, preferred: readonly string[] = []): string[] {
  const askedLanguages = languagesOf(name);
  const byLetters = LETTERS.filter(([letters]) => letters.test(name.normalize('NFC'))).flatMap(
    ([, languages]) => languages,
  );
  const otherLanguages = askedLanguages.includes('en')
    ? [...preferred, ...byLetters.slice(0, 2), ...LATIN]
    : preferred;
  return [...new Set(otherLanguages)]
    .filter((language) => !askedLanguages.includes(language))
    .slice(0, LANGUAGES_MAX);
}

/** Returns the languages to ask in while the user types: few, because each letter is another look-up. */
export function languagesWhileTyping(name: string, preferred: readonly string[] = []): string[] {
  const otherLanguages = /^[\x20-\x7e]*$/.test(name)
    ? preferred.slice(0, 1)
    : moreLanguages(name, preferred).slice(0, 3);
  return [...new Set([...firstLanguages(name, preferred), ...languagesOf(name), ...otherLanguages])];
}

/** Replacements for letters that a keyboard may lack, with a language that has each letter. */
const WRITTEN_AS: readonly [plain: string, letter: string, language: string][] = [
  ['o', 'ø', 'da'],
  ['l', 'ł', 'pl'],
  ['d', 'đ', 'hr'],
  ['i', 'ı', 'tr'],
  ['ss', 'ß', 'de'],
  ['ae', 'æ', 'da'],
  ['ae', 'ä', 'de'],
  ['oe', 'ø', 'da'],
  ['oe', 'ö', 'de'],
  ['ue', 'ü', 'de'],
  ['aa', 'å', 'no'],
  ['th', 'þ', 'is'],
];
const SPELLINGS_MAX = 6;

export interface Spelling {
  name: string;
  /** The language to ask in. */
  language: string;
}

/** Returns other Latin spellings of a name, the most likely first: `Łódź` for `Lodz`, `saint-etienne` for `Saint Etienne`. */
export function spellingsOf(name: string): Spelling[] {
  const plain = name.toLowerCase();
  const joinedForms = [plain.replace(/\bst\.? /g, 'saint ').replaceAll(' ', '-'), plain.replaceAll('-', ' ')];
  const variants = WRITTEN_AS.map(([from, to, language]) =>
    [replaceLast(plain, from, to), plain.replaceAll(from, to), plain.replace(from, to)].map(
      (variant): Spelling => ({ name: variant, language }),
    ),
  );
  const spellings = [
    ...joinedForms.map((variant): Spelling => ({ name: variant, language: 'fr' })),
    // Replace the last occurrence of each letter, then all occurrences, then the first one.
    ...[0, 1, 2].flatMap((form) => variants.flatMap((forms) => forms[form] ?? [])),
  ];
  const distinct = new Map(spellings.toReversed().map((spelling) => [spelling.name, spelling]));
  distinct.delete(plain);
  return [...distinct.values()].toReversed().slice(0, SPELLINGS_MAX);
}

function replaceLast(text: string, from: string, to: string): string {
  const start = text.lastIndexOf(from);
  return start === -1 ? text : `${text.slice(0, start)}${to}${text.slice(start + from.length)}`;
}
