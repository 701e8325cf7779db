import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { Collector } from '../../collector';
import { uniqueIds } from '../../files/reading';
import { EntryIndex } from '../../sameness';
import { understand } from '../../understand';
import type { ForeignEntry } from '../../understood';
import { applePage } from './drawn/apple-journal.mjs';
import { evernoteFile, evernoteNote } from './drawn/evernote.mjs';
import { keepNote } from './drawn/google-keep.mjs';
import { textFile } from './samples';
import { zipOf } from './drawn/packed.mjs';

/* What every format gives the server to tell whether an entry is here already: see sameness.ts. */

/** An entry of another app: the number that the app gives it, and its day. */
interface Written {
  number: number;
  day: string;
  words: string;
}

const at = (day: string, time = '08:10'): number => Date.parse(`${day}T${time}:00Z`);
const json = (value: unknown): File => textFile(JSON.stringify(value));
const csv = (header: string, rows: string[]): File => textFile([header, ...rows].join('\n'), 'file.csv');
const hex = (number: number): string => String(number).padStart(32, '0');
const newestFirst = (entries: Written[]): Written[] => entries.toSorted((a, b) => b.day.localeCompare(a.day));

type FilesOf = (entries: Written[]) => File | File[];

const jsonOf =
  (of: (entry: Written) => object, around: (list: object[]) => object = (list) => list): FilesOf =>
  (entries) =>
    json(around(entries.map(of)));

const csvOf =
  (header: string, of: (entry: Written) => string, order = (entries: Written[]) => entries) =>
  (entries: Written[]): File =>
    csv(header, order(entries).map(of));

/** A ZIP with a file for each entry: its path, and what is in it. */
const zipWith =
  (of: (entry: Written) => [string, string]): FilesOf =>
  (entries) =>
    zipOf(Object.fromEntries(entries.map(of)));

const daylioBackup = (entries: Written[], photo?: string): File =>
  textFile(
    btoa(
      JSON.stringify({
        customMoods: [{ id: 1, custom_name: 'Fine', mood_group_id: 2 }],
        assets: [{ id: 1, checksum: photo, type: 1 }],
        dayEntries: newestFirst(entries).map(({ number, day, words }) => ({
          id: number,
          mood: 1,
          note: words,
          assets: photo === undefined ? [] : [1],
          datetime: at(day),
          timeZoneOffset: 0,
          year: Number(day.slice(0, 4)),
          month: Number(day.slice(5, 7)) - 1,
          day: Number(day.slice(8)),
          hour: 8,
          minute: 10,
        })),
      }),
    ),
    'backup.daylio',
  );

const daylioCsv = csvOf(
  'full_date,date,weekday,time,mood,activities,note_title,note',
  ({ day, words }) => `${day},1 May,Monday,08:10,Fine,,,${words}`,
  newestFirst,
);

const diaroOf = (entries: Written[], uid: (number: number) => string): File =>
  textFile(
    `<?xml version="1.0"?><data version="2"><table name="diaro_entries">${entries
      .map(
        ({ number, day, words }) =>
          `<r><uid>${uid(number)}</uid><date>${at(day)}</date><text>${words}</text></r>`,
      )
      .join('')}</table></data>`,
  );

const journivOf = (entries: Written[], id: (number: number) => string): File =>
  json({
    export_version: '1.0',
    journals: [
      {
        title: 'Mine',
        entries: newestFirst(entries).map(({ number, day, words }) => ({
          external_id: id(number),
          content: words,
          entry_datetime_utc: `${day}T08:10:00`,
          created_at: '2026-01-01T08:10:00',
        })),
      },
    ],
  });

