import { understand } from '../../understand';
import {
  fields,
  folder,
  lines,
  named,
  prepared,
  preparedOf,
  textFile,
  understood,
  understoodOrFailure,
} from './samples';
import { zipFile } from './zips';

const read = async (text: string, name = 'diary.md') => preparedOf(await understand([textFile(text, name)]));

const readFolder = (files: Record<string, string>) => understand(folder(files));

describe('a long text with the newest day on top', () => {
  it('keeps the ids of the entries of a day when others come', async () => {
    const idsOf = async (...words: string[]) => {
      const days = [...words.map((one) => `# 2024-03-31\n\n${one}`), '# 2024-03-30\n\nOld'];
      const { entries } = await understand([textFile(days.join('\n\n'), 'diary.md')]);
      return Object.fromEntries(entries.map((entry) => [entry.words, entry.id]));
    };
    const ids = await idsOf('Second', 'First');
    expect(ids).toEqual({
      Second: 'markdown:diary:2024-03-31 2',
      First: 'markdown:diary:2024-03-31',
      Old: 'markdown:diary:2024-03-30',
    });
    expect(await idsOf('Third', 'Second', 'First')).toMatchObject(ids);
  });
});

describe('daily notes of Obsidian', () => {
  it('are entries of their days, and copies are asked for', async () => {
    const withCopies = await prepared('obsidian-daily.zip', { optional: { copy: true } });
    expect(lines(withCopies, 'createdAt', 'content', 'tags', 'inputMood')).toEqual([
      '2024-03-30T12:00:00.000+01:00 | # Saturday\n\nRain until noon. #river | ["rain","long walk","river"] | Happy',
      '2024-03-31T12:00:00.000+02:00 | Windows line ends and a BOM. | ["rain","sleep"] | Tired',
      '2024-04-02T12:00:00.000+02:00 | The words should survive. | [] | ',
      '2024-04-04T08:10:00.000+02:00 | Morning pages. | [] | ',
      '2024-04-04T23:55:00.000+02:00 | Too late for pages. | [] | ',
      '2024-04-01T12:00:00.000+02:00 | No front matter. and a link. | [] | ',
      '2024-04-01T12:00:00.000+02:00 | A date in words. | [] | ',
      '2024-03-31T12:00:00.000+02:00 | A conflict copy of the same day. | [] | ',
    ]);
    const without = await prepared('obsidian-daily.zip');
    expect([without.entries.length, without.notTaken]).toEqual([7, { copies: 1 }]);
  });

  it('name what is not taken, and why', async () => {
    const { refused, remarks, notTaken } = await understood('obsidian-daily.zip');
    expect(notTaken).toEqual({});
    expect(refused).toEqual([
      { at: { file: 'Daily/2024-02-30.md' }, reason: 'no-such-date', detail: '2024-02-30' },
      { at: { file: 'Daily/2024-04-03.md' }, reason: 'empty' },
      { at: { file: 'Daily/2024-W14.md' }, reason: 'not-a-daily-note', detail: '2024-W14' },
      {
        at: { file: 'Ideas/A note that is no diary.md' },
        reason: 'not-a-daily-note',
        detail: 'A note that is no diary',
      },
    ]);
    expect(remarks).toEqual([
      {
        at: { file: 'Daily/2024-04-02.md' },
        remark: 'broken-front-matter',
        detail: expect.stringContaining('Broken'),
      },
      { at: { file: 'Daily/Montag, 1. April 2024.md' }, remark: 'same-day-twice', detail: '2024-04-01' },
    ]);
  });

  it.each([
    '['.repeat(9_000),
    '{a: '.repeat(4_500),
    '- '.repeat(9_000),
    `${'['.repeat(60)}${']'.repeat(60)}`,
  ])('keep their words below a front matter that is too deep to be read (%.6s)', async (deep) => {
    const { entries, remarks } = await readFolder({ 'diary/2025-12-12.md': `---\na: ${deep}\n---\nbelow` });
    expect(entries).toMatchObject([{ words: 'below' }]);
    expect(remarks).toMatchObject([{ remark: 'broken-front-matter' }]);
  });

  it('are read from a folder, whatever pattern their names have', async () => {
    const { entries, refused } = await readFolder({
      'diary/2025/12/12.md': 'folders',
      'diary/journals/2025_12_13.md': 'Logseq',
      'diary/2025-12-14 A long walk.md': 'to the sea',
      'diary/15.12.2025.md': 'dots',
      'diary/16 décembre 2025.md': 'words',
      'diary/17-12-2025.txt': 'plain text',
      'diary/daily.2025.12.18.md': 'Dendron',
      'diary/2025-12-19 0810.md': 'a time',
      'diary/2025-12-22 at 8.10 PM.md': 'an evening',
      'diary/23. Dezember 2025, 20.15 Uhr.md': 'German',
      'diary/.trash/2025-12-20.md': 'deleted',
      'diary/2025年12月21日.md': 'Japanese',
      'diary/03-04-2025.md': 'open',
    });
    expect(refused).toEqual([]);
    expect(Object.fromEntries(entries.map(({ words, when }) => [words, when]))).toEqual({
      folders: { local: '2025-12-12T12:00', isDayOnly: true },
      Logseq: { local: '2025-12-13T12:00', isDayOnly: true },
      'A long walk\n\nto the sea': { local: '2025-12-14T12:00', isDayOnly: true },
      dots: { local: '2025-12-15T12:00', isDayOnly: true },
      words: { local: '2025-12-16T12:00', isDayOnly: true },
      'plain text': { local: '2025-12-17T12:00', isDayOnly: true },
      'daily\n\nDendron': { local: '2025-12-18T12:00', isDayOnly: true },
      'a time': { local: '2025-12-19T08:10' },
      'an evening': { local: '2025-12-22T20:10' },
      German: { local: '2025-12-23T20:15' },
      Japanese: { local: '2025-12-21T12:00', isDayOnly: true },
      open: { numbers: [3, 4, 2025] },
    });
  });

  it('keep their ids in another folder, and when there are more of them', async () => {
    const first = await readFolder({ 'vault/2024-03-30.md': 'a', 'vault/2024-03-31.md': 'b' });
    const later = await readFolder({
      'x/y/2024-03-29.md': 'new',
      'x/y/2024-03-30.md': 'a',
      'x/y/2024-03-31.md': 'b, edited',
    });
    expect(first.entries).toHaveLength(2);
    const ids = later.entries.map(({ id }) => id);
    for (const { id } of first.entries) expect(ids).toContain(id);
  });

  it('have times, zones, places and weather from their front matter', async () => {
    const text = `---
date: 2024-03-30T08:15:30+09:00
location: '[[Japan/Kyoto|Kyoto]]'
weather: Light rain
temperature: 7.5
tags: '#walk #old town'
sleep: 7
completed?: no
---
Rain.`;
    expect(
      fields(
        await read(text, '2024-03-30.md'),
        'createdAt',
        'location',
        'weatherData',
        'temperature',
        'tags',
      ),
    ).toEqual([['2024-03-30T08:15:30.000+09:00', 'Kyoto', 'Light rain', 7.5, ['walk', 'old town']]]);
    const all = await understand([textFile(text, '2024-03-30.md')]);
    expect([all.notTaken, named(all)]).toEqual([{}, [{ sleep: 7 }]]);
  });

  it('measure a temperature that stands beside no weather', async () => {
    const all = await understand([textFile('---\ntemperature: 36.6\n---\nIll.', '2024-03-30.md')]);
    expect([named(all), all.entries[0]?.weather]).toEqual([[{ temperature: 36.6 }], undefined]);
  });

  it('may have names that a Mac wrote with its letters apart, which stay in their ids', async () => {
    const apart = (name: string) => `notes/${name}.md`.normalize('NFD');
    const { entries, refused } = await readFolder({
      [apart('2024년 3월 30일')]: 'a',
      [apart('2024-03-31 Müde')]: 'b',
      [apart('2024년 4월 1일')]: '---\ndate: 2024-04-01\n---\nc',
    });
    expect([refused, entries.map(({ id }) => id).sort()]).toEqual([
      [],
      [
        'markdown:2024-03-30',
        'markdown:2024-03-31 2024-03-31 Müde'.normalize('NFD'),
        'markdown:2024-04-01 2024년 4월 1일'.normalize('NFD'),
      ],
    ]);
  });

  it('may have several moods, and count lists that have no place', async () => {
    const text = '---\nmood: [happy, "[[tired]]"]\nwith: [Ana, Rui]\nnobody: []\naliases: [a, b]\n---\nRain.';
    const all = await understand([textFile(text, '2024-03-30.md')]);
    expect(all.entries).toMatchObject([{ mood: 'happy', tags: ['tired'] }]);
    expect(all.notTaken).toEqual({ trackers: 1 });
    const [one] = (await understand([textFile('---\nmood: [[calm]]\n---\nSun.', '2024-03-30.md')])).entries;
    expect([one?.mood, one?.tags]).toEqual(['calm', []]);
  });

  it('have the times of their sections and names, on the clocks of their front matter', async () => {
    const created = '---\ncreated: 2024-04-04T07:00:00+02:00\n---\n';
    const { entries } = await readFolder({
      'notes/2024-04-04.md': `${created}## 08:10\nCoffee.\n## 23:55\nLate.`,
      'notes/2024-04-04 0915.md': `${created}Bus.`,
    });
    const offset = 120;
    expect(Object.fromEntries(entries.map(({ words, when }) => [words, when]))).toEqual({
      'Coffee.': { moment: Date.UTC(2024, 3, 4, 6, 10), offset },
      'Late.': { moment: Date.UTC(2024, 3, 4, 21, 55), offset },
      'Bus.': { moment: Date.UTC(2024, 3, 4, 7, 15), offset },
    });
  });

  it('are of the day in their name, whatever day it was in UTC', async () => {
    const { entries } = await readFolder({
      'notes/2026-01-14.md': '---\ncreated: 2026-01-14 23:30:05Z\n---\nLate.',
    });
    expect(entries).toMatchObject([
      { when: { moment: Date.UTC(2026, 0, 14, 23, 30, 5), day: '2026-01-14' } },
    ]);
  });

  it('keep words behind a day that are short weekdays in some language', async () => {
    const names = ['2024-03-30 La mer', '2024-03-31 So tired', '2024-04-01 Mo', '2024-04-02, Monday dinner'];
    const { entries } = await readFolder(Object.fromEntries(names.map((name) => [`notes/${name}.md`, name])));
    const titles = entries.map(({ words, id }) => words.replace(id, '').split('\n\n')[0]);
    expect(titles).toEqual(['La mer', 'So tired', '2024-04-01 Mo', 'dinner']);
  });

  it('may be named in March as in any month, which is a Tuesday in French', async () => {
    const days = ['Feb 28, 2024', 'Mar 5, 2024', 'Mar 6th, 2024', 'mar. 12 mars 2024', 'Apr 1, 2024'];
    const { entries, refused } = await understand([
      textFile(days.map((day) => `## ${day}\n\nOf ${day}`).join('\n\n'), 'diary.md'),
    ]);
    expect(refused).toEqual([]);
    expect(entries.map(({ when }) => 'local' in when && when.local.slice(0, 10))).toEqual([
      ...['2024-02-28', '2024-03-05', '2024-03-06', '2024-03-12', '2024-04-01'],
    ]);
  });

  it('may be notes of Joplin, which are named after their titles', async () => {
    const text =
      '---\ntitle: A walk\ncreated: 2024-03-30 08:15:00Z\nupdated: 2024-03-31 08:15:00Z\n---\n\nTo the sea.';
    const { entries } = await readFolder({ 'notes/A walk.md': text, 'notes/Other.md': 'no date' });
    expect(entries).toMatchObject([
      {
        words: 'A walk\n\nTo the sea.',
        when: { moment: Date.UTC(2024, 2, 30, 8, 15) },
        updatedAt: Date.UTC(2024, 2, 31, 8, 15),
      },
    ]);
  });
});

