import { bundleOf } from '../../files/bundle';
import { understand } from '../../understand';
import { fields, prepared, sample, understood } from './samples';

describe('a backup of Daylio', () => {
  it('comes in whole', async () => {
    const all = await prepared('daylio-plain.daylio');
    expect(fields(all, '_id', 'createdAt', 'content', 'inputMood', 'tags')).toEqual([
      [
        'daylio:1',
        '2026-01-24T09:59:00.000+01:00',
        'A title\n\nFirst note\nwith a second line',
        'Happy',
        ['família', 'long walk'],
      ],
      ['daylio:2', '2026-01-23T22:20:00.000+01:00', '', 'Sad', []],
    ]);
    expect([all.refused, all.remarks, (await understood('daylio-plain.daylio')).notTaken]).toEqual([
      [],
      [],
      {},
    ]);
  });

  it('is read in spite of what is odd in it', async () => {
    const all = await prepared('daylio-nasty.daylio');
    expect(fields(all, 'createdAt', 'content', 'inputMood')).toEqual([
      ['2026-03-01T23:30:00.000+09:00', 'Written in Tokyo', 'Very Happy'],
      ['2026-03-01T23:30:00.000-10:00', 'Written in Honolulu', 'Sad'],
      ['2026-10-25T02:30:00.000+01:00', 'Twice half past two\n\nand still awake', 'Very Happy'],
      ['2026-10-25T02:30:00.000+02:00', 'The first half past two', 'Very Happy'],
      ['2026-02-02T00:10:00.000+05:45', 'Kathmandu, ten past midnight', 'Neutral'],
      ['2026-02-01T12:00:00.000+01:00', 'A mood that is in no list', ''],
      ['2026-02-01T12:01:00.000+01:00', '', 'Sad'],
      [
        '2015-05-16T20:00:00.000+02:00',
        'Ein sehr alter Eintrag\nEin sehr alter Eintrag\nEin sehr alter Eintrag',
        'Happy',
      ],
      ['2026-02-02T00:53:20.000+01:00', 'Which of the two counts?', 'Happy'],
      ['2026-02-03T07:00:00.000+01:00', 'An old version had no offset', 'Neutral'],
    ]);
    expect(all.refused).toEqual([]);
    expect(all.remarks).toEqual([
      { at: { number: 6 }, remark: 'unknown-mood', detail: '99' },
      { at: { number: 9 }, remark: 'times-disagree', detail: '2026-02-01 08:00' },
    ]);
    const { moods, steps, notTaken } = await understood('daylio-nasty.daylio');
    expect(moods).toEqual({
      'on a roll': 'Very Happy',
      null: 'Sad',
      rad: 'Very Happy',
      meh: 'Neutral',
      bad: 'Sad',
      good: 'Happy',
    });
    // Of their groups, for who keeps them as moods of their own.
    expect(steps).toMatchObject({ 'on a roll': 2, meh: 0, good: 1 });
    expect(notTaken).toEqual({ photos: 1, files: 1, activities: 1 });
  });

  it('is read as the file in the ZIP, too', async () => {
    const { files } = await bundleOf([sample('daylio-plain.daylio')]);
    const file = new File([(await files[0]?.text()) ?? ''], 'backup.daylio');
    expect((await understand([file])).entries).toHaveLength(2);
  });
});