const FORMATS: Record<string, FilesOf> = {
  'Day One': jsonOf(
    ({ number, day, words }) => ({ uuid: hex(number), creationDate: `${day}T08:10:00Z`, text: words }),
    (entries) => ({ metadata: { version: '1.0' }, entries }),
  ),
  'Day One without ids': jsonOf(
    ({ day, words }) => ({ creationDate: `${day}T08:10:00Z`, text: words }),
    (entries) => ({ entries }),
  ),
  'Daylio, backup': (entries) => daylioBackup(entries),
  'Daylio, CSV': daylioCsv,
  'Apple Journal': zipWith(({ day, words }) => [
    `AppleJournalEntries/Entries/${day}.html`,
    applePage({ heading: day, body: `<p class="p2"><span class="s2">${words}</span></p>` }),
  ]),
  Evernote: (entries) => {
    const notes = entries.map(({ day, words }) =>
      evernoteNote({ created: `${day.replaceAll('-', '')}T081000Z`, content: `<div>${words}</div>` }),
    );
    return textFile(evernoteFile(...notes), 'notes.enex');
  },
  'Google Keep': (entries) =>
    entries.map(({ number, day, words }) =>
      textFile(keepNote({ textContent: words, createdTimestampUsec: at(day) * 1_000 }), `${number}.json`),
    ),
  Bearable: csvOf(
    'date,weekday,time of day,category,rating/amount,detail,notes',
    ({ day, words }) => `${day},Monday,am,Mood,7,Good (7),${words}`,
  ),
  'How We Feel': csvOf(
    'Date,Mood,Mood Key,Reflections,Notes',
    ({ day, words }) => `${day} 8:39 AM,Calm,calm,[],${words}`,
    newestFirst,
  ),
  Diaro: (entries) => diaroOf(entries, hex),
  'Diaro without ids': (entries) => diaroOf(entries, () => ''),
  Journiv: (entries) => journivOf(entries, hex),
  // As entries are that were imported there together.
  'Journiv without ids': (entries) => journivOf(entries, () => ''),
  DailyTxT: (entries) => {
    const inMonth = (month: string) => entries.filter(({ day }) => day.startsWith(month));
    const fileOf = (month: string): [string, string] => {
      const days = inMonth(month).map(({ day, words }) => ({ day: Number(day.slice(8)), text: words }));
      return [`${month.replace('-', '/')}.json`, JSON.stringify({ days })];
    };
    return zipOf(Object.fromEntries(entries.map(({ day }) => fileOf(day.slice(0, 7)))));
  },
  Journey: zipWith(({ number, day, words }) => [
    `${number}.json`,
    JSON.stringify({ id: hex(number), date_journal: at(day), text: words, timezone: 'Europe/Berlin' }),
  ]),
  Diarium: jsonOf(({ day, words }) => ({ date: `${day}T08:10:00.0000000`, heading: '', html: words })),
  'jrnl, text': (entries) =>
    textFile(entries.map(({ day, words }) => `[${day} 08:10] ${words}`).join('\n\n')),
  'jrnl, JSON': jsonOf(
    ({ day, words }) => ({ title: words, body: '', date: day, time: '08:10' }),
    (entries) => ({ entries }),
  ),
  memos: jsonOf(
    ({ number, day, words }) => ({
      ...{ name: `memos/${hex(number)}`, createTime: `${day}T08:10:00Z`, content: words },
    }),
    (memos) => ({ memos }),
  ),
  'memos before 0.19': jsonOf(({ number, day, words }) => ({
    ...{ id: number, rowStatus: 'NORMAL', createdTs: at(day) / 1_000, content: words },
  })),
  'Standard Notes': jsonOf(
    ({ number, day, words }) => ({
      ...{ uuid: hex(number), content_type: 'Note', created_at: `${day}T08:10:00Z` },
      content: { title: '', text: words },
    }),
    (items) => ({ items }),
  ),
  'Daily You': jsonOf(({ day, words }) => ({ timeCreated: `${day}T08:10:00.000`, text: words, mood: 1 })),
  Pixels: jsonOf(({ day, words }) => ({ type: 'Mood', date: day, scores: [4], notes: words, tags: [] })),
  OneShot: jsonOf(({ day, words }) => ({
    ...{ created: at(day) / 1_000, happiness: 'HAPPY', textContent: words },
  })),
  'notes of days': zipWith(({ day, words }) => [`diary/${day}.md`, words]),
  'notes with names': zipWith(({ number, day, words }) => [
    `Note ${number}.md`,
    `---\ndate: ${day}\n---\n${words}`,
  ]),
  'a long text': (entries) =>
    textFile(entries.map(({ day, words }) => `# ${day}\n\n${words}`).join('\n\n'), 'diary.md'),
  'Notion, a table without pages': (entries) => {
    const rows = entries.map(({ day, words }) => `,${day},${words}`);
    return zipOf({ [`Journal ${hex(1)}.csv`]: ['Name,Date,Text', ...rows].join('\n') });
  },
  'any table': csvOf('date,time,words', ({ day, words }) => `${day},08:10,${words}`, newestFirst),
};

