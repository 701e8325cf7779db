/** Files that are none of ours, by their first bytes: https://en.wikipedia.org/wiki/List_of_file_signatures. */
const SIGNATURES = [
  ['pdf', 0, '%PDF'],
  ['picture', 0, '\xff\xd8\xff'],
  ['picture', 0, '\x89PNG'],
  ['picture', 0, 'GIF8'],
  ['picture', 8, 'WEBP'],
  ['picture', 4, 'ftyphei'],
  ['picture', 4, 'ftypmif1'],
  ['film', 4, 'ftyp'],
  ['recording', 0, 'ID3'],
  ['rar', 0, 'Rar!'],
  ['7z', 0, '7z\xbc\xaf'],
  ['compressed', 0, '\x1f\x8b'],
  ['compressed', 0, 'BZh'],
  ['database', 0, 'SQLite format 3'],
  ['old-office', 0, '\xd0\xcf\x11\xe0'],
  ['web-page', 0, '<!DOCTYPE html'],
  ['web-page', 0, '<html'],
  ['rtf', 0, '{\\rtf'],
] as const;

/** File names in a ZIP that show which program made it, or what it has. */
const ZIPS = [
  ['word', /^word\/document\.xml$/],
  ['excel', /^xl\/workbook\.xml$/],
  ['presentation', /^ppt\/presentation\.xml$/],
  ['open-document', /^META-INF\/manifest\.xml$/],
  ['epub', /^META-INF\/container\.xml$/],
  ['day-one-classic', /\.doentry$/],
  ['app', /^AndroidManifest\.xml$/],
  ['pages', /(^|\/)Index\/Document\.iwa$/],
  ['pdf', /\.pdf$/i],
  ['word', /\.docx?$/i],
  ['web-page', /\.html?$/i],
] as const;

export type OtherKind = (typeof SIGNATURES)[number][0] | (typeof ZIPS)[number][0];

/** As they are called in any language. */
export const FILE_NAMES = {
  ...{ rar: 'RAR', '7z': '7-Zip', compressed: 'gzip, bzip2' },
  ...{ rtf: 'RTF', word: 'Word', pages: 'Pages', 'open-document': 'OpenDocument' },
} as const satisfies Partial<Record<OtherKind, string>>;

/** @param start at least the first 64 bytes */
export function kindOfBytes(start: Uint8Array): OtherKind | undefined {
  const text = String.fromCharCode(...start.subarray(0, 64)).toLowerCase();
  const kind = SIGNATURES.find(([, at, bytes]) => text.startsWith(bytes.toLowerCase(), at))?.[0];
  return kind ?? (HTML.test(text) ? 'web-page' : undefined);
}

/** Behind a byte order mark in UTF-8, blanks and line breaks. */
const HTML = /^(\xef\xbb\xbf)?\s*<(!doctype html|html)\b/;

export const kindOfZip = (paths: readonly string[]): OtherKind | undefined =>
  ZIPS.find(([, name]) => paths.some((path) => name.test(path)))?.[0];
