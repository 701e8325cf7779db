import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { OwnMoodDto } from '@inner-weather/contracts/moods/moods.dto';
import type { MeasureDto } from '@inner-weather/contracts/measures/measures.dto';
import { NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { distinctTags } from '@inner-weather/domain/entries/tags';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { dayAt, toLocalText } from '@inner-weather/domain/time/local-time';
import { randomNumbers } from '@inner-weather/testing/random';
import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'yaml';
import { archiveOf } from './archive.js';

const BEGINNINGS = {
  ...NO_BEGINNINGS,
  questions: [{ _id: 'a-question', text: 'How is my "back"?', weekdays: [7], archived: false }],
};

const reminders = {
  ...{ on: true, time: '21:00', weekdays: [1], timeZone: 'UTC', template: null, nextAt: null },
  ...{ devices: [], hasFeed: false },
  letter: {
    ...{ on: false, weekday: 7, time: '19:00', timeZone: 'UTC', nextAt: null },
    ...{ byMail: false, wordsInMail: false },
  },
};

/** What could end, begin or break something in one of the formats. */
const PIECES =
  '=1+1|@SUM(1)|-|\'|"|""|,|;|\t|\n|\r\n|\n---\n|---|\n# Title\n|\n## 08:10\n|\n\\## 8:10|## 23:59|```|<br>|<3|<b>x</b>|&amp;|R&D|&|' +
  '\\|\\.|\\\\(|: |#|[x]|{y}|*z*|%|!|>|no|2026-03-01|null|~|é|ك|散歩|👩‍💻|\u0000|\u007f|\u0085|\u2028|\u202e|\ufeff|\uffff';
const NASTY = [...PIECES.split('|'), '|', ' | ', ' ', 'words'];
const OFFSETS = [0, 60, -600, 540, 345, -150];
const MOODS = ['Happy', '', 'Very Happy'];

function nastyEntries(seed: number, count: number): EntryDto[] {
  const random = randomNumbers(seed);
  const pieces = (max: number): string =>
    Array.from({ length: 1 + random(max) }, () => NASTY[random(NASTY.length)]!).join('');
  return Array.from({ length: count }, (_, index) => {
    const moment = Date.parse('2026-03-29T12:00:00.000Z') - index * 7 * 3_600_000;
    const offset = OFFSETS[random(OFFSETS.length)]!;
    const labels = distinctTags(Array.from({ length: random(4) }, () => pieces(4)));
    return {
      _id: `${seed}-${index}`,
      content: `${pieces(3)}${pieces(12)}.`,
      inputMood: MOODS[random(4)] ?? oneLine(pieces(3)).trim(),
      location: oneLine(pieces(3)).trim() || 'Porto',
      tags: labels.filter((tag) => tag !== '') as string[],
      weatherData: random(2) === 0 ? 'Light rain' : '',
      weatherStatus: random(2) === 0 ? ('ready' as const) : ('unavailable' as const),
      temperature: -3.5,
      neverSendToAi: false,
      checkIn: false,
      createdAt: toLocalText(moment, offset),
      day: dayAt(moment, offset, 3),
      updatedAt: '2026-03-30T00:00:00.123Z',
    };
  });
}

const HOPEFUL: OwnMoodDto = {
  ...{ _id: 'a-mood', name: 'Hopeful', formerNames: ['Hoping'], score: 1, archived: false },
  ...{ colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '' },
};

const SLEEP: MeasureDto = {
  ...{ _id: 'a-measure', name: 'Sleep: "deep"', kind: 'duration', unit: '', picture: 'moon' },
  ...{ daySum: 'mean', askedOn: 'always', archived: false },
};

function exportOf(entries: () => AsyncIterable<EntryDto>): Readable {
  const account = { id: 'one', name: 'Ada', timeZone: 'Europe/Lisbon' } as unknown as UserDto;
  const data = {
    entries: { [Symbol.asyncIterator]: () => entries()[Symbol.asyncIterator]() },
    insights: each<InsightJobDto>(),
    photos: {
      describe: () => Promise.resolve(new Map([['a1', 'The [old] bridge']])),
      read: (id: string, form?: 'jpeg') =>
        Promise.resolve(id === 'gone' ? undefined : Buffer.from(form ? `${form} of ${id}` : id)),
    },
  };
  const exportedAt = new Date('2026-03-30T00:00:00Z');
  return archiveOf({
    account,
    sessions: [],
    accessTokens: [],
    passkeys: [],
    reminders,
    measures: [SLEEP],
    moods: [HOPEFUL],
    hiddenMoods: ['Angry'],
    beginnings: BEGINNINGS,
    identities: [],
    exportedAt,
    data,
  });
}

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

const unzip = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));

