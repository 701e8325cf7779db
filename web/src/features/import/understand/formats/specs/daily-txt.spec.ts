import { broken, eachFile } from './any-file';
import { fields, prepared, understood } from './samples';
import { zipFile } from './zips';

const MONTH = {
  days: [
    { day: 3, text: 'a', tags: [1], files: [{ filename: 'a.png' }], isBookmarked: true, pins: [{ lat: 1 }] },
    { day: 4, text: '', files: [{ filename: 'x' }] },
  ],
};

const TAGS = { tags: [{ id: 1, name: 'work' }] };

describe('DailyTxT', () => {
  it('has one entry a day, at no time of it', async () => {
    expect(fields(await prepared('dailytxt.zip'), '_id', 'createdAt', 'content', 'tags')).toEqual([
      ['dailytxt:2024-03-03', '2024-03-03T12:00:00.000+01:00', '**Rain.** Read all day.', ['reading']],
      ['dailytxt:2024-03-04', '2024-03-04T12:00:00.000+01:00', '(a photo)', []],
      ['dailytxt:2024-03-31', '2024-03-31T12:00:00.000+02:00', 'Written for a day that March has.', []],
      ['dailytxt:2024-02-29', '2024-02-29T12:00:00.000+01:00', 'Leap day.', []],
    ]);
  });

  it('names the day that March does not have, and counts what stays there', async () => {
    const { refused, notTaken, source } = await understood('dailytxt.zip');
    expect(refused).toEqual([
      { at: { file: '2024/03.json', number: 4 }, reason: 'no-such-date', detail: '2024-03-32' },
    ]);
    expect(notTaken).toEqual({ photos: 1, places: 1, stars: 1, templates: 1 });
    expect(source).toBe('DailyTxT');
  });

  it('is named if it is encrypted', async () => {
    await expect(understood('dailytxt-encrypted.zip')).rejects.toMatchObject({
      code: 'encrypted',
      detail: 'DailyTxT',
    });
  });

  it('of any shape is read, or refused for a reason', () =>
    eachFile(broken({ month: MONTH, tags: TAGS }), (value) => {
      const { month, tags } = (value ?? {}) as Record<string, unknown>;
      return [
        zipFile([
          { name: '2024/03.json', data: JSON.stringify(month) ?? '' },
          { name: 'tags.json', data: JSON.stringify(tags) ?? '' },
        ]),
      ];
    }));
});
