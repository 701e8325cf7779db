import { understand } from '../../understand';
import { fields, preparedOf, textFile, understood } from './samples';

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