describe('notes that were only created on a day', () => {
  const created = (title: string, day = '2026-01-14') =>
    `---\ntitle: ${title}\ncreated: ${day} 20:30:05Z\n---\n\nWords of ${title}.`;
  const notes = {
    'notes/Diary/2026-01-15.md': created('2026-01-15', '2026-01-15'),
    'notes/Diary/Slow day.md': created('Slow day'),
    'notes/Recipes/Soup.md': created('Soup', '2025-11-01'),
  };
  const wordsOf = ({ entries }: ReturnType<typeof preparedOf>) =>
    entries.map(({ source }) => source.words.split('\n')[0]);

  it('are asked for in each folder, and come in by themselves where most have a day', async () => {
    const file = await readFolder(notes);
    expect(file.refused).toEqual([]);
    const whole = preparedOf(file);
    expect(wordsOf(whole)).toEqual(['Words of 2026-01-15.', 'Slow day']);
    expect(whole.notTaken).toEqual({ notes: 1 });
    const turned = { 'folder:Diary': false, 'folder:Recipes': true };
    expect(wordsOf(preparedOf(file, { optional: turned }))).toEqual(['Words of 2026-01-15.', 'Soup']);
  });

  it('come in by themselves if none has a day of its own, and are not asked for in a single folder', async () => {
    const { 'notes/Diary/2026-01-15.md': _, ...others } = notes;
    const file = await readFolder(others);
    expect(wordsOf(preparedOf(file))).toEqual(['Slow day', 'Soup']);
    expect(file.entries.map(({ optional }) => optional)).toEqual([['folder:Diary'], ['folder:Recipes']]);
    const [one] = (await readFolder({ 'notes/Soup.md': notes['notes/Recipes/Soup.md'] })).entries;
    expect(one).not.toHaveProperty('optional');
  });

  it('are one question beyond twenty folders', async () => {
    const many = Array.from({ length: 30 }, (_, n): [string, string] => [
      `notes/${n}/Soup.md`,
      created('Soup'),
    ]);
    const file = await readFolder({ ...notes, ...Object.fromEntries(many) });
    const asked = new Set(file.entries.flatMap(({ optional = [] }) => optional));
    expect(asked.size).toBe(21);
    expect(asked).toContain('folder:');
  });
});

