import { jest } from '@jest/globals';
import { unpacked } from '../../files/zip-parts';
import { understand } from '../../understand';
import { BEAR, bearNote } from './drawn/bear.mjs';
import { EVERNOTE, evernoteFile, evernoteNote, evernoteResource } from './drawn/evernote.mjs';
import { CREATED, KEEP, keepNote } from './drawn/google-keep.mjs';
import { id } from './drawn/id.mjs';
import { JOPLIN, joplinItem, joplinNote } from './drawn/joplin.mjs';
import { type Files, JPEG, tarOf, zipOf } from './drawn/packed.mjs';
import { bounds, fields, folder, lines, photoNames, preparedOf, textFile, understood } from './samples';

describe('a backup of Bear', () => {
  it('has notes at the moment when they were created, with their tags and photos', async () => {
    const file = await understand([BEAR()]);
    const prepared = preparedOf(file);
    expect(lines(prepared, '_id', 'createdAt', 'content', 'tags')).toEqual([
      'bear:A1B2-C3 | 2026-01-14T21:30:00.000+01:00 | By the river\nA heron. #walks/long slow days\n- [x] bread | ["slow days","walks/long"]',
    ]);
    expect(photoNames(prepared)).toEqual([['Bear Notes/By the river.textbundle/assets/a heron.jpg']]);
    expect(file).toMatchObject({ source: 'Bear', notTaken: { files: 1 } });
    expect(file.entries[0]?.updatedAt).toBe(Date.UTC(2026, 0, 15, 8));
    expect(file.refused.map(({ at, reason }) => [at.file, reason])).toEqual([
      ['Bear Notes/Gone.textbundle/text.markdown', 'not-an-entry'],
      ['Bear Notes/Locked.textbundle/text.markdown', 'empty'],
    ]);
  });

  it('names its files in the text in older versions', async () => {
    const file = await understand([
      zipOf({
        ...bearNote('a', 'A heron.\n[image:0A1B/heron one.jpg]\n[assets/plan.pdf] [assets/none.jpg] [x]'),
        'a.textbundle/assets/heron one.jpg': 'x',
        'a.textbundle/assets/plan.pdf': 'x',
      }),
    ]);
    expect(file.entries[0]?.words).toBe('A heron.\n\nplan.pdf [assets/none.jpg] [x]');
    expect(photoNames(preparedOf(file))).toEqual([['a.textbundle/assets/heron one.jpg']]);
  });

  it('has archived notes, which are asked for', async () => {
    const prepared = preparedOf(await understand([BEAR()]), { optional: { archived: true } });
    expect(fields(prepared, 'content')).toHaveLength(2);
  });

  it('lists notes without a date or without their text', async () => {
    const file = await understand([
      zipOf({
        ...bearNote('a', 'x', { creationDate: 'soon' }),
        'b.textbundle/info.json': '{"net.shinyfrog.bear": {}}',
        ...bearNote('c', 'x'),
        'c.textbundle/info.json': '{',
      }),
    ]);
    expect(file.refused.map(({ reason }) => reason)).toEqual(['no-date', 'unreadable', 'unreadable']);
  });
});

