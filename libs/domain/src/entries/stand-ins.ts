/**
 * What an import writes in the place of something that an entry has in another app, in every language of the page. The
 * same file gives other ones when it is read in another language. Those of earlier versions stay in the list.
 */
const STAND_INS: readonly string[] = [
  ...['(a photo)', '(a video)', '(a recording)', '(a file)', '(an encrypted part)'],
  ...['(ein Foto)', '(ein Video)', '(eine Tonaufnahme)', '(eine Datei)', '(ein verschlüsselter Teil)'],
  ...['(una foto)', '(un video)', '(una grabación)', '(un archivo)', '(una parte cifrada)'],
  ...['(une photo)', '(une vidéo)', '(un enregistrement)', '(un fichier)', '(une partie chiffrée)'],
  ...['(uma foto)', '(um vídeo)', '(uma gravação)', '(um arquivo)', '(uma parte criptografada)'],
  ...['(صورة)', '(مقطع فيديو)', '(تسجيل صوتي)', '(ملف)', '(جزء مشفر)'],
];

const withoutSpaces = (line: string): string => line.normalize().replace(/\s+/g, '');

const LINES: ReadonlySet<string> = new Set(STAND_INS.map(withoutSpaces));

/** "(1 of 2)" in any language, of an entry that was too long for one. */
const PART = /^\(\d+\p{L}+\d+\)$/u;

/** Whether a line is not of the words of an entry, but was written by an import. Spaces do not count. */
export function isStandIn(line: string): boolean {
  const plain = withoutSpaces(line);
  return LINES.has(plain) || PART.test(plain);
}