it('a note that says the same as another one of its day is a copy', async () => {
  const file = await readFolder({
    'a/2024-03-30.md': 'Rain.',
    'b/2024-03-30.md': 'Rain.',
    'c/2024-03-30.md': 'Sun.',
  });
  expect(file.entries.map(({ words, optional }) => [words, optional])).toEqual([
    ['Rain.', undefined],
    ['Rain.', 'copy'],
    ['Sun.', undefined],
  ]);
});

describe('a diary in one file', () => {
  it('has an entry for each heading that is a day', async () => {
    const file = await understood('diary-one-file.md');
    expect(file.refused).toEqual([]);
    expect(file.entries.map(({ when, words, at }) => [when, words, at])).toEqual([
      [{ local: '2024-03-30T12:00', isDayOnly: true }, 'First day.', { line: 3 }],
      [{ local: '2024-03-31T12:00', isDayOnly: true }, 'Second day, other order.', { line: 7 }],
      [{ numbers: [3, 4, 2024] }, 'March the 4th or April the 3rd?', { line: 11 }],
      [
        { local: '2024-04-05T12:00', isDayOnly: true },
        '# Not a date\n\nA heading within the entry.',
        { line: 15 },
      ],
    ]);
    const days = async (isDayFirst: boolean) =>
      fields(await prepared('diary-one-file.md', { isDayFirst }), 'createdAt')[2];
    expect(await days(true)).toEqual(['2024-04-03T12:00:00.000+02:00']);
    expect(await days(false)).toEqual(['2024-03-04T12:00:00.000+01:00']);
  });

  it('has several entries on a day with times', async () => {
    const text =
      '## Friday, 5 April 2024: Rain\n### 08:10\nCoffee.\n### 9:30 PM Late\nTea.\n## 2024-04-06 23:05\nBed.';
    expect(fields(await read(text), 'createdAt', 'content')).toEqual([
      ['2024-04-05T08:10:00.000+02:00', 'Rain\n\nCoffee.'],
      ['2024-04-05T21:30:00.000+02:00', 'Late\n\nTea.'],
      ['2024-04-06T23:05:00.000+02:00', 'Bed.'],
    ]);
  });

  it('names words above the first day', async () => {
    const { refused } = await understand([
      textFile('# Diary\nSince when?\n\n## 2024-04-05\nRain.', 'diary.md'),
    ]);
    expect(refused).toEqual([{ at: { line: 1 }, reason: 'no-date', detail: '# Diary\nSince when?' }]);
  });

  it('keeps code, and days in it, as they are', async () => {
    const text = '## 2024-04-05\n```\n## 2024-04-06\n[[ -f x ]] #no\n```\nYes #yes #[[old town]]';
    expect(fields(await read(text), 'content', 'tags')).toEqual([
      ['```\n## 2024-04-06\n[[ -f x ]] #no\n```\nYes #yes old town', ['old town', 'yes']],
    ]);
  });

  it('may have lines that are days in place of headings', async () => {
    const text = '5 April 2024\n\nRain.\n\nSamstag, 6. April 2024\n\nSun.';
    expect(fields(await read(text, 'diary.txt'), 'createdAt', 'content')).toEqual([
      ['2024-04-05T12:00:00.000+02:00', 'Rain.'],
      ['2024-04-06T12:00:00.000+02:00', 'Sun.'],
    ]);
  });

  it.each(['5 April 2024\n\n', 'Diary\n\n'])('may begin with a long text: %j', async (start) => {
    const text = `${start}${'It rained. '.repeat(1_000)}\n\n6 April 2024\n\nSun.\n\n7 April 2024\n\nWind.`;
    const { source, entries } = await understand([textFile(text, 'diary.txt')]);
    expect([source, ...entries.slice(-2).map(({ words }) => words)]).toEqual(['Markdown', 'Sun.', 'Wind.']);
  });

  it.each([
    ['5 April 2024\n\nRain.\n\n6 April 2024\n\nSun.', ['Rain.', 'Sun.']],
    [`${'It rained. '.repeat(1_000)}\n6 April 2024\nSun.\n7 April 2024\nWind.`, ['Sun.', 'Wind.']],
    ['Just words, of a letter.', 'unknown'],
  ])('is the same in a ZIP with nothing but photos beside it, case %#', async (text, words) => {
    const readAs = async (file: File) => {
      const all = await understoodOrFailure([file]);
      return 'code' in all ? all.code : all.entries.map((one) => one.words);
    };
    const files = [
      { name: 'photos/a.jpg', data: 'x' },
      { name: 'diary.txt', data: text },
    ];
    expect(await readAs(textFile(text, 'diary.txt'))).toEqual(words);
    expect(await readAs(zipFile(files))).toEqual(words);
  });

  it('in a ZIP with another file is not taken for the diary', async () => {
    const readme = '2024-04-05\nFirst version.\n2024-04-06\nSecond.';
    const files = { 'readme.txt': readme, 'diary.csv': 'Date,Text\n2024-04-05,Rain' };
    const zip = zipFile(Object.entries(files).map(([name, data]) => ({ name, data })));
    expect((await understand([zip])).source).toBe('CSV');
  });

  it('stays a table if a long cell has days', async () => {
    const rows = [`2024-04-05\t${'Rain. '.repeat(2_000)}`, '2024-04-06\t"Plans:\n# 2024-05-01\nSea"'];
    const { source, entries } = await understand([textFile(`Date\tText\n${rows.join('\n')}`)]);
    expect([source, entries.length]).toEqual(['CSV', 2]);
  });

  it('is not a table that is named after a day', async () => {
    const { source, entries } = await understand([textFile('a,b\n1,2', 'export 2024-04-05.json')]);
    expect([source, entries]).toEqual(['CSV', []]);
  });
});

describe('words', () => {
  it.each([
    ['see [[x]] and [[folder/A note#Part|that]]', 'see x and that', {}],
    ['[[Note#^4f]] [[a#b]]', 'Note a > b', {}],
    [
      '![[a.png|200]] ![Us at the sea](b(1).jpg) ![](data:image/png;base64,AAAA)',
      '(a photo) Us at the sea (a photo)',
      { photos: 3 },
    ],
    [
      '![[talk.m4a]] ![[film.mp4]] ![[paper.pdf#page=2]] x',
      '(a recording) (a video) (a file) x',
      { recordings: 1, videos: 1, files: 1 },
    ],
    ['![[Another note]]', 'Another note', {}],
    ['- a\n  id:: 64b\n  collapsed:: true\n\t- b', '- a\n\t- b', {}],
  ])('%s is %s', async (markdown, content, notTaken) => {
    const file = await understand([textFile(markdown, '2024-04-05.md')]);
    expect(fields(preparedOf(file), 'content')).toEqual([[content]]);
    expect(file.notTaken).toEqual(notTaken);
  });

  it('stand for a picture without any', async () => {
    expect(fields(await read('![[a.png]]', '2024-04-05.md'), 'content')).toEqual([['(a photo)']]);
  });
});