describe('an ENEX file of Evernote', () => {
  const read = (...notes: string[]) => understand([textFile(evernoteFile(...notes), 'Diary.enex')]);

  it('has notes at the moment when they were created, with their lists, checks and tags', async () => {
    const file = await understand([EVERNOTE()]);
    expect(lines(preparedOf(file), 'createdAt', 'content', 'tags', 'location')).toEqual([
      '2026-01-14T21:30:00.000+01:00 | Café & rain\n\nRain & té.\n- [x] called home\n\n(a recording)\nover | ["diary","slow days"] | Porto',
      '2026-01-16T07:00:00.000+01:00 | - one\n- two\n(an encrypted part)\n1. first\n\n- [ ] Book taxi | [] | Porto',
    ]);
    expect(file).toMatchObject({
      source: 'Evernote',
      notTaken: { recordings: 1, encrypted: 1, places: 1 },
      refused: [],
      remarks: [],
    });
    expect(file.entries[0]?.updatedAt).toBe(Date.UTC(2026, 0, 15, 8));
  });

  it('may be saved in UTF-16, of which no photo is read', async () => {
    const bytes = Buffer.from(await EVERNOTE().text(), 'utf16le');
    const [wide, plain] = [
      await understand([new File([bytes], 'Diary.enex')]),
      await understand([EVERNOTE()]),
    ];
    expect(wide.entries.map(({ id }) => id)).toEqual(plain.entries.map(({ id }) => id));
    expect(wide.entries[1]?.words).toBe(plain.entries[1]?.words);
    expect(wide.entries.flatMap(({ photos = [] }) => photos)).toEqual([]);
    expect(wide.notTaken.photos).toBe(1);
  });

  it('has photos, whose bytes are found by their place in the file', async () => {
    const whole = EVERNOTE();
    const { entries } = await understand([whole]);
    const [photo] = entries[0]?.photos ?? [];
    expect(photo).toMatchObject({ path: 'evernote.enex', within: { name: 'Café.jpg' } });
    const { from = 0, to = 0 } = photo?.within ?? {};
    expect(atob(await whole.slice(from, to).text())).toBe(Buffer.from(JPEG).toString('latin1'));
  });

  it('names photos that are not in it, or are too many, where they were', async () => {
    const media = '<div>x<en-media type="image/png"></en-media>y</div>';
    const after = Array.from({ length: 11 }, (_, n) => evernoteResource('p', 'image/png', `${n}.png`)).join(
      '',
    );
    const file = await read(evernoteNote({ content: media.repeat(12), after }));
    expect(file.entries[0]?.photos).toHaveLength(10);
    expect(fields(preparedOf(file), 'content')).toEqual([
      [`2026-01-14\n\n${'xy\n'.repeat(10)}x(a photo)y\nx(a photo)y`],
    ]);
    expect(file.remarks).toMatchObject([
      { remark: 'too-many-photos', detail: '10.png' },
      { remark: 'photo-missing', at: { number: 1 } },
    ]);
    expect(file.notTaken).toEqual({ photos: 2 });
    expect(file.hints).toEqual([]);
  });

  it('shows a picture that is in it twice once, and not what is hidden or stands for tasks', async () => {
    const picture = '<en-media hash="0cc1" type="image/png"/>';
    const content =
      `<center style="display:none !important;height:0">%7B%22x%22%3A1%7D</center><div>a${picture}</div><div>b${picture}</div>` +
      '<div style="--en-task-group:true; --en-id:1;"><div>Content not supported</div><div>A placeholder.</div></div><div>c</div>';
    const after = `${evernoteResource('p')}<task><title>Call</title><taskStatus>completed</taskStatus></task>`;
    const file = await read(evernoteNote({ content, after }));
    expect(fields(preparedOf(file), 'content')).toEqual([['2026-01-14\n\na\nb\nc\n\n- [x] Call']]);
    expect(file.entries[0]?.photos).toHaveLength(1);
    expect([file.remarks, file.notTaken]).toEqual([[], {}]);
  });

  it('lists what is encrypted as a whole, has no date, or is empty', async () => {
    const sealed = evernoteNote({ title: 'Secret' }).replace('<content>', '<content encoding="base64:aes">');
    const { refused } = await read(
      sealed,
      evernoteNote({ created: '20260230T000000Z', content: 'x' }),
      evernoteNote({ title: '' }),
    );
    expect(refused).toEqual([
      { at: { number: 1 }, reason: 'encrypted', detail: 'Secret' },
      { at: { number: 2 }, reason: 'no-date', detail: '20260230T000000Z' },
      { at: { number: 3 }, reason: 'empty' },
    ]);
  });

  it('may be cut off, which costs the last note only', async () => {
    const whole = evernoteFile(evernoteNote({ content: 'x' }), evernoteNote({ content: 'y', after: 'z' }));
    const file = await understand([textFile(whole.slice(0, whole.lastIndexOf('z')), 'Diary.enex')]);
    expect(file.entries).toHaveLength(1);
    expect(file.refused).toEqual([{ at: { number: 2 }, reason: 'unreadable', detail: '2026-01-14' }]);
  });

  it('may be one of several, for each notebook one', async () => {
    const diary = (content: string) => evernoteFile(evernoteNote({ content }));
    const both = { 'a/Diary.enex': diary('x'), 'b.enex': diary('y'), 'x.txt': '' };
    const file = await understand([zipOf(both)]);
    expect(file.entries.map(({ at }) => at)).toEqual([
      { file: 'a/Diary.enex', number: 1 },
      { file: 'b.enex', number: 1 },
    ]);
    // Two exports of one notebook overlap.
    const twice = await understand([zipOf({ ...both, 'b.enex': diary('x') })]);
    expect(twice.entries).toHaveLength(1);
  });

  it('may be larger than all texts that are read otherwise, and is read part by part', async () => {
    jest.replaceProperty(bounds, 'textBytes', 3_000_000);
    const picture = `<resource><data encoding="base64">${'A'.repeat(1_200_000)}</data><mime>image/png</mime></resource>`;
    const note = evernoteNote({ content: 'x', after: picture });
    const file = new File([evernoteFile(note, note, note)], 'Diary.enex');
    const { entries } = await understand([file]);
    expect(entries).toHaveLength(3);
    const { from = 0, to = 0 } = entries[2]?.photos?.[0]?.within ?? {};
    expect([to - from, await file.slice(to, to + 7).text()]).toEqual([1_200_000, '</data>']);
    jest.restoreAllMocks();
  });

  it('may have any letters across its parts', async () => {
    const content = `<div>${'é'.repeat(700_000)}</div>`;
    const { entries } = await read(evernoteNote({ title: '', content }));
    expect(entries[0]?.words).toBe('é'.repeat(700_000));
  });
});

const takeout = () => understand([zipOf(KEEP)]);

