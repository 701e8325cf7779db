import { unpacked } from '../../files/zip-parts';
import { understand } from '../../understand';
import { id } from './drawn/id.mjs';
import { JOPLIN, joplinItem, joplinNote } from './drawn/joplin.mjs';
import { type Files, JPEG, tarOf } from './drawn/packed.mjs';
import { fields, folder, photoNames, preparedOf } from './samples';

const archive = (files: Files) => new File([tarOf(files)], 'notes.jex');

describe('an archive of Joplin', () => {
  it('has its notes with tags, photos and to-dos, on the day in their names or of their creation', async () => {
    const file = await understand([archive(JOPLIN)]);
    const whole = preparedOf(file, { optional: { list: true, 'folder:Diary': true } });
    expect(file.source).toBe('Joplin');
    expect(fields(whole, '_id', 'createdAt', 'content', 'tags')).toEqual([
      [
        `joplin:${id('1')}`,
        '2026-01-14T21:30:05.000+01:00',
        'Slow day\n\nRain: until four.\n\nSee that and [web](https://example.org).\n\n(a photo) (a recording)',
        ['slow days'],
      ],
      [`joplin:${id('2')}`, '2026-01-15T22:58:00.000+01:00', 'Named after a day.', []],
      [`joplin:${id('4')}`, '2026-01-14T21:30:05.000+01:00', '- [x] Call home', []],
      [`joplin:${id('6')}`, '2026-01-14T21:30:05.000+01:00', 'As HTML', []],
    ]);
    const photo = `resources/${id('c')}.jpg`;
    expect(photoNames(whole)).toEqual([[photo], [], [], [photo]]);
    const { path, packed } = whole.entries[0]!.photos![0]!;
    expect(Buffer.from(await unpacked(archive(JOPLIN), packed!, path))).toEqual(Buffer.from(JPEG));
    expect(file.refused).toEqual([{ at: { file: `${id('7')}.md` }, reason: 'encrypted' }]);
    expect(whole.notTaken).toEqual({ trashed: 1, recordings: 1, missingPhotos: 1, places: 1, notes: 1 });
  });

  it('asks for each notebook whose notes have no day', async () => {
    const day = (digit: string) => joplinNote(digit, `2026-01-1${digit}`, 'x');
    const file = await understand([archive({ ...JOPLIN, ...day('9'), ...day('0') })]);
    const words = (optional: object) => fields(preparedOf(file, { optional }), 'content').flat();
    expect(words({ 'folder:Diary': false })).toEqual(['Named after a day.', 'x', 'x']);
    expect(words({ 'folder:Diary/Recipes': true, 'folder:Diary': false })).toContain('Soup\n\nLeeks.');
    expect(words({})).toEqual(expect.arrayContaining(['As HTML', 'x']));
    expect(words({})).not.toContain('Soup\n\nLeeks.');
  });

  it('says the same as the folder of its files', async () => {
    const raw = Object.fromEntries(Object.entries(JOPLIN).map(([path, text]) => [`raw/${path}`, text]));
    const [inFolder, inArchive] = [await understand(folder(raw)), await understand([archive(JOPLIN)])];
    const wordsOf = ({ entries }: typeof inFolder) => entries.map(({ words }) => words).sort();
    expect(wordsOf(inFolder)).toEqual(wordsOf(inArchive));
    expect(inFolder.notTaken).toEqual(inArchive.notTaken);
  });

  it('may have notebooks in a circle, and fields of any name', async () => {
    const circle = {
      ...joplinItem('a', 2, 'A', { parent_id: id('b') }),
      ...joplinItem('b', 2, 'B', { parent_id: id('a') }),
    };
    const { entries } = await understand([
      archive({
        ...circle,
        ...joplinNote('1', '__proto__', 'constructor: x', { __proto__: 'x', constructor: 1 }),
      }),
    ]);
    expect(entries).toMatchObject([{ words: '__proto__\n\nconstructor: x' }]);
  });

  it('stays on the day in the name if its moment is on another one here', async () => {
    const late = joplinNote('1', '2026-01-14', 'Late.', { user_created_time: '2026-01-14T23:30:00.000Z' });
    const file = await understand([archive(late)]);
    expect(fields(preparedOf(file), 'createdAt')).toEqual([['2026-01-14T12:00:00.000+01:00']]);
    expect(fields(preparedOf(file, { zone: 'Europe/Lisbon' }), 'createdAt')).toEqual([
      ['2026-01-14T23:30:00.000Z'],
    ]);
  });
});
