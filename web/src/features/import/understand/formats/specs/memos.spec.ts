import { understand } from '../../understand';
import { fields, prepared, preparedOf, textFile, understood } from './samples';

describe('memos', () => {
  it('come with their tags and places; archived ones and comments are asked for', async () => {
    const all = await prepared('memos-list.json', { optional: { archived: true, comment: true } });
    expect(fields(all, '_id', 'createdAt', 'content', 'tags', 'location')).toEqual([
      [
        'memos:aaa111',
        '2026-02-01T23:10:00.000+01:00',
        'Rain again #weather/rain and a good book #reading',
        ['weather/rain', 'reading'],
        'Porto',
      ],
      ['memos:bbb222', '2026-02-02T09:00:00.123+01:00', '- [ ] call mum\n- [x] water plants', [], 'Porto'],
      ['memos:ccc333', '2026-02-01T23:10:00.000+01:00', 'Old and archived', [], 'Porto'],
      ['memos:ddd444', '2026-02-01T23:10:00.000+01:00', 'Just a comment', [], 'Porto'],
    ]);
    const file = await understood('memos-list.json');
    expect(preparedOf(file).entries).toHaveLength(2);
    // The empty one is named, and that there are more pages.
    const { refused, hints, notTaken, source } = file;
    expect(refused).toEqual([{ at: { number: 5 }, reason: 'empty', detail: 'memos/eee555' }]);
    expect({ hints, notTaken, source }).toEqual({
      hints: ['more-pages'],
      notTaken: { stars: 1 },
      source: 'memos',
    });
  });

  it('before 0.19 have numbers and seconds, and tags only in the text', async () => {
    const old = [
      {
        id: 7,
        rowStatus: 'ARCHIVED',
        createdTs: 1_770_000_000,
        updatedTs: 1_770_000_001,
        content: 'a #b `#c`',
        resourceList: [{ type: 'image/png' }],
      },
    ];
    const file = await understand([textFile(JSON.stringify(old))]);
    expect(file.entries).toMatchObject([
      {
        id: 'memos:7+1770000000000',
        formerIds: ['memos:7'],
        when: { moment: 1_770_000_000_000 },
        updatedAt: 1_770_000_001_000,
        tags: ['b'],
        optional: 'archived',
      },
    ]);
    expect(file.notTaken).toEqual({ photos: 1 });
  });

  it('that are only a picture are kept as one', async () => {
    const memo = {
      name: 'memos/x',
      createTime: '2026-02-01T22:10:00Z',
      content: '',
      attachments: [{ type: 'image/png' }],
    };
    expect(
      fields(preparedOf(await understand([textFile(JSON.stringify({ memos: [memo] }))])), 'content'),
    ).toEqual([['(a photo)']]);
  });

  it('may be several pages', async () => {
    const page = (id: string) =>
      textFile(
        JSON.stringify({
          memos: [{ name: `memos/${id}`, createTime: '2026-02-01T22:10:00Z', content: id }],
          nextPageToken: 'x',
        }),
        `${id}.json`,
      );
    const { entries, hints } = await understand([page('a'), page('b')]);
    expect(entries.map(({ at, words }) => [at, words])).toEqual([
      [{ file: 'a.json', number: 1 }, 'a'],
      [{ file: 'b.json', number: 1 }, 'b'],
    ]);
    expect(hints).toEqual([]);
  });
});
