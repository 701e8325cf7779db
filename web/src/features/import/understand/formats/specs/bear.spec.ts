import { understand } from '../../understand';
import { BEAR, bearNote } from './drawn/bear.mjs';
import { fields, photoNames, preparedOf } from './samples';
import { zipOf } from './drawn/packed.mjs';

describe('a backup of Bear', () => {
  it('has notes at the moment when they were created, with their tags and photos', async () => {
    const file = await understand([BEAR()]);
    const prepared = preparedOf(file);
    expect(fields(prepared, '_id', 'createdAt', 'content', 'tags')).toEqual([
      [
        'bear:A1B2-C3',
        '2026-01-14T21:30:00.000+01:00',
        'By the river\nA heron. #walks/long slow days\n- [x] bread',
        ['slow days', 'walks/long'],
      ],
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
