import { fields, preparedOf, understood } from './samples';

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
});
