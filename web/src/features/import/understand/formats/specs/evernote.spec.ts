import { jest } from '@jest/globals';
import { understand } from '../../understand';
import { EVERNOTE, evernoteFile, evernoteNote, evernoteResource } from './drawn/evernote.mjs';
import { bounds, fields, preparedOf, textFile } from './samples';
import { JPEG, zipOf } from './drawn/packed.mjs';

const read = (...notes: string[]) => understand([textFile(evernoteFile(...notes), 'Diary.enex')]);

describe('an ENEX file of Evernote', () => {
  it('has notes at the moment when they were created, with their lists, checks and tags', async () => {
    const file = await understand([EVERNOTE()]);
    expect(fields(preparedOf(file), 'createdAt', 'content', 'tags', 'location')).toEqual([
      [
        '2026-01-14T21:30:00.000+01:00',
        'Café & rain\n\nRain & té.\n- [x] called home\n\n(a recording)\nover',
        ['diary', 'slow days'],
        'Porto',
      ],
      [
        '2026-01-16T07:00:00.000+01:00',
        '- one\n- two\n(an encrypted part)\n1. first\n\n- [ ] Book taxi',
        [],
        'Porto',
      ],
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
