import { isWrittenLike } from '@inner-weather/languages/languages';

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark, which is removed. Bytes that are mostly not UTF-8 are in the
 * encoding that older programs use in one of the languages, as spreadsheets save CSV files.
 * @param languages of the person, as BCP 47 tags, the preferred one first
 */
export function textOfBytes(bytes: Uint8Array, languages: readonly string[] = []): string {
  const [first, second] = bytes;
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
        ? 'utf-16be'
        : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  const isOther = encoding === 'utf-8' && text.includes('\ufffd') && isMostlyLost(text);
  return isOther ? new TextDecoder(legacyEncodingOf(bytes, languages)).decode(bytes) : text;
}

/** In other encodings, some bytes are a character of UTF-8 by chance: "Её" in Windows-1251 is "Ÿ". */
function isMostlyLost(text: string): boolean {
  let [lost, kept] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\ufffd') lost += 1;
    else if (text.charCodeAt(at) > 0x7f) kept += 1;
  }
  return lost > kept;
}

/** Encodings of languages in Latin letters that are not Windows-1252. */
const LATIN = [
  ['windows-1250', ['cs', 'hr', 'hu', 'pl', 'sk', 'sl']],
  ['windows-1254', ['az', 'ku', 'tr']],
  ['windows-1257', ['et', 'lt', 'lv']],
  ['windows-1258', ['vi']],
] as const;

const OTHER_SCRIPTS = [
  ['windows-1251', ['ba', 'be', 'bg', 'kk', 'ky', 'mk', 'ru', 'sah', 'sr', 'tg', 'tt', 'uk']],
  ['windows-1253', ['el']],
  ['windows-1255', ['he']],
  ['windows-1256', ['ar', 'fa']],
  ['windows-874', ['th']],
  ['shift_jis', ['ja']],
  ['euc-kr', ['ko']],
  ['gb18030', ['zh-Hans']],
  ['big5', ['zh-Hant']],
] as const;

/**
 * The default that the HTML standard suggests for the language, which is what Windows uses there:
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding (step 9). Where the standard names a
 * part of ISO 8859, it is the page of Windows, since the file is not from the web.
 */
function legacyEncodingOf(bytes: Uint8Array, languages: readonly string[]): string {
  const encodingIn = (list: typeof LATIN | typeof OTHER_SCRIPTS, tag: string) =>
    list.find(([, names]) => names.some((name) => isWrittenLike(tag, name)))?.[0];
  const inOtherScript = hasOtherScript(bytes)
    ? languages.map((tag) => encodingIn(OTHER_SCRIPTS, tag)).find((encoding) => encoding !== undefined)
    : undefined;
  return inOtherScript ?? encodingIn(LATIN, languages[0] ?? '') ?? 'windows-1252';
}

/**
 * Whether the text has words of another script, so that a German file is read where Russian is spoken, too: of Latin letters,
 * those with accents hardly ever follow each other three times.
 */
function hasOtherScript(bytes: Uint8Array): boolean {
  let [all, inRow, run] = [0, 0, 0];
  for (const byte of bytes) {
    run = byte > 0x7f ? run + 1 : 0;
    if (run > 0) all += 1;
    if (run === 3) inRow += 3;
    else if (run > 3) inRow += 1;
  }
  return inRow * 4 > all;
}
