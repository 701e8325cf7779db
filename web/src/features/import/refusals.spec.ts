import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { DecompressionStream } from 'node:stream/web';
import { jest } from '@jest/globals';
import { zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { joplinNote, NOTEBOOKS } from './understand/formats/specs/drawn/joplin.mjs';
import { tarOf } from './understand/formats/specs/drawn/packed.mjs';

// jsdom's files cannot be read, and it unpacks nothing.
Object.assign(globalThis, { Blob: NodeBlob, File: NodeFile, DecompressionStream });
const { failureInWords } = await import('./words');
const { understand } = await import('./understand/understand');
const { BOUNDS } = await import('./understand/understood');

const named = (name: string, contents: BlobPart) => new File([contents], name);
const sample = (name: string) => named(name, readFileSync(`${process.cwd()}/web/samples/${name}`));
const zip = (path: string, text: string) =>
  named('file.zip', zipSync({ [path]: [new TextEncoder().encode(text), { level: 0 }] }));
const base64 = (text: string) => Buffer.from(text).toString('base64');

const DAYLIO = 'full_date,date,weekday,time,mood,activities,note_title,note\n';
const MISSING = 'Part of that file is missing. Copy or download it again.';
const DAMAGED = 'That ZIP cannot be unpacked: it is damaged. Copy or download it again.';
const LARGE =
  'What is in that ZIP is too large when it is unpacked. Export a shorter time, or leave the pictures out.';
const LONG = 'That file has more than 1,000 entries. Split it, and import the parts one after the other.';
const UNKNOWN = 'That file is not a diary we can read.';
const PDF =
  'That is a PDF, which cannot be imported. Export the diary in another format: as JSON from Day One, as a backup or CSV from Daylio, as HTML from Apple Journal.';
const PAGE = 'That is a web page. If it is from Apple Journal, choose its whole folder, or a ZIP of that.';
const saveAsText = (program: string) =>
  `That is a file of ${program}. Save it as plain text (.txt), with each day on a line of its own, and choose that file.`;
const encrypted = (app: string) =>
  `This one is encrypted with your password in ${app}. Export it there without encryption, and choose that file.`;

/** Files that end too early, by their apps. */
const HALVES = {
  'Inner Weather': '{"format": "inner-weather-export", "entries": [',
  'Day One':
    '{"metadata": {"version": "1.0"}, "entries": [{"uuid": "A", "creationDate": "2024-05-05T10:00:00Z"',
  Diarium: '[{"date": "2025-07-14T22:45:00.0000000", "heading": "", "html": "<p>Hot.</p>", "rating": 4}',
  Journey: '{"dateOfJournal": "2025-03-22T23:23:07.000Z", "text": "*Rain*", "timezone": "Asia/Tokyo"',
  Journiv: '{"export_version": "1.2", "journals": [{"title": "Diary", "entries": []}]',
  jrnl: '{"tags": {}, "entries": [{"title": "A", "body": "", "date": "2024-01-01", "time": "10:00"}',
  memos: '{"memos": [{"name": "memos/a", "createTime": "2026-02-01T22:10:00Z", "content": "a"}',
  'Standard Notes': '{"version": "004", "items": [{"content_type": "Note"',
};

type Refused = [what: string, file: () => File, words: string];

/** What a person can choose by mistake, of every format, and what the page says then. */
const REFUSED: Refused[] = [
  ...Object.entries(HALVES).map(([app, text]): Refused => [
    `half of ${app}`,
    () => named('a.json', text),
    MISSING,
  ]),
  ['nothing', () => named('diary.json', ''), 'That file is empty.'],
  ['half a ZIP', () => sample('hostile-cut-off.zip'), MISSING],
  ['a ZIP that is none', () => sample('hostile-not-a-zip.zip'), PAGE],
  ['a ZIP that unpacks to 64 MiB', () => sample('hostile-large-when-unpacked.zip'), LARGE],
  ['a list in a list', () => sample('hostile-deep.json'), 'That file is nested too deeply to be a diary.'],
  [
    'a ZIP with names that lead out of it',
    () => sample('hostile-paths.zip'),
    'That ZIP contains file names that point outside it. No diary does that, so it was not read.',
  ],
  ['another JSON', () => named('other.json', '{"entries": 1}'), UNKNOWN],
  ['words that are no diary', () => named('x.txt', 'Just words, of a letter.\nNo table at all.'), UNKNOWN],
  ['a PDF', () => named('diary.zip', '%PDF-1.7'), PDF],
  ['PDFs in a ZIP', () => zip('Journal/2026-01-14.pdf', '%PDF-1.7'), PDF],
  ['Word', () => zip('word/document.xml', '<w:document/>'), saveAsText('Word')],
  ['Word files in a ZIP', () => zip('Journey/1.docx', 'PK'), saveAsText('Word')],
  ['Pages', () => zip('Index/Document.iwa', ''), saveAsText('Pages')],
  ['RTF', () => named('diary.rtf', '{\\rtf1'), saveAsText('RTF')],
  [
    'an archive of another kind',
    () => named('diary.rar', 'Rar!\x1a'),
    'That is an archive of another kind (RAR). Unpack it, and choose what is in it.',
  ],
  ['web pages in a ZIP', () => zip('diary.html', '<p>x'), PAGE],
  ['a web page below empty lines', () => named('diary.zip', '\n <html>'), PAGE],
  [
    'Inner Weather, newer',
    () => named('a.json', '{"format": "inner-weather-export", "version": 2}'),
    'That export was made by a newer version of Inner Weather.',
  ],
  [
    'Inner Weather without entries',
    () => named('a.json', '{"format": "inner-weather-export", "version": 1}'),
    'That is a file of Inner Weather, but it has no entries.',
  ],
  [
    'Day One Classic',
    () => zip('Journal.dayone/entries/A.doentry', '<?xml version="1.0"?>'),
    'That is a journal of Day One Classic. Export it from Day One as JSON, and choose that file.',
  ],
  [
    'another JSON with a list of entries',
    () =>
      named('a.json', JSON.stringify({ entries: [{ text: 'Rain. '.repeat(2_000), date: '2024-03-30' }] })),
    UNKNOWN,
  ],
  ['jrnl, encrypted', () => named('a.txt', 'gAAAAABub3QtcmVhbGx5LWVuY3J5cHRlZA=='), encrypted('jrnl')],
  [
    'Standard Notes, encrypted',
    () => named('a.txt', '{"items": [{"content_type": "Note", "content": "004:abc"}]}'),
    encrypted('Standard Notes'),
  ],
  [
    'Joplin, encrypted',
    () => named('a.jex', tarOf({ ...NOTEBOOKS, ...joplinNote('7', '', '', { encryption_applied: 1 }) })),
    encrypted('Joplin'),
  ],
  ['DailyTxT, encrypted', () => sample('dailytxt-encrypted.zip'), encrypted('DailyTxT')],
  ['Daylio that is not base64', () => zip('backup.daylio', 'no base64!'), DAMAGED],
  ['half of Daylio', () => zip('backup.daylio', base64('{"dayEntries": [')), DAMAGED],
  [
    'Daylio without entries',
    () => zip('backup.daylio', base64('{"dayEntries": 1}')),
    'That is a file of Daylio, but it has no entries.',
  ],
  [
    'a CSV of Daylio with too many lines',
    () => named('a.csv', DAYLIO + '2026-10-22,,,09:00,meh,,,a\n'.repeat(1_002)),
    LONG,
  ],
  [
    'a table with a quote that never ends',
    () => named('a.csv', 'Date,Text\n2024-03-30,"never'),
    'A quotation mark never ends, so the rest of the table cannot be read.',
  ],
  [
    'a table of one line',
    () => named('a.csv', 'Date,Text\n'),
    'That is a file of CSV, but it has no entries.',
  ],
  [
    'a table with too many stray quotes',
    () => named('a.csv', `Date,Text\n2024-03-30,"${'a"a'.repeat(1_100_000)}`),
    DAMAGED,
  ],
  ['a diary in one file with too many days', () => named('x.md', '# 2024-03-30\nx\n'.repeat(1_001)), LONG],
  [
    'Diaro that is nested without end',
    () => named('a.xml', `<?xml version="1.0"?><data><table name="diaro_entries">${'<r>'.repeat(20_000)}`),
    'That file is nested too deeply to be a diary.',
  ],
];

const bounds: Record<'entries', number> = BOUNDS;
beforeAll(() => void jest.replaceProperty(bounds, 'entries', 1_000));

it.each(REFUSED)('%s is refused in words that say what to do', async (_what, file, words) => {
  const failure: unknown = await understand([file()]).catch((error: unknown) => error);
  expect(failureInWords(failure).replace(/\p{Cf}/gu, '')).toBe(words);
});
