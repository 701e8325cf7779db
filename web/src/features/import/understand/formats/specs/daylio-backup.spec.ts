import { bundleOf } from '../../files/bundle';
import { understand } from '../../understand';
import { lines, named, prepared, sample, understood } from './samples';

describe('a backup of Daylio', () => {
  it('comes in whole', async () => {
    const all = await prepared('daylio-plain.daylio');
    expect(lines(all, '_id', 'formerIds', 'createdAt', 'content', 'inputMood', 'tags')).toEqual([
      'daylio:2026-01-24 09:59 | ["daylio:1"] | 2026-01-24T09:59:00.000+01:00 | A title\n\nFirst note\nwith a second line | Happy | ["família","long walk"]',
      'daylio:2026-01-23 22:20 | ["daylio:2"] | 2026-01-23T22:20:00.000+01:00 |  | Sad | []',
    ]);
    expect([all.refused, all.remarks, (await understood('daylio-plain.daylio')).notTaken]).toEqual([
      [],
      [],
      {},
    ]);
  });

  it('is read in spite of what is odd in it', async () => {
    const all = await prepared('daylio-nasty.daylio');
    expect(lines(all, 'createdAt', 'content', 'inputMood')).toEqual([
      '2026-03-01T23:30:00.000+09:00 | Written in Tokyo | Very Happy',
      '2026-03-01T23:30:00.000-10:00 | Written in Honolulu | Sad',
      '2026-10-25T02:30:00.000+01:00 | Twice half past two\n\nand still awake | Very Happy',
      '2026-10-25T02:30:00.000+02:00 | The first half past two | Very Happy',
      '2026-02-02T00:10:00.000+05:45 | Kathmandu, ten past midnight | Neutral',
      '2026-02-01T12:00:00.000+01:00 | A mood that is in no list | ',
      '2026-02-01T12:01:00.000+01:00 |  | Sad',
      '2015-05-16T20:00:00.000+02:00 | Ein sehr alter Eintrag\nEin sehr alter Eintrag\nEin sehr alter Eintrag | Happy',
      '2026-02-02T00:53:20.000+01:00 | Which of the two counts? | Happy',
      '2026-02-03T07:00:00.000+01:00 | An old version had no offset | Neutral',
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
    expect(notTaken).toEqual({ photos: 1, others: 1, activities: 1 });
  });

  it('has its scales and the days of its goals as measures', async () => {
    const day = { year: 2026, month: 0, hour: 21, minute: 0, timeZoneOffset: 0 };
    const goal = (id: number, date: number) => ({
      ...{
        id,
        goalId: 7,
        createdAt: Date.UTC(2026, 0, date, 8),
        year: 2026,
        month: 0,
        day: date,
        hour: 8,
        minute: 0,
      },
    });
    const data = {
      version: 16,
      customMoods: [],
      tags: [{ id: 3, name: 'Run' }],
      scales: [{ id: 5, name: 'Energy' }],
      dayEntries: [
        {
          ...day,
          id: 1,
          day: 2,
          datetime: Date.UTC(2026, 0, 2, 21),
          note: 'a',
          scaleValues: [{ scaleId: 5, value: 4 }],
        },
        { ...day, id: 2, day: 3, datetime: Date.UTC(2026, 0, 3, 21), note: 'b', scaleValues: [{ of: 9 }] },
      ],
      goals: [{ goal_id: 7, name: '', id_tag: 3 }],
      goalEntries: [goal(1, 2), goal(2, 4), { id: 3, goalId: 99 }],
    };
    // On an iPhone, January is 1.
    const ofIphone = { ...data, goalEntries: [goal(1, 2), goal(2, 4)].map((one) => ({ ...one, month: 1 })) };
    for (const backup of [data, ofIphone]) {
      const text = btoa(JSON.stringify(backup));
      const all = await understand([new File([text], 'backup.daylio')]);
      expect(named(all)).toEqual([{ Energy: 4, Run: 1 }, {}, { Run: 1 }]);
      expect(all.measures).toMatchObject([{ name: 'Run', kind: 'yes-no' }, { name: 'Energy' }]);
      expect(all.entries[2]).toMatchObject({ when: { local: '2026-01-04T12:00' }, words: '' });
      expect(all.notTaken).toEqual(backup === data ? { trackers: 1, goals: 1 } : { trackers: 1 });
    }
  });

  it('has moods without a group, which are known all the same', async () => {
    const time = { datetime: Date.UTC(2026, 0, 2, 21), timeZoneOffset: 0 };
    const backup = {
      customMoods: [{ id: 8, custom_name: 'Floating' }],
      dayEntries: [{ ...time, id: 1, mood: 8, note: 'a' }],
    };
    const all = await understand([new File([btoa(JSON.stringify(backup))], 'backup.daylio')]);
    expect([all.entries[0]?.mood, all.remarks, all.steps]).toEqual(['Floating', [], {}]);
  });

  it('is read as the file in the ZIP, too', async () => {
    const { files } = await bundleOf([sample('daylio-plain.daylio')]);
    const file = new File([(await files[0]?.text()) ?? ''], 'backup.daylio');
    expect((await understand([file])).entries).toHaveLength(2);
  });
});
