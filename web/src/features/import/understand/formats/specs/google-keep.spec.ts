import { understand } from '../../understand';
import { CREATED, KEEP, keepNote } from './drawn/google-keep.mjs';
import { fields, photoNames, preparedOf, textFile } from './samples';
import { zipOf } from './drawn/packed.mjs';

const takeout = () => understand([zipOf(KEEP)]);

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
    expect(whole.notTaken).toEqual({
      stars: 1,
      archived: 2,
      lists: 1,
      trashed: 1,
      recordings: 1,
      missingPhotos: 1,
    });
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
      textFile(keepNote({ textContent: 'a' }), 'a.json'),
      new File([damaged], 'b.json'),
      textFile('{"other": 1}', 'c.json'),
      textFile(keepNote({}), 'd.json'),
      textFile(
        keepNote({ textContent: 'When?', createdTimestampUsec: 0, userEditedTimestampUsec: 'x' }),
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

  it('has two notes of one moment', async () => {
    const files = ['a', 'b'].map((text) => textFile(keepNote({ textContent: text }), `${text}.json`));
    const ids = (await understand(files)).entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});
