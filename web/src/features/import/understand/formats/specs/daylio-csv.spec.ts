import { jest } from '@jest/globals';
import { understand } from '../../understand';
import { bounds, fields, lines, named, prepared, preparedOf, textFile, understood } from './samples';
import { zipOf } from './drawn/packed.mjs';

const HEADER = 'full_date,date,weekday,time,mood,activities,note_title,note\n';

describe('a CSV of Daylio', () => {
  it('comes in whole', async () => {
    const all = await prepared('daylio-plain.csv');
    expect(all.refused).toEqual([]);
    expect(lines(all, 'createdAt', 'content', 'inputMood', 'tags', 'location')).toEqual([
      '2026-03-29T21:40:00.000+02:00 | Clocks changed.\nLost an hour, gained an evening. | Happy | ["family","long walk","cooking"] | Porto',
      '2026-03-29T08:15:00.000+02:00 |  | Neutral | [] | Porto',
      '2026-03-28T20:00:00.000+01:00 | Board games\n\nWon for once. | Very Happy | ["friends"] | Porto',
      '2026-03-27T13:05:00.000+01:00 |  | Sad | ["work","headache"] | Porto',
    ]);
  });

  it('is read in spite of what is odd in it', async () => {
    const all = await prepared('daylio-nasty.csv');
    expect(lines(all, 'createdAt', 'content', 'inputMood')).toEqual([
      '2026-10-25T02:30:00.000+02:00 | The hour that came twice | Very Happy',
      '2026-10-25T00:05:00.000+02:00 |  | tired but okay',
      '2026-10-24T12:00:00.000+02:00 | Too many activities\n\n#habit 6 #habit 7 #habit 8 #habit 9 #habit 10 #habit 11 | null',
      '2026-10-23T23:59:00.000+02:00 | Título; con punto y coma\n\nBold & italic <3\n\n- one\n- two | Genial 😀',
      '2026-10-22T09:00:00.000+02:00 | =HYPERLINK("https://example.org","click") | Neutral',
      '2026-10-22T09:00:00.000+02:00 |  | Neutral',
      '2026-10-22T09:00:00.000+02:00 |  | Neutral',
      '2026-10-21T21:15:00.000+02:00 | Une ligne\net une autre, avec "guillemets" | Neutral',
      '2026-10-17T10:00:00.000+02:00 | No mood | ',
    ]);
    expect(all.entries[2]?.entry.tags).toEqual([
      ...['a', 'b / c', 'd, e', '"quoted"', 'habit 0', 'habit 1', 'habit 2', 'habit 3', 'habit 4'],
      'habit 5',
    ]);
    expect(all.remarks).toEqual([{ at: { line: 2 }, remark: 'repeated-hour', detail: '2026-10-25T02:30' }]);
    expect(all.refused).toEqual([
      { at: { line: 11 }, reason: 'no-time', detail: '2026-10-20' },
      { at: { line: 12 }, reason: 'no-date', detail: 'October 19' },
      { at: { line: 13 }, reason: 'no-such-date', detail: '2026-02-30 10:00' },
      { at: { line: 14 }, reason: 'no-such-date', detail: '2026-10-18 24:10' },
      {
        at: { line: 16 },
        reason: 'wrong-number-of-cells',
        detail: '2026-10-16, October 16, Friday, 10:00, good, too few',
      },
      {
        at: { line: 17 },
        reason: 'wrong-number-of-cells',
        detail: '2026-10-15, October 15, Thursday, 10:00, good, x, , y, z, one cell too many',
      },
    ]);
    const { measures, ...rest } = await understood('daylio-nasty.csv');
    expect(rest.notTaken).toEqual({});
    expect(measures).toMatchObject([
      { name: 'Sleep Quality', kind: 'scale-10', daySum: 'mean', askedOn: 'always' },
      { name: 'Sleep Time', kind: 'duration', daySum: 'last', askedOn: 'always' },
    ]);
    expect(named({ ...rest, measures }).filter((one) => Object.keys(one).length > 0)).toEqual([
      { 'Sleep Quality': 3, 'Sleep Time': 270 },
    ]);
  });

  it('keeps its ids when newer rows come, of the same minute too', async () => {
    const older = '2026-10-22,,,9:00 AM,meh,,,\n2026-10-22,,,09:00,good,,,\n';
    const newer = `2026-10-22,,,09:00,rad,,,\n${older}`;
    const idsOf = async (rows: string) =>
      (await understand([textFile(HEADER + rows)])).entries.map(({ id }) => id);
    expect(await idsOf(older)).toEqual(['daylio:2026-10-22 09:00 2', 'daylio:2026-10-22 09:00']);
    expect((await idsOf(newer)).slice(1)).toEqual(await idsOf(older));
  });

  it('of an old version has the year in a column of its own', async () => {
    const text =
      'year,date,weekday,time,mood,activities,note\n2018,18 May,Friday,11:54 pm,happy,"clean | cook",""\n';
    expect(fields(preparedOf(await understand([textFile(text)])), 'createdAt', 'inputMood', 'tags')).toEqual([
      ['2018-05-18T23:54:00.000+02:00', 'Happy', ['clean', 'cook']],
    ]);
  });

  it('is read once if there are several', async () => {
    const text = `${HEADER}2026-10-22,,,09:00,meh,,,\n`;
    const { entries, refused } = await understand([zipOf({ 'a.csv': text, 'b.csv': text })]);
    expect([entries.length, refused]).toEqual([1, [{ at: { file: 'b.csv' }, reason: 'not-an-entry' }]]);
  });

  it('does not name what is no mood of ours', async () => {
    const { moods } = await understood('daylio-nasty.csv');
    expect(moods).toMatchObject({
      rad: 'Very Happy',
      null: 'null',
      bof: 'Neutral',
      'Genial 😀': 'Genial 😀',
    });
    const odd = await understand([textFile(`${HEADER}2026-10-22,,,09:00,__proto__,,,\n`)]);
    expect(fields(preparedOf(odd), 'inputMood')).toEqual([['__proto__']]);
  });

  it('may have as many lines as an import has entries', async () => {
    jest.replaceProperty(bounds, 'entries', 1_000);
    const text = HEADER + '2026-10-22,,,09:00,meh,,,a\n'.repeat(1_000);
    expect((await understand([textFile(text)])).entries).toHaveLength(1_000);
    jest.restoreAllMocks();
  });
});
