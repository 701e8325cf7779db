/** The kind of a file, by its first bytes: https://en.wikipedia.org/wiki/List_of_file_signatures. */
const SIGNATURES: [kind: string, at: number, bytes: string][] = [
  ['a PDF', 0, '%PDF'],
  ['a picture', 0, '\xff\xd8\xff'],
  ['a picture', 0, '\x89PNG'],
  ['a picture', 0, 'GIF8'],
  ['a picture', 8, 'WEBP'],
  ['a picture', 4, 'ftyphei'],
  ['a picture', 4, 'ftypmif1'],
  ['a film', 4, 'ftyp'],
  ['a recording', 0, 'ID3'],
  ['a RAR archive', 0, 'Rar!'],
  ['a 7-Zip archive', 0, '7z\xbc\xaf'],
  ['a compressed archive', 0, '\x1f\x8b'],
  ['a compressed archive', 0, 'BZh'],
  ['a database', 0, 'SQLite format 3'],
  ['an old Word or Excel file', 0, '\xd0\xcf\x11\xe0'],
  ['a web page', 0, '<!DOCTYPE html'],
  ['a web page', 0, '<html'],
  ['a text file with formatting (RTF)', 0, '{\\rtf'],
];

/** File names in a ZIP that show which program made it. */
const ZIPS: [kind: string, name: RegExp][] = [
  ['a Word file', /^word\/document\.xml$/],
  ['an Excel file', /^xl\/workbook\.xml$/],
  ['a presentation', /^ppt\/presentation\.xml$/],
  ['an OpenDocument file', /^META-INF\/manifest\.xml$/],
  ['a book (EPUB)', /^META-INF\/container\.xml$/],
  ['an app', /^AndroidManifest\.xml$/],
  ['a backup of Daylio', /^backup\.daylio$/],
  ['a backup of Diaro', /(^|\/)DiaroBackup\.xml$/],
  ['an export of Journey', /(^|\/)\d{13}-[0-9a-z]{16}\.json$/],
  ['a backup of DailyTxT', /(^|\/)\d{4}\/\d{2}\.json$/],
  // A journal can have any name, but its pictures are always in the same folder.
  ['an export of Day One', /^(Journal\.json|photos\/[0-9a-z]+\.\w+)$/],
  // The date is required, because our own export has Markdown files too.
  ['a folder of Markdown texts', /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/i],
];

/** Fields of a JSON file that show which program wrote it. */
const JSONS: [kind: string, has: (data: Record<string, unknown>) => boolean][] = [
  ['an export of Day One', (data) => 'metadata' in data && hasItem(data.entries, 'creationDate')],
  ['an export of Journey', (data) => 'date_journal' in data],
  ['a backup of Daylio', (data) => 'dayEntries' in data],
  ['an export of jrnl', (data) => 'tags' in data && hasItem(data.entries, 'body')],
  ['an export of Memos', (data) => hasItem(data.memos, 'name')],
  ['an export of Daily You', (data) => hasItem(data, 'timeCreated')],
  ['an export of Diarium', (data) => hasItem(data, 'heading') || hasItem(data, 'html')],
  ['an export of Pixels', (data) => hasItem(data, 'scores')],
];

const hasItem = (list: unknown, field: string): boolean =>
  Array.isArray(list) && typeof list[0] === 'object' && list[0] !== null && field in list[0];

/** @param start at least the first 64 bytes */
export function kindOfBytes(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 64));
  return SIGNATURES.find(
    ([, at, bytes]) => text.slice(at, at + bytes.length).toLowerCase() === bytes.toLowerCase(),
  )?.[0];
}

export const kindOfZip = (names: readonly string[]): string | undefined =>
  ZIPS.find(([, name]) => names.some((one) => name.test(one)))?.[0];

export const kindOfJson = (data: Record<string, unknown>): string | undefined =>
  JSONS.find(([, has]) => has(data))?.[0];

/** @param text that is not JSON */
export function kindOfText(text: string): string | undefined {
  const [first = ''] = text.trimStart().split('\n', 1);
  if (first.startsWith('full_date,date,weekday,time,mood')) return 'an export of Daylio';
  if (/^createdAt,/i.test(first)) return 'the table of an export (CSV)';
  if (/^# .*'s Journal/.test(first)) return 'the diary of an export, which is for reading';
  if (first.startsWith('---') || first.startsWith('# ')) return 'a Markdown text';
  return undefined;
}