describe('Google Keep', () => {
  it('comes from a Takeout with titles, labels and links, at the moment of creation', async () => {
    const file = await takeout();
    const whole = preparedOf(file);
    expect(file.source).toBe('Google Keep');
    expect(lines(whole, 'createdAt', 'updatedAt', 'content', 'tags')).toEqual([
      '2026-01-15T10:00:00.000+01:00 | 2026-01-15T10:00:00.000Z | A morning. | ["diary","slow days"]',
      '2026-01-15T10:00:00.000+01:00 | 2026-01-15T10:00:00.000Z | Diary 14 January\n\nRain.\nhttps://example.org\nOther https://example.com | []',
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

const archive = (files: Files) => new File([tarOf(files)], 'notes.jex');

describe('an archive of Joplin', () => {
  it('has its notes with tags, photos and to-dos, on the day in their names or of their creation', async () => {
    const file = await understand([archive(JOPLIN)]);
    const whole = preparedOf(file, { optional: { list: true, 'folder:Diary': true } });
    expect(file.source).toBe('Joplin');
    expect(lines(whole, '_id', 'createdAt', 'content', 'tags')).toEqual([
      `joplin:${id('1')} | 2026-01-14T21:30:05.000+01:00 | Slow day\n\nRain: until four.\n\nSee that and [web](https://example.org).\n\n(a photo) (a recording) | ["slow days"]`,
      `joplin:${id('2')} | 2026-01-15T22:58:00.000+01:00 | Named after a day. | []`,
      `joplin:${id('4')} | 2026-01-14T21:30:05.000+01:00 | - [x] Call home | []`,
      `joplin:${id('6')} | 2026-01-14T21:30:05.000+01:00 | As HTML | []`,
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

describe('a backup of Standard Notes', () => {
  it('has notes with their tags', async () => {
    const file = await understood('standardnotes-backup.txt');
    expect(fields(preparedOf(file), '_id', 'createdAt', 'content', 'tags')).toEqual([
      ['standardnotes:a', '2024-03-30T09:10:00.000+01:00', 'A walk\n\nTo the sea.', ['sea']],
      ['standardnotes:b', '2024-03-30T09:10:00.000+01:00', 'One\nTwo', []],
    ]);
    expect(file.refused).toEqual([
      { at: { number: 3 }, reason: 'no-date', detail: 'Unknown' },
      { at: { number: 4 }, reason: 'not-an-entry', detail: 'Deleted' },
    ]);
  });

  const note = (uuid: string, content: object, of: object = {}) => ({
    ...{ uuid, content_type: 'Note', created_at: '2026-01-14T20:30:00.000Z', content, ...of },
  });
  const read = (...items: object[]) =>
    understand([textFile(JSON.stringify({ version: '004', items }), 'backup.txt')]);

  it('has the lists, checks, quotes and files of its richest notes', async () => {
    const item = (words: string, of: object = {}) => ({
      ...{ type: 'listitem', children: [{ type: 'text', text: words }], ...of },
    });
    const children = [
      { type: 'heading', tag: 'h1', children: [{ type: 'text', text: 'Title' }] },
      { type: 'list', listType: 'check', children: [item('bread', { checked: true }), item('tea')] },
      { type: 'list', listType: 'number', children: [item('one'), item('two')] },
      {
        type: 'list',
        listType: 'bullet',
        children: [
          item('a'),
          { type: 'listitem', children: [{ type: 'list', listType: 'bullet', children: [item('in a')] }] },
        ],
      },
      { type: 'quote', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'said nobody' }] }] },
      {
        type: 'paragraph',
        children: [
          { type: 'link', url: 'https://example.org/7', children: [{ type: 'text', text: 'This way' }] },
          { type: 'text', text: '.' },
        ],
      },
      { type: 'snfile', fileUuid: 'f' },
    ];
    const file = await read(
      note('a', { noteType: 'super', text: JSON.stringify({ root: { type: 'root', children } }) }),
    );
    expect(fields(preparedOf(file), 'content')).toEqual([
      [
        'Title\n- [x] bread\n- [ ] tea\n1. one\n2. two\n- a\n- in a\n> said nobody\nThis way (https://example.org/7).\n(a file)',
      ],
    ]);
    expect(file.notTaken).toEqual({ files: 1 });
  });

  it('has words in HTML, asks for archived notes, and leaves secrets and what was deleted', async () => {
    const file = await read(
      note('a', { noteType: 'rich-text', text: '<p>One</p><ol><li>two</li></ol>' }),
      note('b', { text: 'Old', appData: { 'org.standardnotes.sn': { archived: true } } }),
      note('c', { noteType: 'authentication', title: 'Keys', text: '[{"secret":"x"}]' }),
      note('d', { text: 'x' }, { deleted: true }),
    );
    expect(fields(preparedOf(file), 'content')).toEqual([['One\n\n1. two']]);
    expect(file.entries.map(({ optional }) => optional)).toEqual([undefined, 'archived']);
    expect(file.refused).toEqual([{ at: { number: 3 }, reason: 'not-an-entry', detail: 'Keys' }]);
  });
});