const FIRST = [
  { number: 1, day: '2024-03-30', words: 'Rain' },
  { number: 2, day: '2024-03-31', words: 'Sun' },
];
/** Of another phone, or of the same one begun anew. */
const OTHER = [
  { number: 1, day: '2024-02-28', words: 'Snow' },
  { number: 2, day: '2024-02-29', words: 'Fog' },
];
const LATER = [...FIRST, { number: 3, day: '2024-04-01', words: 'Wind' }];

const read = async (files: File | File[]): Promise<ForeignEntry[]> =>
  (await understand([files].flat())).entries.toSorted((a, b) => a.words.localeCompare(b.words));

const identityOf = ({ id, when, words }: ForeignEntry) => ({ id, when, words });

it.each(Object.entries(FORMATS))(
  '%s gives each entry the same identity in each file that has it, and does not confuse two diaries',
  async (_name, fileOf) => {
    const [first, later] = [await read(fileOf(FIRST)), await read(fileOf(LATER))];
    expect(first).toHaveLength(2);
    const known = new Set(first.map(({ id }) => id));
    expect(later.filter(({ id }) => known.has(id)).map(identityOf)).toEqual(first.map(identityOf));
    const added = later.filter(({ id }) => !known.has(id));
    expect(added.map(({ words }) => words)).toEqual([expect.stringContaining('Wind')]);

    const other = await read(fileOf(OTHER));
    expect(other).toHaveLength(2);
    const ids = ({ id, formerIds = [] }: ForeignEntry) => [id, ...formerIds];
    const index = new EntryIndex(first.flatMap((entry) => ids(entry).map((id) => ({ ...entry, id }))));
    for (const one of other) expect(index.find(one)).toBeUndefined();
  },
);

it('a row of Notion without a page stays the same one when its words are edited, and knows its former id', async () => {
  const [day, fileOf] = ['2024-03-30', FORMATS['Notion, a table without pages']];
  const rowOf = async (words: string) => (await read(fileOf?.([{ number: 1, day, words }]) ?? []))[0];
  const [first, edited] = [await rowOf('Rain'), await rowOf('Rain and wind')];
  expect(edited?.id).toBe(first?.id);
  expect(first?.formerIds).toEqual([expect.stringMatching(/^notion:/)]);
  expect(edited?.formerIds).not.toEqual(first?.formerIds);
});

