import { understand } from '../../understand';
import { broken, eachFile } from './any-file';
import { fields, preparedOf, textFile } from './samples';
import { zipFile } from './zips';

const SUPER = {
  root: {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ type: 'text', text: 'One' }] },
      { type: 'paragraph', children: [{ type: 'text', text: 'Two' }] },
    ],
  },
};

const note = (uuid: string, content: unknown, created_at = '2024-03-30T08:10:00.000Z') => ({
  uuid,
  content_type: 'Note',
  content,
  created_at,
});

const BACKUP = {
  version: '004',
  items: [
    note('a', { title: 'A walk', text: 'To the sea.', references: [] }),
    {
      uuid: 't',
      content_type: 'Tag',
      content: { title: 'sea', references: [{ uuid: 'a', content_type: 'Note' }] },
    },
    note('b', { title: '', text: JSON.stringify(SUPER), noteType: 'super' }),
    note('c', { title: 'Unknown', text: 'x' }, '1970-01-01T00:00:00.000Z'),
    note('d', { title: 'Deleted', text: 'x', trashed: true }),
  ],
};

const NAME = 'Standard Notes Backup and Import File.txt';

describe('a backup of Standard Notes', () => {
  it('has notes with their tags', async () => {
    const file = await understand([zipFile([{ name: NAME, data: JSON.stringify(BACKUP) }])]);
    expect(fields(preparedOf(file), '_id', 'createdAt', 'content', 'tags')).toEqual([
      ['standardnotes:a', '2024-03-30T09:10:00.000+01:00', 'A walk\n\nTo the sea.', ['sea']],
      ['standardnotes:b', '2024-03-30T09:10:00.000+01:00', 'One\nTwo', []],
    ]);
    expect(file.refused).toEqual([
      { at: { number: 3 }, reason: 'no-date', detail: 'Unknown' },
      { at: { number: 4 }, reason: 'not-an-entry', detail: 'Deleted' },
    ]);
  });

  it('is named if it is encrypted', async () => {
    const sealed = { items: [note('a', '004:abc')] };
    await expect(understand([textFile(JSON.stringify(sealed), NAME)])).rejects.toMatchObject({
      code: 'encrypted',
      detail: 'Standard Notes',
    });
  });

  it('of any shape is read, or refused for a reason', () =>
    eachFile(broken(BACKUP), (value) => [textFile(JSON.stringify(value), NAME)]));
});
