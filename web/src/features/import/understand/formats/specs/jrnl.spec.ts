import { understand } from '../../understand';
import { fields, lines, prepared, preparedOf, textFile, understood } from './samples';

const read = async (journal: string) => preparedOf(await understand([textFile(journal)]));

describe('a journal of jrnl', () => {
  it('is read from JSON', async () => {
    expect(lines(await prepared('jrnl-plain.json'), '_id', 'createdAt', 'content', 'tags')).toEqual([
      'jrnl:2020-03-29 09:00 | 2020-03-29T09:00:00.000+02:00 | Half past nine.\nCoffee with @rui, then @work. | ["rui","work"]',
      'jrnl:2020-03-29 09:00 2 | 2020-03-29T09:00:00.000+02:00 | Same minute, other words. | []',
      'jrnl:2020-03-30 23:59 | 2020-03-30T23:59:00.000+02:00 | empty | ["empty"]',
      'jrnl:48a25033b34047c591160a4480197d8b | 2020-03-31T00:00:00.000+02:00 | With a uuid\nFrom a folder journal | []',
    ]);
    const { notTaken, refused, source } = await understood('jrnl-plain.json');
    expect({ notTaken, refused, source }).toEqual({ notTaken: { stars: 1 }, refused: [], source: 'jrnl' });
  });

  it.each([
    [
      'many tags',
      { tags: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`@tag${n}`, 1])) },
      'A',
    ],
    ['a long first entry', { tags: {} }, 'Rain. '.repeat(2_000)],
  ])('is read from JSON with %s', async (_, above, body) => {
    const entry = { title: 'Rain', body, date: '2024-03-30', time: '08:10', tags: [], starred: false };
    const { source, entries } = await understand([textFile(JSON.stringify({ ...above, entries: [entry] }))]);
    expect([source, entries.map(({ id }) => id)]).toEqual(['jrnl', ['jrnl:2024-03-30 08:10']]);
  });

  it('is read from text', async () => {
    expect(lines(await prepared('jrnl-text.txt'), '_id', 'createdAt', 'content', 'tags')).toEqual([
      'jrnl:2024-03-30 08:10 | 2024-03-30T08:10:00.000+01:00 | It rained. Coffee with @rui.\n[1] a footnote, which begins no entry | ["rui"]',
      'jrnl:2024-03-30 08:10 2 | 2024-03-30T08:10:00.000+01:00 | The same minute.\n@work until late. | ["work"]',
      'jrnl:2024-03-31 23:11 | 2024-03-31T23:11:00.000+02:00 | A time with seconds. | []',
    ]);
    const { notTaken, refused } = await understood('jrnl-text.txt');
    expect(notTaken).toEqual({ stars: 1 });
    expect(refused).toEqual([
      { at: { line: 8 }, reason: 'no-such-date', detail: '2024-02-30 09:00' },
      { at: { line: 9 }, reason: 'empty' },
    ]);
  });

  it.each([
    ['[09.06.2013 15:39] A', '2013-06-09T15:39:00.000+02:00'],
    ['2013-06-09 15:39 A', '2013-06-09T15:39:00.000+02:00'],
    ['[Sunday, 9 June 2013 03:39 PM] A', '2013-06-09T15:39:00.000+02:00'],
  ])('may have another format of times: %s', async (journal, createdAt) => {
    expect(fields(await read(journal), 'createdAt', 'content')).toEqual([[createdAt, 'A']]);
  });

  it('keeps the forms of its Markdown', async () => {
    expect(fields(await read('[2013-06-09 15:39] **A** #tag'), 'content', 'tags')).toEqual([
      ['**A** #tag', ['tag']],
    ]);
  });

  const withHeads = async (journal: string) => {
    const file = await understand([textFile(journal)]);
    const contents = (head: boolean) =>
      fields(preparedOf(file, { optional: { head } }), 'createdAt', 'content', 'tags').map(
        ([createdAt, ...rest]) => [String(createdAt).slice(0, 16), ...rest],
      );
    return { remarks: file.remarks.map(({ at, remark }) => [at.line, remark]), contents };
  };

  it('asks whether lines without brackets begin entries, and names brackets without a date', async () => {
    const { remarks, contents } = await withHeads(
      [
        '[2024-03-30 08:10] First. @a',
        '',
        '2024-03-31 09:00 an older line @b',
        'below it',
        '2024-02-30 09:00 no day',
        '[some day] no date',
        '[1] [x] [ ] [a link](b)',
        '[2024-04-01 08:10] Last.',
      ].join('\n'),
    );
    expect(remarks).toEqual([
      [3, 'maybe-an-entry'],
      [6, 'no-entry'],
    ]);
    const below = 'below it\n2024-02-30 09:00 no day\n[some day] no date\n[1] [x] [ ] a link';
    expect(contents(false)).toEqual([
      ['2024-03-30T08:10', `First. @a\n\n2024-03-31 09:00 an older line @b\n${below}`, ['a', 'b']],
      ['2024-04-01T08:10', 'Last.', []],
    ]);
    expect(contents(true)).toEqual([
      ['2024-03-30T08:10', 'First. @a', ['a']],
      ['2024-03-31T09:00', `an older line @b\n${below}`, ['b']],
      ['2024-04-01T08:10', 'Last.', []],
    ]);
  });

  it('of version 1 has entries below blank lines, and asks for others', async () => {
    const lines = ['2024-03-30 08:10 A', '2024-03-30 09:00 was the time', '', '2024-03-31 08:10 B', ''];
    const { remarks, contents } = await withHeads([...lines, '2024-04-01 08:10 C'].join('\n'));
    expect(remarks).toEqual([[2, 'maybe-an-entry']]);
    expect(contents(false).map(([, content]) => content)).toEqual([
      'A\n2024-03-30 09:00 was the time',
      'B',
      'C',
    ]);
    expect(contents(true)).toHaveLength(4);
    // Without blank lines, each of them is one.
    const tight = await withHeads('2024-03-30 08:10 A\n2024-03-30 09:00 B\n2024-03-31 08:10 C');
    expect([tight.remarks, tight.contents(false)]).toEqual([[], tight.contents(true)]);
    expect(tight.contents(true)).toHaveLength(3);
  });

  it('asks for the order of days and months', async () => {
    expect((await understand([textFile('[03/04/2013 15:39] A')])).entries).toMatchObject([
      { when: { numbers: [3, 4, 2013], time: '15:39' } },
    ]);
  });
});
