import { t } from '@lingui/core/macro';

/** "That is a PDF." */
type Sentence = () => string;

const exportOf =
  (program: string): Sentence =>
  () =>
    t`That is an export of ${program}.`;

const backupOf =
  (program: string): Sentence =>
  () =>
    t`That is a backup of ${program}.`;

/** The kind of a file, by its first bytes: https://en.wikipedia.org/wiki/List_of_file_signatures. */
const SIGNATURES: [says: Sentence, at: number, bytes: string][] = [
  [() => t`That is a PDF.`, 0, '%PDF'],
  [() => t`That is a picture.`, 0, '\xff\xd8\xff'],
  [() => t`That is a picture.`, 0, '\x89PNG'],
  [() => t`That is a picture.`, 0, 'GIF8'],
  [() => t`That is a picture.`, 8, 'WEBP'],
  [() => t`That is a picture.`, 4, 'ftyphei'],
  [() => t`That is a picture.`, 4, 'ftypmif1'],
  [() => t`That is a film.`, 4, 'ftyp'],
  [() => t`That is a recording.`, 0, 'ID3'],
  [() => t`That is a RAR archive.`, 0, 'Rar!'],
  [() => t`That is a 7-Zip archive.`, 0, '7z\xbc\xaf'],
  [() => t`That is a compressed archive.`, 0, '\x1f\x8b'],
  [() => t`That is a compressed archive.`, 0, 'BZh'],
  [() => t`That is a database.`, 0, 'SQLite format 3'],
  [() => t`That is an old Word or Excel file.`, 0, '\xd0\xcf\x11\xe0'],
  [() => t`That is a web page.`, 0, '<!DOCTYPE html'],
  [() => t`That is a web page.`, 0, '<html'],
  [() => t`That is a text file with formatting (RTF).`, 0, '{\\rtf'],
];

/** File names in a ZIP that show which program made it. */
const ZIPS: [says: Sentence, name: RegExp][] = [
  [() => t`That is a Word file.`, /^word\/document\.xml$/],
  [() => t`That is an Excel file.`, /^xl\/workbook\.xml$/],
  [() => t`That is a presentation.`, /^ppt\/presentation\.xml$/],
  [() => t`That is an OpenDocument file.`, /^META-INF\/manifest\.xml$/],
  [() => t`That is a book (EPUB).`, /^META-INF\/container\.xml$/],
  [() => t`That is an app.`, /^AndroidManifest\.xml$/],
  [backupOf('Daylio'), /^backup\.daylio$/],
  [backupOf('Diaro'), /(^|\/)DiaroBackup\.xml$/],
  [exportOf('Journey'), /(^|\/)\d{13}-[0-9a-z]{16}\.json$/],
  [backupOf('DailyTxT'), /(^|\/)\d{4}\/\d{2}\.json$/],
  // A journal can have any name, but its pictures are always in the same folder.
  [exportOf('Day One'), /^(Journal\.json|photos\/[0-9a-z]+\.\w+)$/],
  // The date is required, because our own export has Markdown files too.
  [() => t`That is a folder of Markdown texts.`, /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/i],
];

/** Fields of a JSON file that show which program wrote it. */
const JSONS: [says: Sentence, has: (data: Record<string, unknown>) => boolean][] = [
  [exportOf('Day One'), (data) => 'metadata' in data && hasItem(data.entries, 'creationDate')],
  [exportOf('Journey'), (data) => 'date_journal' in data],
  [backupOf('Daylio'), (data) => 'dayEntries' in data],
  [exportOf('jrnl'), (data) => 'tags' in data && hasItem(data.entries, 'body')],
  [exportOf('Memos'), (data) => hasItem(data.memos, 'name')],
  [exportOf('Daily You'), (data) => hasItem(data, 'timeCreated')],
  [exportOf('Diarium'), (data) => hasItem(data, 'heading') || hasItem(data, 'html')],
  [exportOf('Pixels'), (data) => hasItem(data, 'scores')],
];

const hasItem = (list: unknown, field: string): boolean =>
  Array.isArray(list) && typeof list[0] === 'object' && list[0] !== null && field in list[0];

/** @param start at least the first 64 bytes */
export function kindOfBytes(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 64));
  return SIGNATURES.find(
    ([, at, bytes]) => text.slice(at, at + bytes.length).toLowerCase() === bytes.toLowerCase(),
  )?.[0]();
}

export const kindOfZip = (names: readonly string[]): string | undefined =>
  ZIPS.find(([, name]) => names.some((one) => name.test(one)))?.[0]();

export const kindOfJson = (data: Record<string, unknown>): string | undefined =>
  JSONS.find(([, has]) => has(data))?.[0]();

/** How diary.md of an export begins: its title, in any language, and the time of the first entry. */
const DIARY = /^# .*\n\n## \d{4}-\d{2}-\d{2}, \d{2}:\d{2}\n/;

/** @param text that is not JSON */
export function kindOfText(text: string): string | undefined {
  const [first = ''] = text.trimStart().split('\n', 1);
  if (first.startsWith('full_date,date,weekday,time,mood')) return exportOf('Daylio')();
  if (/^createdAt,/i.test(first)) return t`That is the table of an export (CSV).`;
  if (DIARY.test(text.trimStart())) return t`That is the diary of an export, which is for reading.`;
  if (first.startsWith('---') || first.startsWith('# ')) return t`That is a Markdown text.`;
  return undefined;
}
