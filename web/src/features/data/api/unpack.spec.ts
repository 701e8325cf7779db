import { strToU8, zipSync, type Zippable } from 'fflate';
import { fileOf, textFile as text } from '../../../../test/files';
import { readExportFile } from './export-file';

const EXPORT = JSON.stringify({
  format: 'inner-weather-export',
  version: 1,
  entries: [{ content: 'Käse 🧀' }],
});

const zip = (files: Zippable) => fileOf(zipSync(files));

const utf16 = (words: string, { mark, little }: { mark: boolean; little: boolean }) => {
  const units = Array.from(mark ? `\ufeff${words}` : words, (letter) => letter)
    .join('')
    .split('')
    .map((unit) => unit.charCodeAt(0));
  return fileOf(
    Uint8Array.from(units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]))),
  );
};

describe('an export can be read', () => {
  it.each([
    ['as JSON', text(EXPORT)],
    ['with a byte order mark', text(`\ufeff${EXPORT}`)],
    ['in UTF-16 with a mark', utf16(EXPORT, { mark: true, little: true })],
    ['in the other UTF-16', utf16(EXPORT, { mark: true, little: false })],
    ['in UTF-16 without a mark', utf16(EXPORT, { mark: false, little: true })],
    ['as the ZIP', zip({ 'inner-weather.json': strToU8(EXPORT), 'entries.csv': strToU8('x') })],
    ['as a ZIP with other compression', zip({ 'inner-weather.json': [strToU8(EXPORT), { level: 0 }] })],
    [
      'as a ZIP that a Mac or a phone made of the unpacked folder',
      zip({
        '__MACOSX/My diary/._inner-weather.json': strToU8('Mac OS X'),
        'My diary/entries.csv': strToU8('x'),
        'My diary/inner-weather (1).json': strToU8(EXPORT),
      }),
    ],
    [
      'as a ZIP of a file with another name',
      zip({ 'Diary 2026.JSON': strToU8(EXPORT), 'a.json': strToU8('{}') }),
    ],
    [
      'as a ZIP with a comment at its end',
      fileOf(withComment(zipSync({ 'inner-weather.json': strToU8(EXPORT) }))),
    ],
  ])('%s', async (_how, file) => {
    expect((await readExportFile(file)).entries).toEqual([{ content: 'Käse 🧀' }]);
  });
});

describe('the error names the kind of any other file', () => {
  const words = { content: 'Words' };
  it.each([
    ['nothing', text(''), /That file is empty/],
    ['a PDF', text('%PDF-1.7 …'), /That is a PDF/],
    ['a photo', fileOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), /That is a picture/],
    [
      'a Word file',
      zip({ '[Content_Types].xml': strToU8(''), 'word/document.xml': strToU8('') }),
      /That is a Word file/,
    ],
    ['another ZIP', zip({ 'Journal.txt': strToU8('') }), /There is no inner-weather\.json in that ZIP/],
    [
      'a ZIP with paths that lead out of it',
      zip({ '../../outside.json': strToU8('{}') }),
      /There is no inner-weather\.json/,
    ],
    [
      'a ZIP that was cut off',
      fileOf(zipSync({ 'inner-weather.json': strToU8(EXPORT) }).slice(0, 60)),
      /part of it is missing/,
    ],
    ['the table of an export', text('\ufeffcreatedAt,updatedAt\r\n'), /That is the table of an export/],
    [
      'the diary of an export',
      text("# Ana's Journal\n\n## 2026-03-02, 00:30\n"),
      /That is the diary of an export/,
    ],
    [
      'a table of Daylio',
      text('full_date,date,weekday,time,mood,activities\n'),
      /That is an export of Daylio/,
    ],
    [
      'Day One',
      text(JSON.stringify({ metadata: {}, entries: [{ creationDate: 'x' }] })),
      /That is an export of Day One/,
    ],
    [
      'a ZIP of Day One',
      zip({ 'Journal.json': strToU8(''), 'photos/a.png': strToU8('') }),
      /an export of Day One/,
    ],
    ['a ZIP of Journey', zip({ '1625133600000-abcdefgh12345678.json': strToU8('') }), /an export of Journey/],
    [
      'a ZIP of DailyTxT',
      zip({ 'user.json': strToU8(''), '2024/03.json': strToU8('') }),
      /a backup of DailyTxT/,
    ],
    ['a ZIP of Markdown', zip({ 'Daily/2024-03-30.md': strToU8('') }), /a folder of Markdown texts/],
    ['Daily You', text('[{"timeCreated":"x","text":"x"}]'), /an export of Daily You/],
    ['Diarium', text('[{"date":"x","heading":"x","html":"x"}]'), /an export of Diarium/],
    ['Pixels', text('[{"type":"Mood","date":"x","scores":[4]}]'), /an export of Pixels/],
    ['Memos', text('{"memos":[{"name":"memos/a"}]}'), /an export of Memos/],
    ['half an export', text(EXPORT.slice(0, 60)), /it is not an export, or part of it is missing/],
    ['a list', text(JSON.stringify([words])), /That is not a journal export/],
    ['lists twenty thousand levels deep', text('['.repeat(20_000)), /part of it is missing/],
  ])('%s', async (_what, file, message) => {
    await expect(readExportFile(file)).rejects.toThrow(message);
  });
});

/** A ZIP with a comment at its end, as some tools write it. */
function withComment(bytes: Uint8Array): Uint8Array {
  const comment = strToU8('made by a phone');
  const whole = new Uint8Array(bytes.length + comment.length);
  whole.set(bytes);
  whole.set(comment, bytes.length);
  whole[bytes.length - 2] = comment.length;
  return whole;
}
