/*
 * In which languages a name may be, and how else it may be spelled. Open-Meteo finds names in the one language that it is
 * asked in, and takes off only accents that Unicode takes apart.
 */

/** Languages of a script, ISO 639-1. */
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

/** The languages to ask in first. */
export function languagesOf(name: string): readonly string[] {
  return SCRIPTS.find(([letters]) => letters.test(name))?.[1] ?? ['en'];
}

/** Languages that have such letters, without those of LATIN. */
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
/** Languages in whose names many cities are known that GeoNames has under an English one. */
const LATIN = ['de', 'fr', 'es', 'it', 'pt', 'pl'];
const LANGUAGES_MAX = 6;

/** The languages to ask in when the first ones did not settle it. */
export function moreLanguages(name: string, read: readonly string[] = []): string[] {
  const askedLanguages = languagesOf(name);
  const byLetters = LETTERS.filter(([letters]) => letters.test(name.normalize('NFC'))).flatMap(
    ([, languages]) => languages,
  );
  const otherLanguages = askedLanguages.includes('en') ? [...read, ...byLetters.slice(0, 2), ...LATIN] : read;
  return [...new Set(otherLanguages)]
    .filter((language) => !askedLanguages.includes(language))
    .slice(0, LANGUAGES_MAX);
}

/** The languages in which to look for the beginning of a name: few, since each letter is another look-up. */
export function languagesWhileTyping(name: string, read: readonly string[] = []): string[] {
  const otherLanguages = /^[\x20-\x7e]*$/.test(name)
    ? read.slice(0, 1)
    : moreLanguages(name, read).slice(0, 3);
  return [...new Set([...languagesOf(name), ...otherLanguages])];
}

/** Letters that are written as others where a keyboard lacks them, and a language that has them. */
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
  /** In which to ask for it. */
  language: string;
}

/** Other spellings of a name in Latin letters, the most likely first: `Lodz` may be `Łódź`, `Saint Etienne` has a hyphen. */
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
    // First each letter in its last place, then everywhere, then in its first place.
    ...[0, 1, 2].flatMap((way) => variants.flatMap((ways) => ways[way] ?? [])),
  ];
  const distinct = new Map(spellings.toReversed().map((spelling) => [spelling.name, spelling]));
  distinct.delete(plain);
  return [...distinct.values()].toReversed().slice(0, SPELLINGS_MAX);
}

function replaceLast(text: string, from: string, to: string): string {
  const at = text.lastIndexOf(from);
  return at === -1 ? text : `${text.slice(0, at)}${to}${text.slice(at + from.length)}`;
}