/** The rows of a CSV as in RFC 4180. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The line of a text that has a backslash, since it looks like the heading of an entry. */
const TIME = /^( {0,3})\\(\\*#{1,6}[ \t]+\d{1,2}:\d{2})/gm;

const withoutApostrophes = (text: string): string => text.replaceAll("'", '');
const unescaped = (html: string): string =>
  html.replaceAll('<br>', '\n').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

describe('the ZIP of an export', () => {
  const entries = [1, 2, 3, 4].flatMap((seed) => nastyEntries(seed, 60));
  // As a journal answers: the days follow each other.
  entries.sort((a, b) => b.day.localeCompare(a.day));
  let files: Record<string, string>;
  let dayOne: { metadata: object; entries: Record<string, string>[] };

  beforeAll(async () => {
    const zip = await buffer(exportOf(() => each(...entries)));
    files = unzip(zip);
    const inner = unzip(unzipSync(zip)['day-one.zip']!);
    expect(Object.keys(inner)).toEqual(['Inner Weather.json']);
    dayOne = JSON.parse(inner['Inner Weather.json']!) as typeof dayOne;
  });

  it('has the exact copy, tables, a ZIP for Day One, and a note for each day', () => {
    const days = [...new Set(entries.map(({ day }) => day))];
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'inner-weather.json',
      'entries.csv',
      'insights.md',
      'daylio.csv',
      'day-one.zip',
      ...days.map((day) => `markdown/${day}.md`),
    ]);
    const explained = files['README.txt']!.split('\n').filter((line) => /^\S+[./]\w*$/.test(line));
    expect(explained).toEqual([...Object.keys(files).slice(1, 6), 'markdown/', 'photos/']);
    const copy = JSON.parse(files['inner-weather.json']!) as { entries: EntryDto[] };
    expect(copy.entries).toEqual(entries);
    expect(copy).toMatchObject({ measures: [SLEEP], moods: [HOPEFUL], hiddenMoods: ['Angry'] });
  });

  it('has the table of Daylio, with the words of every entry and no formula', () => {
    const [head, ...rows] = rowsOf(files['daylio.csv']!);
    expect(head!.join()).toBe('full_date,date,weekday,time,mood,activities,note_title,note');
    expect(rows).toHaveLength(entries.length);
    for (const [
      index,
      [day, date, weekday, time, mood, activities, title, note, ...more],
    ] of rows.entries()) {
      const { createdAt, inputMood, tags, content } = entries[index]!;
      expect([`${day}T${time}`, title, more]).toEqual([createdAt.slice(0, 16), '', []]);
      expect(new Date(`${date}, 2026 UTC`).toISOString().slice(5, 10)).toBe(day!.slice(5));
      expect(weekday).toMatch(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/);
      expect(withoutApostrophes(mood!)).toBe(withoutApostrophes(inputMood));
      const split = withoutApostrophes(activities!).split(' | ').filter(Boolean);
      expect(split).toEqual(tags.map((tag) => withoutApostrophes(tag).replaceAll('|', '/')).filter(Boolean));
      expect(withoutApostrophes(unescaped(note!))).toBe(withoutApostrophes(content.replaceAll('\r\n', '\n')));
      for (const cell of [mood, activities, note]) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  it('has the JSON of Day One, with the local time of every entry and its words', () => {
    expect(dayOne.metadata).toEqual({ version: '1.0' });
    expect(new Set(dayOne.entries.map(({ uuid }) => uuid)).size).toBe(entries.length);
    for (const [index, one] of dayOne.entries.entries()) {
      const { createdAt, inputMood, location, tags, content, weatherData, weatherStatus } = entries[index]!;
      expect(one.uuid).toMatch(/^[0-9A-F]{32}$/);
      expect(one.modifiedDate).toBe('2026-03-30T00:00:00Z');
      expect(one.creationDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const clock = new Date(one.creationDate!).toLocaleString('sv-SE', { timeZone: one.timeZone });
      expect(clock.replace(' ', 'T')).toBe(createdAt.slice(0, 19));
      expect(one.text!.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(content);
      expect(one.tags).toEqual(inputMood ? [...tags, `mood: ${inputMood}`] : tags);
      expect(one.location).toEqual({ localityName: location });
      expect(one.weather).toEqual(
        weatherStatus === 'ready' && weatherData
          ? { conditionsDescription: weatherData, temperatureCelsius: -3.5 }
          : undefined,
      );
    }
  });

  it('has notes whose front matter is YAML, and the words of every entry under its time', () => {
    const days = new Set(entries.map((entry) => entry.day));
    for (const day of days) {
      const ofDay = entries.filter((entry) => entry.day === day).reverse();
      const note = files[`markdown/${day}.md`]!;
      const [, front = '', body] = /^(?:---\n([\s\S]*?)\n---\n\n)?([\s\S]*)$/.exec(note)!;
      const { tags = [], mood = [] } = (parse(front) ?? {}) as Record<string, string[]>;
      expect(mood).toEqual([...new Set(ofDay.map(({ inputMood }) => inputMood))].filter(Boolean));
      for (const tag of tags) expect(tag).not.toMatch(/[\s,.:;#'"]/);
      const sections = body!.split(/^## (\d\d:\d\d)\n\n(?:\*.*\*\n\n)/mu).slice(1);
      expect(sections.filter((_, n) => n % 2 === 0)).toEqual(
        ofDay.map(({ createdAt }) => createdAt.slice(11, 16)),
      );
      const words = sections.filter((_, n) => n % 2 === 1);
      expect(words.map((text) => text.trim().replaceAll(TIME, '$1$2'))).toEqual(
        ofDay.map(({ content }) => content.trim()),
      );
    }
  });
});

describe('a check-in', () => {
  const checkIn = { ...nastyEntries(1, 1)[0]!, content: '', checkIn: true, inputMood: 'Tired', tags: [] };

  it('is a line with its mood in every file', async () => {
    const files = unzip(await buffer(exportOf(() => each(checkIn))));
    expect(JSON.parse(files['inner-weather.json']!)).toMatchObject({
      beginnings: BEGINNINGS,
      entries: [checkIn],
    });
    // The last two are of a measure, and the words.
    expect(rowsOf(files['entries.csv']!)[1]!.slice(-3)).toEqual(['true', '', '']);
    expect(rowsOf(files['daylio.csv']!)[1]!.slice(4)).toEqual(['Tired', '', '', '']);
    expect(files[`markdown/${checkIn.createdAt.slice(0, 10)}.md`]).toMatch(
      /\n## \d\d:\d\d\n\n\*Tired · .*\*\n$/su,
    );
    const zip = unzipSync(await buffer(exportOf(() => each(checkIn))));
    const dayOne = JSON.parse(unzip(zip['day-one.zip']!)['Inner Weather.json']!) as { entries: object[] };
    expect(dayOne.entries).toMatchObject([{ text: 'Tired', tags: ['mood: Tired'] }]);
  });
});

describe('photos', () => {
  it('are behind the note of their day, which shows them', async () => {
    const photos = ['a1', 'b2', 'gone'];
    const entry = { ...nastyEntries(1, 1)[0]!, content: '', photos };
    const { day, createdAt } = entry;
    const zip = await buffer(exportOf(() => each(entry)));
    const files = unzip(zip);
    const time = createdAt.slice(11, 16).replace(':', '.');
    const shown = Object.keys(files).filter((name) => name.startsWith('photos/'));
    expect(shown).toEqual([`photos/${day} ${time} a1.webp`, `photos/${day} ${time} b2.webp`]);
    expect(shown.map((name) => files[name])).toEqual(['a1', 'b2']);
    const note = files[`markdown/${day}.md`]!;
    expect(note).toContain(`\n\n![The \\[old\\] bridge](../photos/${day}%20${time}%20a1.webp)\n\n![](`);
    const copy = JSON.parse(files['inner-weather.json']!) as Record<string, Record<string, string>[]>;
    expect(copy.entries).toMatchObject([{ photos }]);
    expect(copy.photos!.map((photo) => Object.values(photo))).toEqual([
      ['a1', 'The [old] bridge', shown[0]],
      ['b2', '', shown[1]],
      ['gone', '', expect.stringContaining('gone')],
    ]);
    const { 'Inner Weather.json': journal, ...pictures } = unzip(unzipSync(zip)['day-one.zip']!);
    const { entries } = JSON.parse(journal!) as {
      entries: [{ text: string; photos: Record<string, string>[] }];
    };
    const [{ text, photos: named }] = entries;
    expect(text).toBe(named.map(({ identifier }) => `![](dayone-moment://${identifier})`).join('\n\n'));
    const shownThere = named.map(({ md5, type }) => pictures[`photos/${md5}.${type}`]);
    expect(shownThere).toEqual(['jpeg of a1', 'jpeg of b2']);
    expect(named[0]!.md5).toBe(createHash('md5').update('jpeg of a1').digest('hex'));
  });
});

describe('the stream of an export', () => {
  /** How many entries were taken so far. */
  let taken = 0;
  const [entry] = nastyEntries(1, 1);
  async function* many(count: number, error?: Error): AsyncGenerator<EntryDto> {
    for (let n = 0; n < count; n += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 1) - n * 86_400_000).toISOString();
      taken += 1;
      yield {
        ...entry!,
        content: randomBytes(1_500).toString('base64'),
        createdAt,
        day: createdAt.slice(0, 10),
      };
    }
    if (error) throw error;
  }

  beforeEach(() => {
    taken = 0;
  });

  it('is read no faster than it is sent, whichever file it writes', async () => {
    const stream = exportOf(() => many(300));
    let most = 0;
    let before = 0;
    for await (const _chunk of stream) {
      for (let n = 0; n < 3; n += 1) await turn();
      most = Math.max(most, taken - before);
      before = taken;
    }
    expect(taken).toBe(5 * 300);
    expect(most).toBeLessThan(100);
  });

  it('breaks where the data breaks, in a nested ZIP too', async () => {
    for (let broken = 1; broken <= 5; broken += 1) {
      let iteration = 0;
      const stream = exportOf(() => {
        iteration += 1;
        return many(10, iteration === broken ? new Error('away') : undefined);
      });
      await expect(buffer(stream)).rejects.toThrow('away');
      expect(iteration).toBe(broken);
    }
  });

  it('stops reading entries when its client has gone', async () => {
    const stream = exportOf(() => many(1_000_000));
    stream.on('error', () => undefined);
    stream.read(1);
    stream.destroy();
    for (let n = 0; n < 20; n += 1) await turn();
    const before = taken;
    for (let n = 0; n < 20; n += 1) await turn();
    expect(taken).toBe(before);
  });
});