describe('a diary of Daylio', () => {
  it('has the same ids in its backup and in its CSV, also of entries of one minute', async () => {
    const sameMinute = { number: 4, day: '2024-03-31', words: 'Twice' };
    const entries = [sameMinute, ...FIRST];
    const [backup, table] = [await read(daylioBackup(entries)), await read(daylioCsv(entries))];
    const ids = backup.map(({ id, words }) => [id, words]);
    expect(table.map(({ id, words }) => [id, words])).toEqual(ids);
    expect(ids).toEqual([
      ['daylio:2024-03-30 08:10', 'Rain'],
      ['daylio:2024-03-31 08:10', 'Sun'],
      ['daylio:2024-03-31 08:10 2', 'Twice'],
    ]);
  });

  it('comes in once if both are chosen together, in whatever order, with what only one of them has', async () => {
    const photo = '2b40b9355fdeec3aa717675b01e6d28d';
    const backup = zipOf(
      { 'backup.daylio': await daylioBackup(FIRST, photo).text(), [`assets/photos/2024/3/${photo}`]: 'x' },
      'mine.daylio',
    );
    const table = daylioCsv(LATER);
    for (const chosen of [
      [backup, table],
      [table, backup],
    ]) {
      const all = await understand(chosen);
      expect(all.entries.map(({ words }) => words).sort()).toEqual(['Rain', 'Sun', 'Wind']);
      expect(all.moods).toMatchObject({ Fine: 'Happy' });
      expect(all.entries.flatMap(({ photos = [] }) => photos)).toMatchObject([
        { packed: { chosen: 'mine.daylio' } },
        { packed: { chosen: 'mine.daylio' } },
      ]);
    }
  });

  it('is not confused with that of another phone, even without words', async () => {
    const silent = (entries: Written[]) => entries.map((entry) => ({ ...entry, words: '' }));
    const ids = async (entries: Written[]) => (await read(daylioBackup(silent(entries)))).map(({ id }) => id);
    expect(new Set([...(await ids(FIRST)), ...(await ids(OTHER))]).size).toBe(4);
  });
});

describe('two entries of one file with one id', () => {
  const dayOne = (...entries: object[]) =>
    read(
      json({
        entries: entries.map((entry) => ({ uuid: 'A', creationDate: '2024-03-30T08:10:00Z', ...entry })),
      }),
    );

  it('are one if their time or their words are the same', async () => {
    const edited = { text: 'Rain, and snow', modifiedDate: '2024-03-31T08:10:00Z' };
    expect(await dayOne({ text: 'Rain' }, edited)).toMatchObject([{ words: 'Rain, and snow' }]);
    const moved = { text: 'Rain', creationDate: '2024-04-30T08:10:00Z' };
    expect(await dayOne({ text: 'Rain' }, moved)).toHaveLength(1);
  });

  it('are two if neither is', async () => {
    const other = { text: 'Sun', creationDate: '2024-04-30T08:10:00Z' };
    expect((await dayOne({ text: 'Rain' }, other)).map(({ id, words }) => [id, words])).toEqual([
      ['dayone:A', 'Rain'],
      ['dayone:A', 'Sun'],
    ]);
  });

  it('are one memo if two answers have it', async () => {
    const memo = { name: 'memos/a', createTime: '2024-03-30T08:10:00Z', content: 'Rain' };
    const answers = [json({ memos: [memo] }), json({ memos: [memo] })];
    expect(await read(answers)).toMatchObject([{ id: 'memos:a' }]);
  });
});

describe('many entries', () => {
  it('take a time that grows as they do, with one id or one minute', async () => {
    const collect = (count: number) => {
      const collector = new Collector('Any');
      for (let number = 0; number < count; number += 1) {
        const at = { number };
        const when = { local: '2024-03-30T08:10' };
        const other = { local: new Date(number * 60_000).toISOString().slice(0, 16) };
        // Of one minute in a file without ids, and edited and moved ones with one id.
        collector.add('any', 'minute', { at, when, words: `Rain ${number}`, tags: [] }, true);
        collector.add('any', 'id', { at, when: other, words: `Sun ${number}`, tags: [] });
      }
      expect(collector.understood.entries).toHaveLength(2 * count);
    };
    expect(await timesAsLong(collect, 8_000)).toBeLessThan(LINEAR);
  });

  it('of one minute get ids of their own as quickly', async () => {
    const name = (count: number) => {
      const idOf = uniqueIds();
      expect(new Set(Array.from({ length: count }, () => idOf('a'))).size).toBe(count);
    };
    expect(await timesAsLong(name, 20_000)).toBeLessThan(LINEAR);
  });
});
