import { understand } from '../../understand';
import { fields, photoNames, preparedOf, textFile } from './samples';
import { zipOf } from './zip-of';

const CREATED = Date.UTC(2026, 0, 15, 9);

/** A note as a Takeout has it. Its times are microseconds. */
const note = (of: object) =>
  JSON.stringify({
    ...{ color: 'DEFAULT', isTrashed: false, isPinned: false, isArchived: false, textContent: '', title: '' },
    ...{ userEditedTimestampUsec: (CREATED + 3_600_000) * 1_000, createdTimestampUsec: CREATED * 1_000 },
    ...of,
  });

const FILES = {
  'Takeout/archive_browser.html': '<html>',
  'Takeout/Standort/a.json': '{"timelineObjects": []}',
  'Takeout/Notizen/a.json': note({
    textContent: 'A morning.',
    labels: [{ name: 'diary' }, { name: 'slow days' }],
  }),
  'Takeout/Notizen/a.html': '<html>A morning.',
  'Takeout/Notizen/b.json': note({
    ...{ title: 'Diary 14 January', textContent: 'Rain.\nhttps://example.org', isPinned: true },
    annotations: [
      { url: 'https://example.org', title: 'Example' },
      { url: 'https://example.com', title: 'Other' },
    ],
  }),
  'Takeout/Notizen/c.json': note({
    ...{ title: 'Shopping', textContent: null },
    listContent: [
      { text: 'bread', isChecked: true },
      { text: 'tea', isChecked: false },
    ],
  }),
  'Takeout/Notizen/d.json': note({
    isArchived: true,
    attachments: [
      { filePath: 'one.jpeg', mimetype: 'image/jpeg' },
      { filePath: 'lost.png', mimetype: 'image/png' },
      { filePath: 'talk.3gp', mimetype: 'audio/3gp' },
    ],
  }),
  'Takeout/Notizen/one.jpg': 'pixels',
  'Takeout/Notizen/e.json': note({ textContent: 'Gone.', isTrashed: true }),
  'Takeout/Notizen/f.json': note({ listContent: [{ text: 'old', isChecked: true }], isArchived: true }),
};

const takeout = () => understand([zipOf(FILES)]);

describe('Google Keep', () => {
  it('comes from a Takeout with titles, labels and links, at the moment of creation', async () => {
    const file = await takeout();
    const whole = preparedOf(file);
    expect(file.source).toBe('Google Keep');
    expect(fields(whole, 'createdAt', 'updatedAt', 'content', 'tags')).toEqual([
      ['2026-01-15T10:00:00.000+01:00', '2026-01-15T10:00:00.000Z', 'A morning.', ['diary', 'slow days']],
      [
        '2026-01-15T10:00:00.000+01:00',
        '2026-01-15T10:00:00.000Z',
        'Diary 14 January\n\nRain.\nhttps://example.org\nOther https://example.com',
        [],
      ],
    ]);
    expect(file.refused).toEqual([]);
    expect(whole.notTaken).toEqual({ stars: 1, archived: 2, lists: 1, trashed: 1, recordings: 1, photos: 1 });
  });

  it('has lists and archived notes only if they are wanted, and an archived list if both are', async () => {
    const file = await takeout();
    const wanted = async (optional: object) =>
      fields(preparedOf(file, { optional }), 'content').flat().slice(2);
    expect(await wanted({ list: true })).toEqual(['Shopping\n\n- [x] bread\n- [ ] tea']);
    expect(await wanted({ archived: true })).toEqual(['(a photo) (a recording)']);
    expect(await wanted({ list: true, archived: true })).toContain('- [x] old');
    expect(photoNames(preparedOf(file, { optional: { archived: true } })).flat()).toEqual([
      'Takeout/Notizen/one.jpg',
    ]);
  });

  it('says which of its files are no notes', async () => {
    const damaged = new TextEncoder().encode('{"isTrashed": false');
    const { entries, refused } = await understand([
      textFile(note({ textContent: 'a' }), 'a.json'),
      new File([damaged], 'b.json'),
      textFile('{"other": 1}', 'c.json'),
      textFile(note({}), 'd.json'),
      textFile(
        note({ textContent: 'When?', createdTimestampUsec: 0, userEditedTimestampUsec: 'x' }),
        'e.json',
      ),
    ]);
    expect(entries).toMatchObject([{ words: 'a', when: { moment: CREATED } }]);
    expect(refused).toEqual([
      { at: { file: 'b.json' }, reason: 'unreadable' },
      { at: { file: 'c.json' }, reason: 'not-an-entry' },
      { at: { file: 'd.json' }, reason: 'empty' },
      { at: { file: 'e.json' }, reason: 'no-date', detail: 'When?' },
    ]);
  });

  it('has two notes of one moment, and keeps their ids', async () => {
    const two = [note({ textContent: 'a' }), note({ textContent: 'b' }), note({ textContent: 'b' })];
    const ids = async (texts: string[]) =>
      (await understand(texts.map((text, n) => textFile(text, `${n}.json`)))).entries.map(({ id }) => id);
    const all = await ids(two);
    expect(new Set(all).size).toBe(3);
    expect(await ids(two.slice(1))).toEqual(all.slice(1));
  });
});
