import { understand } from '../../understand';
import { id } from './drawn/id.mjs';
import { JOPLIN } from './drawn/joplin.mjs';
import { photoNames, preparedOf, textFile } from './samples';
import { tarOf, zipOf } from './drawn/packed.mjs';

/* Files that a person chooses together in the dialog, which are not of one export. */

const json = (name: string, value: unknown): File => textFile(JSON.stringify(value), name);

const pixel = (date: string, notes: string, score = 4) => ({ type: 'Mood', date, scores: [score], notes });
const pixels = (name: string, ...days: ReturnType<typeof pixel>[]): File => json(name, days);
const dailyYou = (images: object[] = []): File =>
  json('logs.json', [{ timeCreated: '2024-03-29T08:10:00.000', text: 'Hail', mood: 1, images }]);
const bearable = (name: string, day: string, words: string): File =>
  textFile(
    `date,weekday,time of day,category,rating/amount,detail,notes\n${day},Monday,am,Mood,7,Good (7),${words}`,
    name,
  );
const howWeFeel = (name: string, day: string, words: string): File =>
  textFile(`Date,Mood,Mood Key,Reflections,Notes\n${day} 8:39 AM,Calm,calm,[],${words}`, name);
const daylio = (day: string): File =>
  textFile(
    `full_date,date,weekday,time,mood,activities,note_title,note\n${day},1 May,Monday,08:10,Fine,,,Snow`,
    'daylio.csv',
  );
const dayOne = {
  metadata: { version: '1.0' },
  entries: [{ uuid: id('A'), creationDate: '2024-03-31T08:10:00Z', text: 'Sun' }],
};
const dayOneZip = (): File => zipOf({ 'Journal.json': JSON.stringify(dayOne) }, 'dayone.zip');
const note = (day: string): File => textFile(`Rain of ${day}`, `${day}.md`);
const photo = (): File => textFile('\u00ff\u00d8\u00ff', 'a.jpg');

const read = async (...files: File[]) => {
  const { source, entries } = await understand(files);
  return [source, ...entries.map(({ words }) => words).sort()];
};

const bothOrders = async (...files: File[]) => {
  const [first, other] = [await read(...files), await read(...files.toReversed())];
  expect(other).toEqual(first);
  return first;
};

describe('files that are chosen together', () => {
  it('are one diary if they are exports of one app, with each entry once', async () => {
    const [sun, rain] = [pixel('2024-03-31', 'Sun'), pixel('2024-03-30', 'Rain')];
    expect(await bothOrders(pixels('a.json', rain, sun), pixels('b.json', sun))).toEqual([
      'Pixels',
      'Rain',
      'Sun',
    ]);
    const readings = [bearable('a.csv', '2024-03-30', 'Rain'), bearable('b.csv', '2025-03-30', 'Sun')];
    expect(await bothOrders(...readings)).toEqual(['Bearable', 'Rain', 'Sun']);
    const feelings = [howWeFeel('a.csv', '2024-03-30', 'Rain'), howWeFeel('b.csv', '2025-03-30', 'Sun')];
    expect(await bothOrders(...feelings)).toEqual(['How We Feel', 'Rain', 'Sun']);
    expect(await bothOrders(daylio('2024-03-30'), daylio('2025-03-30'))).toEqual(['Daylio', 'Snow', 'Snow']);
  });

  it('are each read by the format that they are in', async () => {
    expect(
      await bothOrders(daylio('2024-03-30'), bearable('b.csv', '2024-03-30', 'Fog'), dailyYou()),
    ).toEqual(['Daylio, Bearable, Daily You', ...['Fog', 'Hail', 'Snow']]);
    expect(await bothOrders(dayOneZip(), daylio('2024-03-30'))).toEqual(['Daylio, Day One', 'Snow', 'Sun']);
    expect(await bothOrders(note('2024-03-28'), note('2024-03-29'), json('Journal.json', dayOne))).toEqual([
      'Day One, Markdown',
      ...['Rain of 2024-03-28', 'Rain of 2024-03-29', 'Sun'],
    ]);
    const jex = new File([tarOf(JOPLIN)], 'notes.jex');
    const [source, ...words] = await bothOrders(jex, daylio('2024-03-30'));
    expect([source, words.includes('Snow'), words.length > 1]).toEqual(['Daylio, Joplin', true, true]);
  });

  it('say where each entry is, and find the photos beside them', async () => {
    const chosen = [
      pixels('pixels.json', pixel('2024-03-30', 'Rain')),
      dailyYou([{ imgPath: 'a.jpg' }]),
      photo(),
    ];
    const all = await understand(chosen);
    expect(all.entries.map(({ at }) => at)).toEqual([
      { file: 'logs.json', number: 1 },
      { file: 'pixels.json', number: 1 },
    ]);
    expect(photoNames(preparedOf(all))).toEqual([['a.jpg'], []]);
  });

  it('count what no format reads, and what both files of one diary leave behind, once', async () => {
    const pdf = textFile('%PDF-1.7', 'journal.pdf');
    const alone = await understand([note('2024-03-28'), pdf, textFile('* 2024-03-29', 'journal.org')]);
    expect([alone.entries.length, alone.notTaken]).toEqual([1, { files: 2 }]);
    const two = await understand([note('2024-03-28'), json('Journal.json', dayOne), pdf]);
    expect([two.entries.length, two.notTaken]).toEqual([2, { files: 1 }]);
    const starred = { ...dayOne, entries: [{ ...dayOne.entries[0], starred: true }] };
    const [zip, plain] = [zipOf({ 'Journal.json': JSON.stringify(starred) }), json('Journal.json', starred)];
    expect((await understand([zip, pdf])).notTaken).toEqual({ stars: 1, files: 1 });
    const both = await understand([zip, plain, pdf]);
    expect(both.entries).toHaveLength(1);
    expect(both.notTaken).toEqual({ stars: 1, files: 1 });
  });

  it('are several exports if something in them would mean two things', async () => {
    const tables = ['a.csv', 'b.csv'].map((name) => textFile('date,words\n2024-03-30,Rain', name));
    const scores = [pixels('a.json', pixel('2024-03-30', 'Rain', 1)), dailyYou()];
    const own = ['a', 'b'].map((content) =>
      json(`${content}.json`, { format: 'inner-weather-export', version: 1, entries: [{ content }] }),
    );
    for (const files of [tables, scores, own])
      await expect(understand(files)).rejects.toMatchObject({ code: 'several-exports' });
  });

  it('are one export if they are notes with their photos', async () => {
    expect(await bothOrders(note('2024-03-28'), note('2024-03-29'), photo())).toEqual([
      'Markdown',
      ...['Rain of 2024-03-28', 'Rain of 2024-03-29'],
    ]);
  });
});
