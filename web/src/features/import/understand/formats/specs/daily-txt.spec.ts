import { fields, prepared, understood } from './samples';

describe('DailyTxT', () => {
  it('has one entry a day, at no time of it', async () => {
    expect(fields(await prepared('dailytxt.zip'), '_id', 'createdAt', 'content', 'tags')).toEqual([
      ['dailytxt:2024-03-03', '2024-03-03T12:00:00.000+01:00', '**Rain.** Read all day.', ['reading']],
      ['dailytxt:2024-03-04', '2024-03-04T12:00:00.000+01:00', '', []],
      ['dailytxt:2024-03-31', '2024-03-31T12:00:00.000+02:00', 'Written for a day that March has.', []],
      ['dailytxt:2024-02-29', '2024-02-29T12:00:00.000+01:00', 'Leap day.', []],
    ]);
  });

  it('names the day that March does not have, and counts what stays there', async () => {
    const { refused, notTaken, source } = await understood('dailytxt.zip');
    expect(refused).toEqual([
      { at: { file: '2024/03.json', number: 4 }, reason: 'no-such-date', detail: '2024-03-32' },
    ]);
    expect(notTaken).toEqual({ places: 1, stars: 1, templates: 1 });
    expect(source).toBe('DailyTxT');
  });
});
