import { understand } from '../../understand';
import { fields, photoNames, preparedOf, textFile } from './samples';
import { tarOf } from './zips';

const id = (digit: string) => digit.repeat(32);

/** A file of an item, as Joplin writes it. */
const item = (title: string, body: string, of: Record<string, string | number>) =>
  [
    title,
    body,
    Object.entries(of)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  ]
    .filter((part, index) => index !== 1 || part !== '')
    .join('\n\n');

const note = (digit: string, title: string, body: string, of: Record<string, string | number> = {}) => ({
  [`${id(digit)}.md`]: item(title, body, {
    ...{ id: id(digit), parent_id: id('a'), created_time: '2026-01-01T00:00:00.000Z' },
    ...{ updated_time: '2026-01-14T21:40:12.000Z', latitude: '0.00000000', longitude: '0.00000000' },
    ...{
      is_todo: 0,
      todo_completed: 0,
      user_created_time: '2026-01-14T20:30:05.000Z',
      encryption_applied: 0,
    },
    ...{ is_conflict: 0, markup_language: 1, deleted_time: 0, ...of, type_: 1 },
  }),
});

const other = (digit: string, type: number, title: string, of: Record<string, string> = {}) => ({
  [`${id(digit)}.md`]: item(title, '', { id: id(digit), parent_id: '', ...of, type_: type }),
});

const NOTEBOOKS = { ...other('a', 2, 'Diary'), ...other('b', 2, 'Recipes', { parent_id: id('a') }) };

const FILES = {
  ...NOTEBOOKS,
  ...note(
    '1',
    'Slow day',
    `Rain: until four.\n\n![p.png](:/${id('c')})\n\nSee [that](:/${id('2')}) and [web](https://example.org).\n\n![](:/${id('f')}) [talk](:/${id('d')})`,
  ),
  ...note('2', '2026-01-15', 'Named after a day.', { user_created_time: '2026-01-15T21:58:00.000Z' }),
  ...note('3', 'Soup', 'Leeks.', { parent_id: id('b'), user_created_time: '2025-11-01T10:00:00.000Z' }),
  ...note('4', 'Call home', '', { is_todo: 1, todo_completed: 1_768_471_200_000 }),
  ...note('5', 'Gone', 'x', { deleted_time: 1_768_471_200_000 }),
  ...note('6', '', `<p>As <b>HTML</b></p><img src=":/${id('c')}" alt="x"/>`, {
    markup_language: 2,
    latitude: '41.15',
  }),
  ...note('7', '', '', { encryption_applied: 1 }),
  ...other('c', 4, 'p.png', { mime: 'image/png' }),
  ...other('d', 4, 'talk.m4a', { mime: 'audio/mp4' }),
  ...other('e', 5, 'slow days'),
  ...other('8', 6, '', { note_id: id('1'), tag_id: id('e') }),
  [`resources/${id('c')}.png`]: 'pixels',
};

const archive = (files: Record<string, string>) => new File([tarOf(files)], 'notes.jex');

describe('an archive of Joplin', () => {
  it('has its notes with tags, photos and to-dos, on the day in their names or of their creation', async () => {
    const file = await understand([archive(FILES)]);
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
    const photo = `resources/${id('c')}.png`;
    expect(photoNames(whole)).toEqual([[photo], [], [], [photo]]);
    expect(file.refused).toEqual([{ at: { file: `${id('7')}.md` }, reason: 'encrypted' }]);
    expect(whole.notTaken).toEqual({ trashed: 1, recordings: 1, photos: 1, places: 1, notes: 1 });
  });

  it('asks for each notebook whose notes have no day', async () => {
    const day = (digit: string) => note(digit, `2026-01-1${digit}`, 'x');
    const file = await understand([archive({ ...FILES, ...day('9'), ...day('0') })]);
    const words = (optional: object) => fields(preparedOf(file, { optional }), 'content').flat();
    expect(words({ 'folder:Diary': false })).toEqual(['Named after a day.', 'x', 'x']);
    expect(words({ 'folder:Diary/Recipes': true, 'folder:Diary': false })).toContain('Soup\n\nLeeks.');
    expect(words({})).toEqual(expect.arrayContaining(['As HTML', 'x']));
    expect(words({})).not.toContain('Soup\n\nLeeks.');
  });

  it('says the same as the folder of its files', async () => {
    const folder = Object.entries(FILES).map(([path, text]) =>
      Object.defineProperty(textFile(text, path.replace(/^.*\//, '')), 'webkitRelativePath', {
        value: `raw/${path}`,
      }),
    );
    const [inFolder, inArchive] = [await understand(folder), await understand([archive(FILES)])];
    const wordsOf = ({ entries }: typeof inFolder) => entries.map(({ words }) => words).sort();
    expect(wordsOf(inFolder)).toEqual(wordsOf(inArchive));
    expect(inFolder.notTaken).toEqual(inArchive.notTaken);
  });

  it('that is encrypted is named', async () => {
    const encrypted = note('7', '', '', { encryption_applied: 1 });
    await expect(understand([archive({ ...NOTEBOOKS, ...encrypted })])).rejects.toMatchObject({
      ...{ code: 'encrypted', detail: 'Joplin' },
    });
  });

  it('may have notebooks in a circle, and fields of any name', async () => {
    const circle = {
      ...other('a', 2, 'A', { parent_id: id('b') }),
      ...other('b', 2, 'B', { parent_id: id('a') }),
    };
    const { entries } = await understand([
      archive({ ...circle, ...note('1', '__proto__', 'constructor: x', { __proto__: 'x', constructor: 1 }) }),
    ]);
    expect(entries).toMatchObject([{ words: '__proto__\n\nconstructor: x' }]);
  });

  it('stays on the day in the name if its moment is on another one here', async () => {
    const late = note('1', '2026-01-14', 'Late.', { user_created_time: '2026-01-14T23:30:00.000Z' });
    const file = await understand([archive(late)]);
    expect(fields(preparedOf(file), 'createdAt')).toEqual([['2026-01-14T12:00:00.000+01:00']]);
    expect(fields(preparedOf(file, { zone: 'Europe/Lisbon' }), 'createdAt')).toEqual([
      ['2026-01-14T23:30:00.000Z'],
    ]);
  });
});
