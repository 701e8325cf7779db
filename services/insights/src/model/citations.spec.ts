import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { dailyEntries } from '../../test/builders.js';
import { askForCitations, checkCitations } from './citations.js';

const idOf = (n: number) => `6b01228883afd8e0a0da${n.toString(16).padStart(4, '0')}`;
const entries = (count: number) =>
  dailyEntries(Array.from({ length: count }, (_, n) => ({ _id: idOf(n), inputMood: `Mood ${n}` })));

describe('citations', () => {
  it('become numbered links, with one number per entry', () => {
    const answer = `It rained [[${idOf(1)}]]. You slept [[${idOf(0)}, ${idOf(1)}]], and rested [[${idOf(1).toUpperCase()}]].`;
    expect(checkCitations(answer, entries(3))).toEqual({
      text: 'It rained [1](#entry-1). You slept [2](#entry-2) [1](#entry-1), and rested [1](#entry-1).',
      cited: [
        {
          entryId: idOf(1),
          createdAt: '2026-11-19T12:00:00.000Z',
          day: '2026-11-19',
          inputMood: 'Mood 1',
          why: 'cited',
        },
        {
          entryId: idOf(0),
          createdAt: '2026-11-20T12:00:00.000Z',
          day: '2026-11-20',
          inputMood: 'Mood 0',
          why: 'cited',
        },
      ],
      dropped: 0,
    });
  });

  it('of unknown entries are removed, and each is counted once', () => {
    const answer = `So it was [[${idOf(9)}]] [[${idOf(9)}, made-up]] (${idOf(8)}), and [[ ]] so [[${idOf(0)}]].`;
    expect(checkCitations(answer, entries(2))).toMatchObject({
      text: 'So it was, and so [1](#entry-1).',
      cited: [{ entryId: idOf(0) }],
      dropped: 3,
    });
  });

  it('are recognized without brackets', () => {
    expect(checkCitations(`As in (${idOf(0)}) and ${idOf(1)}.`, entries(2)).text).toBe(
      'As in [1](#entry-1) and [2](#entry-2).',
    );
  });

  it('are limited to twenty', () => {
    const answer = entries(30)
      .map(({ _id }) => `[[${_id}]]`)
      .join('');
    const { text, cited, dropped } = checkCitations(answer, entries(30));
    expect(cited).toHaveLength(20);
    expect(text).toMatch(/\[20\]\(#entry-20\)$/);
    expect(dropped).toBe(0);
  });

  it('leave the rest of an answer unchanged, even a long unclosed bracket', async () => {
    const answer = '**Hello** [x](https://example.org) [one] `[[`\n\n- a';
    expect(checkCitations(answer, entries(1))).toEqual({ text: answer, cited: [], dropped: 0 });
    const check = (times: number) =>
      checkCitations('[['.repeat(times) + ' '.repeat(times) + '[[a'.repeat(times), entries(1));
    expect(await timesAsLong(check, 50_000)).toBeLessThan(LINEAR);
  });

  it('are requested with only the ids and days of the newest four hundred entries', () => {
    const words = askForCitations(entries(500)).split('\n');
    expect(words).toHaveLength(401);
    expect(words[1]).toBe(`${idOf(0)} 2026-11-20`);
    expect(words.slice(1).every((line) => /^[0-9a-f]{24} \d{4}-\d\d-\d\d$/.test(line))).toBe(true);
  });
});
