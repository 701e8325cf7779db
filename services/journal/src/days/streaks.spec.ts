import { streaksOf } from './streaks.js';

/** Applies the definition of a streak to every possible row of days. */
function bruteForce(days: number[], lastDay: number): { current: number; longest: number } {
  const writtenDays = new Set(days);
  const rows: { from: number; to: number; count: number }[] = [];
  for (const from of days) {
    for (const to of days) {
      const count = days.filter((day) => day >= from && day <= to).length;
      if (to >= from && to - from + 1 - count <= 1) rows.push({ from, to, count });
    }
  }
  const currentRows = rows.filter(({ from, to, count }) => {
    let missing = to - from + 1 - count;
    for (let day = to + 1; day < lastDay; day++) if (!writtenDays.has(day)) missing += 1;
    return missing <= 1 && Math.max(...days) === to;
  });
  const longestOf = (of: typeof rows) => Math.max(0, ...of.map(({ count }) => count));
  return { current: longestOf(currentRows), longest: longestOf(rows) };
}

describe('days in a row', () => {
  it.each([
    ['nothing', '', 0, 0],
    ['today only', 'x', 1, 1],
    ['today is not over', 'xxx.', 3, 3],
    ['yesterday is forgiven', 'xxx..', 3, 3],
    ['two days are not', 'xxx...', 0, 3],
    ['a gap within is forgiven', 'xxx.xx', 5, 5],
    ['a second one is not', 'xxx.xx.x', 3, 5],
    ['nor one of two days', 'xxx..xx', 2, 3],
    ['the gap may be used up by yesterday', 'xx.xx..', 2, 4],
  ])('%s', (_what, writtenDays, current, longest) => {
    const days = [...writtenDays].flatMap((letter, day) => (letter === 'x' ? [day] : []));
    expect(streaksOf(days, writtenDays.length - 1)).toEqual({ current, longest });
  });

  it('are what the definition says, for every way to write on ten days', () => {
    for (let pattern = 0; pattern < 1 << 10; pattern++) {
      const days = Array.from({ length: 10 }, (_, day) => day).filter((day) => pattern & (1 << day));
      expect({ days, ...streaksOf(days, 9) }).toEqual({ days, ...bruteForce(days, 9) });
    }
  });
});
